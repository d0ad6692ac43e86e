import { expect, it, vi } from 'vitest';

vi.mock('electron', () => import('../electron-double/index.ts'));
const { reportBrokenUpdate } = await import('../../src/main/electron/system/broken-update.ts');
const { dialog } = await import('../electron-double/system.ts');

interface Message {
  readonly message: string;
  readonly detail?: string;
  readonly buttons: readonly string[];
}

async function report(
  broken: Parameters<typeof reportBrokenUpdate>[1],
  language: 'pt-BR' | 'en',
): Promise<{ text: string; buttons: readonly string[] }> {
  const shown: Message[] = [];
  dialog.showMessageBox = (message: Message) => {
    shown.push(message);
    return Promise.resolve({ response: 0, checkboxChecked: false });
  };
  await reportBrokenUpdate('1.1.0', broken, language);
  const [{ message, detail, buttons } = { message: '', detail: '', buttons: [] }] = shown;
  return { text: `${message}\n${detail ?? ''}`, buttons };
}

it('names the broken part, that no data is lost, and IT, which can install the version before', async () => {
  const { text, buttons } = await report(['labels'], 'pt-BR');
  expect(text).toMatch(/1\.1\.0.*\n.*etiquetas.*\n\nNada se perdeu.*TI.*versão anterior/);
  expect(text).not.toMatch(/diário|cofre/);
  expect(buttons).toEqual(['Continuar assim mesmo']);
});

it('offers no going on without the journal', async () => {
  const { text, buttons } = await report(['journal', 'keychain'], 'en');
  expect(text).toMatch(/journal does not open.*\nThe keychain does not answer/);
  expect(buttons).toEqual(['Quit']);
});
