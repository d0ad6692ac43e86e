import { beforeEach, describe, expect, it, vi } from 'vitest';
import { nameKeys, type Command } from '../../src/renderer/app/shortcuts.ts';

vi.mock('electron', () => import('../electron-double/index.ts'));
const { menuCommands, setMenu } = await import('../../src/main/electron/window/menu.ts');
const { Menu, pressAccelerator } = await import('../electron-double/menu.ts');

const commandKeys = Object.fromEntries(
  Object.entries(menuCommands).map(([command, { key }]) => [command, key]),
);
const ran: string[] = [];
const press = (key: string, held: 'ctrlKey' | 'altKey' | null = null): void =>
  pressAccelerator({
    key,
    code: '',
    ctrlKey: held === 'ctrlKey',
    altKey: held === 'altKey',
    shiftKey: false,
    metaKey: false,
  });
const labels = (): readonly (string | undefined)[] =>
  Menu.getApplicationMenu()!.items.map((item) => item.label);

beforeEach(() => {
  ran.length = 0;
  setMenu('pt-BR', (command) => ran.push(command));
});

describe('the native menu', () => {
  it('speaks the language of the program, also after a change', () => {
    expect(labels()).toEqual(['&Arquivo', '&Editar', '&Ir', 'E&xibir', 'A&juda']);
    setMenu('en', () => undefined);
    expect(labels()).toEqual(['&File', '&Edit', '&Go', '&View', '&Help']);
  });

  it('has each command once, with its key, and runs it', () => {
    for (const [command, key] of Object.entries(commandKeys)) {
      const item = Menu.getApplicationMenu()!.getMenuItemById(command);
      expect([item?.accelerator, item?.label]).toEqual([key, expect.stringMatching(/\S/)]);
      item?.click();
    }
    expect(ran).toEqual(Object.keys(commandKeys));
  });

  it('runs a command for its key and none for another', () => {
    press('F9');
    press(',', 'ctrlKey');
    press('F9', 'ctrlKey');
    press('F12');
    expect(ran).toEqual(['primary', 'go-settings']);
  });

  it('names the keys that the window prints on its buttons', () => {
    for (const [command, key] of Object.entries(commandKeys)) {
      expect(nameKeys(command as Command, 'linux')).toContain(key.replace('CmdOrCtrl', 'Ctrl'));
    }
  });
});
