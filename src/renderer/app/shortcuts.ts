import type { AppInfo } from '#shared/contract/app.ts';
import { menuKeys } from '#shared/domain/window.ts';

/** Only for several stations. */
export const floorCommands = ['take', 'give-back', 'take-over', 'work-alone'] as const;

/**
 * The first key is shown on buttons. Ctrl is Command on a Mac. Shift counts only if it makes
 * another command, because characters may need it.
 */
export const shortcuts = {
  primary: [menuKeys.primary, 'Ctrl+Enter'],
  'conclude-anyway': ['Ctrl+F9'],
  find: [menuKeys.find, 'Ctrl+F'],
  'go-desk': [menuKeys['go-desk']],
  'go-print': [menuKeys['go-print']],
  'go-check': [menuKeys['go-check']],
  'go-history': [menuKeys['go-history']],
  'go-office': [menuKeys['go-office']],
  'go-settings': [menuKeys['go-settings']],
  // Not Ctrl+J, which many scanners send at the end of a code.
  queue: ['F5'],
  'print-these': ['Ctrl+P'],
  'print-from-here': ['Ctrl+Shift+P'],
  'reprint-last': ['Ctrl+R'],
  failures: ['Ctrl+E'],
  'retry-these': ['Ctrl+T'],
  'without-these': ['Ctrl+S'],
  'confirm-these': ['Ctrl+K'],
  'show-these': ['Ctrl+L'],
  // As in etiqueta.
  import: ['Ctrl+Shift+E'],
  // As in liberado.
  leaving: ['Ctrl+Shift+L'],
  zoom: ['Ctrl+D'],
  // As in gravar: Ctrl+S goes on without labels.
  save: ['Ctrl+G'],
  // Neither Ctrl+B, Ctrl+I nor Ctrl+M, which scanners send before or behind a code.
  take: ['Ctrl+U'],
  'give-back': ['Ctrl+Shift+U'],
  'take-over': ['Ctrl+O'],
  // It is not pressed by accident.
  'work-alone': ['Ctrl+Shift+S'],
  // As in crachá.
  'leave-bench': ['Ctrl+Shift+K'],
  shortcuts: [menuKeys.shortcuts, '?'],
  undo: ['Ctrl+Z'],
  cancel: ['Ctrl+.'],
  back: ['Esc'],
} as const satisfies Readonly<
  Record<keyof typeof menuKeys, readonly string[]> & Record<string, readonly string[]>
>;

/** All commands of keys: the menu's and those of the screens. */
export type Command = keyof typeof shortcuts;

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const commandsByKey = new Map(
  (Object.keys(shortcuts) as Command[]).flatMap((command) =>
    shortcuts[command].map((key: string): readonly [string, Command] => [key, command]),
  ),
);

export function findCommand(press: KeyPress): Command | null {
  if (press.altKey) return null;
  const control = press.ctrlKey || press.metaKey ? 'Ctrl+' : '';
  const name = press.key === 'Escape' ? 'Esc' : press.key;
  const key = name.length === 1 ? name.toUpperCase() : name;
  const shifted = press.shiftKey ? commandsByKey.get(`${control}Shift+${key}`) : undefined;
  return shifted ?? commandsByKey.get(`${control}${key}`) ?? null;
}

/** The steps of the arrow keys in a list. */
export const arrowSteps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Returns true if the key types a character, which must not be taken from a field. */
export function isSign(press: KeyPress): boolean {
  return press.key.length === 1 && !press.ctrlKey && !press.metaKey && !press.altKey;
}

export function nameKeys(command: Command, platform: AppInfo['platform']): readonly string[] {
  const keys: readonly string[] = shortcuts[command];
  return platform === 'darwin'
    ? keys.map((key) => key.replace('Ctrl+Shift+', '⇧⌘').replace('Ctrl+', '⌘'))
    : keys;
}
