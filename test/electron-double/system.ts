import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { allContents } from './pages.ts';
import { report } from './report.ts';
import { strict, StrictEmitter } from './strict.ts';

interface MessageBox {
  readonly message: string;
  readonly buttons: readonly string[];
  readonly defaultId?: number;
}

/**
 * With a visible browser there is no user for a native dialog: takes the default answer, and
 * reports it.
 */
function answer(question: MessageBox): number {
  if (process.env['ELECTRON_DOUBLE_VISIBLE'] !== '1') {
    report({ type: 'problem', text: `a dialog that nobody answers: ${question.message}` });
    throw new Error(
      'the Electron double has no person to answer a dialog: give dialog a function that does',
    );
  }
  const chosen = question.defaultId ?? 0;
  report({ type: 'note', text: `dialog: ${question.message} → ${question.buttons[chosen] ?? ''}` });
  return chosen;
}

export const dialog = strict('dialog', {
  showMessageBoxSync: (question: MessageBox): number => answer(question),
  showMessageBox: (question: MessageBox): Promise<{ response: number; checkboxChecked: boolean }> =>
    Promise.resolve().then(() => ({ response: answer(question), checkboxChecked: false })),
  showSaveDialog(options: {
    readonly defaultPath: string;
  }): Promise<{ canceled: boolean; filePath: string }> {
    const filePath = join(homedir(), basename(options.defaultPath));
    answer({ message: `save as ${filePath}`, buttons: ['OK'] });
    return Promise.resolve({ canceled: false, filePath });
  },
  showErrorBox(title: string, content: string): void {
    report({ type: 'problem', text: `error box: ${title}: ${content}` });
  },
});

/** Never leaves the machine: reports the addresses and paths to the harness. */
export const shell = strict('shell', {
  openExternal(url: string): Promise<void> {
    report({ type: 'note', text: `openExternal ${url}` });
    return Promise.resolve();
  },
  openPath(path: string): Promise<string> {
    report({ type: 'note', text: `openPath ${path}` });
    return Promise.resolve('');
  },
});

/** No process crashes natively here; the test checks that no report is sent. */
export const crashReporter = strict('crashReporter', {
  start({ uploadToServer }: { readonly uploadToServer?: boolean }): void {
    if (uploadToServer !== false) throw new Error('the Electron double sends no dumps');
  },
});

let clipboardText = '';
export const clipboard = strict('clipboard', {
  writeText(text: string): Promise<void> {
    if (typeof text !== 'string')
      throw new TypeError('Error processing argument at index 0, conversion failure');
    clipboardText = text;
    return Promise.resolve();
  },
  readText: (): Promise<string> => Promise.resolve(clipboardText),
});

class PowerMonitorDouble extends StrictEmitter {
  constructor() {
    super('powerMonitor', ['suspend', 'resume', 'lock-screen', 'unlock-screen']);
  }
}
export const powerMonitor = strict('powerMonitor', new PowerMonitorDouble());

const blockers = new Map<number, string>();
let blockerIds = 0;
export const powerSaveBlocker = strict('powerSaveBlocker', {
  start(type: string): number {
    if (type !== 'prevent-app-suspension' && type !== 'prevent-display-sleep')
      throw new TypeError(`unknown type ${type}`);
    blockers.set((blockerIds += 1), type);
    return blockerIds;
  },
  stop: (id: number): boolean => blockers.delete(id),
  isStarted: (id: number): boolean => blockers.has(id),
});

const taskbar = 40;

/**
 * Side by side, the primary one first: `1024x768,1366x768@1.5`, in dots. Electron reports the sizes
 * divided by the scale.
 */
function readDisplays(text: string) {
  let x = 0;
  return text.split(',').map((one, index) => {
    const [, across = '', down = '', scale = '1'] = /^(\d+)x(\d+)(?:@([\d.]+))?$/.exec(one) ?? [];
    const [width, height] = [
      Math.floor(Number(across) / Number(scale)),
      Math.floor(Number(down) / Number(scale)),
    ];
    const display = {
      id: index + 1,
      bounds: { x, y: 0, width, height },
      workArea: { x, y: 0, width, height: height - taskbar },
      scaleFactor: Number(scale),
    };
    x += width;
    return display;
  });
}

const displays = readDisplays(process.env['ELECTRON_DOUBLE_DISPLAYS'] ?? '1920x1080');
export const screen = strict('screen', {
  getAllDisplays: () => displays,
  getPrimaryDisplay: () => displays[0] ?? { workArea: { x: 0, y: 0, width: 0, height: 0 } },
});

type ThemeSource = 'system' | 'light' | 'dark';
let themeSource: ThemeSource = 'system';
export const nativeTheme = strict('nativeTheme', {
  get themeSource(): ThemeSource {
    return themeSource;
  },
  set themeSource(value: ThemeSource) {
    if (!['system', 'light', 'dark'].includes(value)) throw new TypeError(`unknown theme ${value}`);
    themeSource = value;
    for (const contents of allContents()) void applyTheme(contents.cdp());
  },
  get shouldUseDarkColors(): boolean {
    return themeSource === 'dark';
  },
});

interface Emulating {
  send(
    method: 'Emulation.setEmulatedMedia',
    params: { features: { name: string; value: string }[] },
  ): Promise<unknown>;
}

/** Pages see the theme as `prefers-color-scheme`; the double's system is light. */
async function applyTheme(cdp: Emulating | null): Promise<void> {
  const value = themeSource === 'dark' ? 'dark' : 'light';
  await cdp
    ?.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] })
    .catch(() => undefined);
}
