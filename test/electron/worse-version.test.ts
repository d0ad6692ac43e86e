import { expect, it, vi } from 'vitest';

vi.mock('electron', () => import('../electron-double/index.ts'));
const { askToGoBack } = await import('../../src/main/electron/system/worse-version.ts');
const { dialog } = await import('../electron-double/system.ts');

interface Question {
  readonly message: string;
  readonly detail?: string;
  readonly buttons: readonly string[];
  readonly cancelId?: number;
}

/**
 * Returns the question, and the results of the first answer, the second, and the window's cross.
 */
async function ask(worse: Parameters<typeof askToGoBack>[0], language: 'pt-BR' | 'en') {
  const asked: Question[] = [];
  const answers: boolean[] = [];
  for (const choose of [() => 0, () => 1, ({ cancelId = -1 }: Question) => cancelId]) {
    dialog.showMessageBox = (question: Question) => {
      asked.push(question);
      return Promise.resolve({ response: choose(question), checkboxChecked: false });
    };
    answers.push(await askToGoBack(worse, language));
  }
  const [{ message, detail, buttons } = { message: '', detail: '', buttons: [] }] = asked;
  return { text: `${message}\n${detail ?? ''}`, buttons, answers };
}

it('names the broken part, that no data is lost, and the effect of going back', async () => {
  const { text, buttons, answers } = await ask(
    { version: '1.1.0', broken: ['labels'], back: '1.0.0' },
    'pt-BR',
  );
  expect(text).toMatch(/1\.1\.0.*\n.*etiquetas.*\n\nNada se perdeu.*\n.*versão 1\.0\.0/);
  expect(text).not.toMatch(/diário|cofre/);
  expect(buttons).toEqual(['Voltar à versão 1.0.0', 'Continuar assim mesmo']);
  expect(answers).toEqual([true, false, false]);
});

it('offers no going on without the journal', async () => {
  const { text, buttons } = await ask(
    { version: '1.1.0', broken: ['journal', 'keychain'], back: '1.0.0' },
    'en',
  );
  expect(text).toMatch(/journal does not open.*\nThe keychain does not answer/);
  expect(buttons).toEqual(['Go back to version 1.0.0', 'Quit']);
});

it('names IT if there is no way back, on macOS always', async () => {
  const { text, buttons, answers } = await ask(
    { version: '1.1.0', broken: ['keychain'], back: null },
    'en',
  );
  expect(text).toContain('no way back to the version before from here: your IT can install it');
  expect(buttons).toEqual(['Go on all the same']);
  expect(answers).toEqual([false, false, false]);
});
