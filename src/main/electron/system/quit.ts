import { app, dialog } from 'electron';
import type { Language } from '#shared/faults/languages.ts';
import { pickAll } from '../../os/text/pick-all.ts';
import { limitTime } from '../../os/timeout.ts';
import { questionBox } from './desktop.ts';

/** Unfinished work is left to the next start after this time. */
const finishMs = 20_000;

const texts = {
  message: ['Há trabalho em andamento.', 'Work is under way.'],
  detail: [
    'Se sair agora, o trabalho para onde está e pode ser retomado quando a Doca abrir de novo.',
    'If you quit now, the work stops where it is and can be resumed when Doca opens again.',
  ],
  stay: ['Continuar trabalhando', 'Keep working'],
  quit: ['Sair', 'Quit'],
} as const;

/**
 * Ends the program only if nothing runs or a person confirmed, after `finish`, or 20 s of it. A
 * second start meanwhile begins anew after the end, or else calls `show`. Returns the function that
 * the window calls before it closes.
 */
export function guardQuit(options: {
  readonly runningJobs: () => number;
  readonly language: () => Language;
  readonly finish: () => Promise<void>;
  /** After `finish`, if it has ended: it takes the time that it takes. */
  readonly handOver: () => Promise<void>;
  readonly show: () => void;
}): () => boolean {
  let agreed = false;
  let ending: 'not' | 'begun' | 'over' = 'not';
  let isWantedAgain = false;
  const mayQuit = () => {
    if (agreed || ending !== 'not' || options.runningJobs() === 0) return true;
    const { message, detail, stay, quit } = pickAll(texts, options.language());
    const words = { message, detail, buttons: [stay, quit] };
    agreed =
      dialog.showMessageBoxSync({ ...questionBox, ...words, type: 'question', cancelId: 0 }) === 1;
    return agreed;
  };
  app.on('before-quit', (event) => {
    if (!mayQuit()) event.preventDefault();
  });
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', (event) => {
    if (ending === 'over') return;
    event.preventDefault();
    // A second quit meanwhile cuts nothing short.
    if (ending === 'begun') return;
    ending = 'begun';
    const end = () => {
      ending = 'over';
      app.quit();
    };
    const close = async () => {
      const finished = options.finish().then(() => true);
      const isFinished = await limitTime(finished, finishMs, () => false);
      if (isFinished) await options.handOver();
    };
    void close().then(end, end);
  });
  app.on('second-instance', () => {
    if (ending === 'not') options.show();
    else if (!isWantedAgain) app.relaunch();
    isWantedAgain = ending !== 'not';
  });
  return mayQuit;
}
