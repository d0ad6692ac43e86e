import { Menu, app } from 'electron';
import type { MenuItemConstructorOptions } from 'electron';
import type { AppCommand, Language } from '../../../shared/index.ts';
import { menuText } from './menu-text.ts';

/** The same keys as on the window's buttons, so that the menu teaches them. */
export const commandKeys: Readonly<Record<AppCommand, string>> = {
  primary: 'F9',
  find: 'F3',
  'go-desk': 'F2',
  'go-print': 'F4',
  'go-check': 'F6',
  'go-history': 'F7',
  'go-office': 'F8',
  'go-settings': 'CmdOrCtrl+,',
  shortcuts: 'F1',
};

const screens = ['go-desk', 'go-print', 'go-check', 'go-history', 'go-office', 'go-settings'] as const;

/** Sets the native menu in this language. Call it again when the language changes. */
export function setMenu(language: Language, run: (command: AppCommand) => void): void {
  const text = menuText[language];
  const item = (command: AppCommand): MenuItemConstructorOptions => ({
    id: command,
    label: text.commands[command],
    accelerator: commandKeys[command],
    click: () => run(command),
  });
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      {
        label: process.platform === 'darwin' ? 'Doca' : text.file,
        submenu: [
          item('primary'),
          { type: 'separator' },
          { role: 'quit', label: text.quit, accelerator: 'CmdOrCtrl+Q' },
        ],
      },
      {
        label: text.edit,
        submenu: [
          { role: 'undo', label: text.undo },
          { role: 'redo', label: text.redo },
          { type: 'separator' },
          { role: 'cut', label: text.cut },
          { role: 'copy', label: text.copy },
          { role: 'paste', label: text.paste },
          { role: 'selectAll', label: text.selectAll },
          { type: 'separator' },
          item('find'),
        ],
      },
      { label: text.go, submenu: screens.map(item) },
      {
        label: text.view,
        submenu: [
          { role: 'zoomIn', label: text.zoomIn },
          { role: 'zoomOut', label: text.zoomOut },
          { role: 'resetZoom', label: text.resetZoom },
          { type: 'separator' },
          { role: 'togglefullscreen', label: text.fullScreen },
          ...(app.isPackaged ? [] : [{ role: 'toggleDevTools', label: text.devTools } as const]),
        ],
      },
      { label: text.help, submenu: [item('shortcuts')] },
    ]),
  );
}
