import type { AppCommand, Language } from '../../../shared/index.ts';

/** In Portuguese, which also defines the keys of every language. */
const portuguese = {
  file: '&Arquivo',
  quit: '&Sair',
  edit: '&Editar',
  undo: 'Desfazer',
  redo: 'Refazer',
  cut: 'Recortar',
  copy: 'Copiar',
  paste: 'Colar',
  selectAll: 'Selecionar tudo',
  go: '&Ir',
  view: 'E&xibir',
  zoomIn: 'Aumentar',
  zoomOut: 'Diminuir',
  resetZoom: 'Tamanho normal',
  fullScreen: 'Tela cheia',
  devTools: 'Ferramentas de desenvolvimento',
  help: 'A&juda',
  commands: {
    'go-desk': 'Mesa',
    'go-print': 'Impressão',
    'go-check': 'Conferência',
    'go-history': 'Histórico',
    'go-office': 'Retaguarda',
    'go-settings': 'Ajustes',
    primary: 'Próximo passo',
    find: 'Filtrar',
    shortcuts: 'Atalhos do teclado',
  } satisfies Readonly<Record<AppCommand, string>>,
};

export type MenuText = typeof portuguese;

const english: MenuText = {
  file: '&File',
  quit: '&Quit',
  edit: '&Edit',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  go: '&Go',
  view: '&View',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  resetZoom: 'Actual size',
  fullScreen: 'Full screen',
  devTools: 'Developer tools',
  help: '&Help',
  commands: {
    'go-desk': 'Desk',
    'go-print': 'Print',
    'go-check': 'Check',
    'go-history': 'History',
    'go-office': 'Back office',
    'go-settings': 'Settings',
    primary: 'Next step',
    find: 'Filter',
    shortcuts: 'Keyboard shortcuts',
  },
};

export const menuText: Readonly<Record<Language, MenuText>> = { 'pt-BR': portuguese, en: english };
