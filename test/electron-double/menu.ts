import { parseAccelerator, type KeyPress } from './accelerator.ts';
import { strict } from './strict.ts';

export type { KeyPress } from './accelerator.ts';

interface ItemOptions {
  readonly id?: string;
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly accelerator?: string;
  readonly submenu?: readonly ItemOptions[];
  readonly click?: (item: object) => void;
}

interface MenuItemDouble {
  readonly id: string;
  readonly label: string;
  readonly role: string | undefined;
  readonly type: string;
  readonly accelerator: string | undefined;
  readonly submenu: MenuDouble | undefined;
  click(): void;
}

interface MenuDouble {
  readonly items: readonly MenuItemDouble[];
  getMenuItemById(id: string): MenuItemDouble | null;
}

const optionNames: readonly string[] = [
  'id',
  'label',
  'role',
  'type',
  'accelerator',
  'submenu',
  'click',
];
/** Roles that the browser does by itself when their keys are pressed. */
const nativeRoles: readonly string[] = [
  'undo',
  'redo',
  'cut',
  'copy',
  'paste',
  'selectAll',
  'zoomIn',
  'zoomOut',
  'resetZoom',
  'togglefullscreen',
  'toggleDevTools',
];

let applicationMenu: MenuDouble | null = null;
let quit: () => void = () => undefined;

export function onQuitRole(listener: () => void): void {
  quit = listener;
}

function build(template: readonly ItemOptions[]): MenuDouble {
  if (!Array.isArray(template))
    throw new TypeError('Invalid template for Menu: Menu template must be an array');
  const items = template.map(buildItem);
  const find = (id: string, among: readonly MenuItemDouble[]): MenuItemDouble | null => {
    for (const item of among) {
      const found = item.id === id ? item : find(id, item.submenu?.items ?? []);
      if (found !== null) return found;
    }
    return null;
  };
  return strict('Menu', { items, getMenuItemById: (id: string) => find(id, items) });
}

function buildItem(options: ItemOptions): MenuItemDouble {
  const unknown = Object.keys(options).filter((name) => !optionNames.includes(name));
  if (unknown.length > 0)
    throw new Error(`the Electron double has no menu item option ${unknown.join(', ')}`);
  const { id = '', label = '', role, accelerator, submenu, click } = options;
  const type = options.type ?? (submenu === undefined ? 'normal' : 'submenu');
  if (!['normal', 'separator', 'submenu'].includes(type))
    throw new Error(`the Electron double has no menu item type ${type}`);
  if (role !== undefined && role !== 'quit' && !nativeRoles.includes(role))
    throw new Error(`the Electron double has no role ${role}`);
  if (type !== 'separator' && label === '' && role === undefined) {
    throw new TypeError(
      'Invalid template for MenuItem: must have at least one of label, role or type',
    );
  }
  if (accelerator !== undefined) parseAccelerator(accelerator);
  const item: MenuItemDouble = {
    id,
    label,
    role,
    type,
    accelerator,
    submenu: submenu === undefined ? undefined : build(submenu),
    click() {
      if (role === 'quit') quit();
      else click?.(item);
    },
  };
  return strict('MenuItem', item);
}

export const Menu = strict('Menu', {
  buildFromTemplate: build,
  setApplicationMenu(menu: MenuDouble | null): void {
    applicationMenu = menu;
  },
  getApplicationMenu: (): MenuDouble | null => applicationMenu,
});

/** A key that the page did not keep for itself. */
export function pressAccelerator(press: KeyPress): void {
  const search = (items: readonly MenuItemDouble[]): MenuItemDouble | undefined => {
    for (const item of items) {
      const found = item.submenu === undefined ? undefined : search(item.submenu.items);
      if (found !== undefined) return found;
      if (item.accelerator !== undefined && parseAccelerator(item.accelerator)(press)) return item;
    }
    return undefined;
  };
  search(applicationMenu?.items ?? [])?.click();
}
