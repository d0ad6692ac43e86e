import { readNumber, readScan } from '#shared/identities/code.ts';
/** The place in the program. It is in the address, so that a reloaded window comes back to it. */
export type Screen =
  | { readonly name: 'bench' | 'connect' | 'desk' | 'history' | 'office' }
  | { readonly name: 'settings'; readonly section?: string }
  | { readonly name: 'grouping'; readonly groupingId: number; readonly shipmentId?: number | null }
  | { readonly name: 'print'; readonly groupingId: number; readonly selected?: boolean }
  | { readonly name: 'check' | 'conclude'; readonly groupingId: number };

const plainNames = ['bench', 'connect', 'desk', 'history', 'office', 'settings'] as const;

export function parseScreen(hash: string): Screen {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [name = '', id = ''] = path.split('/');
  const plain = plainNames.find((candidate) => candidate === name);
  if (plain === 'settings') return { name: plain, section: id };
  if (plain !== undefined) return { name: plain };
  const groupingId = parseId(id);
  const parameters = new URLSearchParams(query);
  if (groupingId !== null) {
    if (name === 'grouping')
      return { name, groupingId, shipmentId: parseId(parameters.get('shipment') ?? '') };
    if (name === 'print') return { name, groupingId, selected: parameters.has('selected') };
    if (name === 'check' || name === 'conclude') return { name, groupingId };
  }
  return { name: 'desk' };
}

export function formatLink(screen: Screen): string {
  if (screen.name === 'grouping') {
    const { shipmentId = null } = screen;
    const query = shipmentId === null ? '' : `?shipment=${shipmentId}`;
    return `#/grouping/${screen.groupingId}${query}`;
  }
  if (screen.name === 'print')
    return `#/print/${screen.groupingId}${screen.selected ? '?selected' : ''}`;
  if (screen.name === 'settings' && screen.section) return `#/settings/${screen.section}`;
  return 'groupingId' in screen ? `#/${screen.name}/${screen.groupingId}` : `#/${screen.name}`;
}

/** Without a connection nothing is known of groupings: these screens are all there is. */
export function needsErp({ name }: Screen): boolean {
  return name !== 'bench' && name !== 'connect' && name !== 'settings';
}

/** An id as people type or scan it: digits, perhaps with spaces or a leading `#`. */
export function parseId(text: string): number | null {
  const id = readNumber(readScan(text));
  return id === 0 ? null : id;
}
