import type { AppCommand, AppInfo } from '../../shared/index.ts';

/** Only for several stations. */
export const floorCommands = ['take', 'give-back', 'take-over', 'work-alone'] as const;
interface Combination {
  readonly key: string;
  /** Ctrl, or Command on a Mac. */
  readonly control?: true;
  /** If Shift makes it another command; otherwise Shift is ignored, because characters may need it. */
  readonly shift?: true;
}

/** The first combination is shown on buttons. */
export const shortcuts = {
  primary: [{ key: 'F9' }, { key: 'Enter', control: true }],
  'conclude-anyway': [{ key: 'F9', control: true }],
  find: [{ key: 'F3' }, { key: 'f', control: true }],
  'go-desk': [{ key: 'F2' }],
  'go-print': [{ key: 'F4' }],
  'go-check': [{ key: 'F6' }],
  'go-history': [{ key: 'F7' }],
  'go-office': [{ key: 'F8' }],
  'go-settings': [{ key: ',', control: true }],
  // Not Ctrl+J, which many scanners send at the end of a code.
  queue: [{ key: 'F5' }],
  'print-these': [{ key: 'p', control: true }],
  'print-from-here': [{ key: 'p', control: true, shift: true }],
  'reprint-last': [{ key: 'r', control: true }],
  failures: [{ key: 'e', control: true }],
  'retry-these': [{ key: 't', control: true }],
  'without-these': [{ key: 's', control: true }],
  'confirm-these': [{ key: 'k', control: true }],
  'show-these': [{ key: 'l', control: true }],
  // As in etiqueta.
  import: [{ key: 'e', control: true, shift: true }],
  // As in liberado.
  leaving: [{ key: 'l', control: true, shift: true }],
  zoom: [{ key: 'd', control: true }],
  // As in gravar: Ctrl+S goes on without labels.
  save: [{ key: 'g', control: true }],
  // Neither Ctrl+B, Ctrl+I nor Ctrl+M, which scanners send before or behind a code.
  take: [{ key: 'u', control: true }],
  'give-back': [{ key: 'u', control: true, shift: true }],
  'take-over': [{ key: 'o', control: true }],
  // It is not pressed by accident.
  'work-alone': [{ key: 's', control: true, shift: true }],
  // As in crachá.
  'leave-bench': [{ key: 'k', control: true, shift: true }],
  shortcuts: [{ key: 'F1' }, { key: '?' }],
  undo: [{ key: 'z', control: true }],
  cancel: [{ key: '.', control: true }],
  back: [{ key: 'Escape' }],
} as const satisfies Readonly<Record<AppCommand, readonly Combination[]> & Record<string, readonly Combination[]>>;

/** All commands of keys: the menu's and those of the screens. */
export type Command = keyof typeof shortcuts;

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const commands = Object.keys(shortcuts) as Command[];

export function findCommand(press: KeyPress): Command | null {
  if (press.altKey) return null;
  const control = press.ctrlKey || press.metaKey;
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  const find = (shift: boolean): Command | undefined =>
    commands.find((command) =>
      shortcuts[command].some(
        (combination: Combination) =>
          combination.key === key &&
          (combination.control ?? false) === control &&
          (combination.shift ?? false) === shift,
      ),
    );
  return (press.shiftKey ? find(true) : undefined) ?? find(false) ?? null;
}

/** Returns true if the key types a character, which must not be taken from a field. */
export function isSign(press: KeyPress): boolean {
  return press.key.length === 1 && !press.ctrlKey && !press.metaKey && !press.altKey;
}

export function nameKeys(command: Command, platform: AppInfo['platform']): readonly string[] {
  return shortcuts[command].map(({ key, control, shift }: Combination) => {
    const name = key === 'Escape' ? 'Esc' : key.length === 1 ? key.toUpperCase() : key;
    if (control !== true) return name;
    if (platform === 'darwin') return `${shift === true ? '⇧' : ''}⌘${name}`;
    return `Ctrl+${shift === true ? 'Shift+' : ''}${name}`;
  });
}
