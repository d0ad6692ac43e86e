import { app, dialog } from 'electron';
import type { Language } from '../../../shared/index.ts';

const text: Readonly<
  Record<Language, { readonly message: string; readonly detail: string; readonly buttons: string[] }>
> = {
  'pt-BR': {
    message: 'Há trabalho em andamento.',
    detail: 'Se sair agora, o trabalho para onde está e pode ser retomado quando a Doca abrir de novo.',
    buttons: ['Continuar trabalhando', 'Sair'],
  },
  en: {
    message: 'Work is under way.',
    detail: 'If you quit now, the work stops where it is and can be resumed when Doca opens again.',
    buttons: ['Keep working', 'Quit'],
  },
};

/**
 * Lets the program end only when nothing is running or a person said so, and then only after `finish`. Gives what the
 * window asks before it closes.
 */
export function guardQuit(options: {
  readonly runningJobs: () => number;
  readonly language: () => Language;
  readonly finish: () => Promise<void>;
}): () => boolean {
  let agreed = false;
  let finished = false;
  const mayQuit = (): boolean => {
    if (agreed || options.runningJobs() === 0) return true;
    const { message, detail, buttons } = text[options.language()];
    const answer = dialog.showMessageBoxSync({
      type: 'question',
      title: 'Doca',
      message,
      detail,
      buttons,
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    agreed = answer === 1;
    return agreed;
  };
  app.on('before-quit', (event) => {
    if (!mayQuit()) event.preventDefault();
  });
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', (event) => {
    if (finished) return;
    event.preventDefault();
    finished = true;
    void options.finish().finally(() => app.quit());
  });
  return mayQuit;
}
