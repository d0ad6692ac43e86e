import { Menu, app, type MenuItemConstructorOptions } from 'electron';
import type { AppCommand } from '#shared/contract/app.ts';
import type { Language } from '#shared/faults/languages.ts';

type Words = Readonly<Record<Language, string>>;

/** The same keys as on the window's buttons, so that the menu teaches them. */
export const menuCommands: Readonly<Record<AppCommand, Words & { readonly key: string }>> = {
  primary: { key: 'F9', 'pt-BR': 'Próximo passo', en: 'Next step' },
  find: { key: 'F3', 'pt-BR': 'Filtrar', en: 'Filter' },
  'go-desk': { key: 'F2', 'pt-BR': 'Mesa', en: 'Desk' },
  'go-print': { key: 'F4', 'pt-BR': 'Impressão', en: 'Print' },
  'go-check': { key: 'F6', 'pt-BR': 'Conferência', en: 'Check' },
  'go-history': { key: 'F7', 'pt-BR': 'Histórico', en: 'History' },
  'go-office': { key: 'F8', 'pt-BR': 'Escritório', en: 'Back office' },
  'go-settings': { key: 'CmdOrCtrl+,', 'pt-BR': 'Ajustes', en: 'Settings' },
  shortcuts: { key: 'F1', 'pt-BR': 'Atalhos do teclado', en: 'Keyboard shortcuts' },
};

const screens = [
  'go-desk',
  'go-print',
  'go-check',
  'go-history',
  'go-office',
  'go-settings',
] as const;

const separator = { type: 'separator' } as const;

/** Sets the native menu in this language. Call it again when the language changes. */
export function setMenu(language: Language, run: (command: AppCommand) => void): void {
  const say = (ptBr: string, en: string) => ({ 'pt-BR': ptBr, en })[language];
  const item = (command: AppCommand): MenuItemConstructorOptions => ({
    id: command,
    label: menuCommands[command][language],
    accelerator: menuCommands[command].key,
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
