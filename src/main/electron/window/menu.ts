import { Menu, app, type MenuItemConstructorOptions } from 'electron';
import type { AppCommand } from '#shared/contract/app.ts';
import { menuKeys } from '#shared/domain/window.ts';
import { type BothLanguages, type Language, pickLanguage } from '#shared/faults/languages.ts';

const labels: Readonly<Record<AppCommand, BothLanguages>> = {
  primary: ['Próximo passo', 'Next step'],
  find: ['Filtrar', 'Filter'],
  'go-desk': ['Mesa', 'Desk'],
  'go-print': ['Impressão', 'Print'],
  'go-check': ['Conferência', 'Check'],
  'go-history': ['Histórico', 'History'],
  'go-office': ['Escritório', 'Back office'],
  'go-settings': ['Ajustes', 'Settings'],
  shortcuts: ['Atalhos do teclado', 'Keyboard shortcuts'],
};

const screens = (Object.keys(labels) as AppCommand[]).filter((one) => one.startsWith('go-'));

const separator = { type: 'separator' } as const;

/** Sets the native menu in this language. Call it again when the language changes. */
export function setMenu(language: Language, run: (command: AppCommand) => void): void {
  const say = (ptBr: string, en: string) => pickLanguage([ptBr, en], language);
  const item = (command: AppCommand): MenuItemConstructorOptions => ({
    id: command,
    label: pickLanguage(labels[command], language),
    // The same keys as on the window's buttons, so that the menu teaches them.
    accelerator: menuKeys[command].replace('Ctrl', 'CmdOrCtrl'),
    click: () => run(command),
  });
  const role = (
    name: NonNullable<MenuItemConstructorOptions['role']>,
    ptBr: string,
    en: string,
  ) => ({
    role: name,
    label: say(ptBr, en),
  });
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      {
        label: process.platform === 'darwin' ? 'Doca' : say('&Arquivo', '&File'),
        submenu: [
          item('primary'),
          separator,
          { role: 'quit', label: say('&Sair', '&Quit'), accelerator: 'CmdOrCtrl+Q' },
        ],
      },
      {
        label: say('&Editar', '&Edit'),
        submenu: [
          role('undo', 'Desfazer', 'Undo'),
          role('redo', 'Refazer', 'Redo'),
          separator,
          role('cut', 'Recortar', 'Cut'),
          role('copy', 'Copiar', 'Copy'),
          role('paste', 'Colar', 'Paste'),
          role('selectAll', 'Selecionar tudo', 'Select all'),
          separator,
          item('find'),
        ],
      },
      { label: say('&Ir', '&Go'), submenu: screens.map(item) },
      {
        label: say('E&xibir', '&View'),
        submenu: [
          role('zoomIn', 'Aumentar', 'Zoom in'),
          role('zoomOut', 'Diminuir', 'Zoom out'),
          role('resetZoom', 'Tamanho normal', 'Actual size'),
          separator,
          role('togglefullscreen', 'Tela cheia', 'Full screen'),
          ...(app.isPackaged
            ? []
            : [role('toggleDevTools', 'Ferramentas de desenvolvimento', 'Developer tools')]),
        ],
      },
      { label: say('A&juda', '&Help'), submenu: [item('shortcuts')] },
    ]),
  );
}
