import { beforeEach, describe, expect, it, vi } from 'vitest';
import { nameKeys, type Command } from '../../src/renderer/app/shortcuts.ts';
import { menuKeys } from '#shared/domain/window.ts';

vi.mock('electron', () => import('../electron-double/index.ts'));
const { setMenu } = await import('../../src/main/electron/window/menu.ts');
const { Menu, pressAccelerator } = await import('../electron-double/menu.ts');

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

  it('has each command once, with the key that the window shows on its button, and runs it', () => {
    for (const command of Object.keys(menuKeys)) {
      const item = Menu.getApplicationMenu()!.getMenuItemById(command);
      const key = nameKeys(command as Command, 'linux')[0]!.replace('Ctrl', 'CmdOrCtrl');
      expect([item?.accelerator, item?.label]).toEqual([key, expect.stringMatching(/\S/)]);
      item?.click();
    }
    expect(ran).toEqual(Object.keys(menuKeys));
  });

  it('runs a command for its key and none for another', () => {
    press('F9');
    press(',', 'ctrlKey');
    press('F9', 'ctrlKey');
    press('F12');
    expect(ran).toEqual(['primary', 'go-settings']);
  });
});
