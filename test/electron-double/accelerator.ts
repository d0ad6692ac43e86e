export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
}

const modifiers: Readonly<Record<string, keyof KeyPress>> = {
  cmdorctrl: process.platform === 'darwin' ? 'metaKey' : 'ctrlKey',
  commandorcontrol: process.platform === 'darwin' ? 'metaKey' : 'ctrlKey',
  ctrl: 'ctrlKey',
  control: 'ctrlKey',
  alt: 'altKey',
  shift: 'shiftKey',
  cmd: 'metaKey',
  command: 'metaKey',
};

const named: Readonly<Record<string, string>> = {
  enter: 'Enter',
  return: 'Enter',
  escape: 'Escape',
  esc: 'Escape',
  space: ' ',
  tab: 'Tab',
  delete: 'Delete',
  backspace: 'Backspace',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  plus: '+',
};

/** Throws if Electron would refuse the accelerator. */
export function parseAccelerator(text: string): (press: KeyPress) => boolean {
  const parts = text.split('+').map((part) => part.trim());
  const last = parts.pop() ?? '';
  const wanted = new Set(
    parts.map((part) => {
      const modifier = modifiers[part.toLowerCase()];
      if (modifier === undefined)
        throw new TypeError(`conversion failure from ${text}: unknown modifier ${part}`);
      return modifier;
    }),
  );
  const key = named[last.toLowerCase()] ?? last;
  if (key.length !== 1 && !/^F([1-9]|1\d|2[0-4])$/.test(key) && !(last.toLowerCase() in named)) {
    throw new TypeError(`conversion failure from ${text}: unknown key ${last}`);
  }
  return (press) =>
    press.key.toLowerCase() === key.toLowerCase() &&
    (['ctrlKey', 'altKey', 'shiftKey', 'metaKey'] as const).every(
      (one) => press[one] === wanted.has(one),
    );
}
