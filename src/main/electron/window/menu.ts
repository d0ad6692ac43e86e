import { Menu, app, type MenuItemConstructorOptions } from 'electron';
import type { AppCommand } from '#shared/contract/app.ts';
import { menuKeys } from '#shared/domain/window.ts';
import type { Language } from '#shared/faults/languages.ts';

type Words = Readonly<Record<Language, string>>;

const labels: Readonly<Record<AppCommand, Words>> = {
  primary: { 'pt-BR': 'Próximo passo', en: 'Next step' },
  find: { 'pt-BR': 'Filtrar', en: 'Filter' },
  'go-desk': { 'pt-BR': 'Mesa', en: 'Desk' },
  'go-print': { 'pt-BR': 'Impressão', en: 'Print' },
  'go-check': { 'pt-BR': 'Conferência', en: 'Check' },
  'go-history': { 'pt-BR': 'Histórico', en: 'History' },
  'go-office': { 'pt-BR': 'Escritório', en: 'Back office' },
  'go-settings': { 'pt-BR': 'Ajustes', en: 'Settings' },
  shortcuts: { 'pt-BR': 'Atalhos do teclado', en: 'Keyboard shortcuts' },
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
    label: labels[command][language],
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
