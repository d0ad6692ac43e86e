import { app, crashReporter, dialog } from 'electron';
import { faultText } from '#shared/faults/fault-text.ts';
import type { Fault } from '#shared/faults/faults.ts';
import { type Language, pickLanguage } from '#shared/faults/languages.ts';
import { pickAll } from '../../os/text/pick-all.ts';
import { describeError, FaultError } from '../../os/errors.ts';
import { toDiskFault } from '../../os/files.ts';
import { findDumpFolder, prepareDumpFolder } from '../../os/dumps.ts';
import { questionBox } from './desktop.ts';
import type { LogFile } from './log-file.ts';

const texts = {
  main: `A Doca teve um defeito e vai fechar. Abra-a de novo: o trabalho continua de onde parou.
    Doca had a defect and will close. Open it again: the work goes on where it stopped.`,
  page: [
    'A tela da Doca falhou várias vezes seguidas.',
    "Doca's screen failed several times in a row.",
  ],
  pageDetail: [
    'O trabalho feito está guardado. Se abrir de novo não resolver, reinicie o computador.',
    'The work that was done is safe. If opening it again does not help, restart the computer.',
  ],
  again: ['Abrir de novo', 'Open again'],
  quit: ['Sair', 'Quit'],
} as const;

/**
 * A defect in main ends the program after it was logged: a wrong state must not print on. The
 * journal makes the next start continue. An unhandled rejection is only logged. Returns what ends
 * the program after a failed start.
 */
export function recordCrashes(file: LogFile, language: () => Language) {
  const end = (event: string, error: unknown, words: string) => {
    file.log.warn(event, { error: describeError(error) });
    file.flush();
    dialog.showErrorBox('Doca', words);
    app.exit(1);
  };
  const sayDefect = () => pickLanguage(texts.main, language());
  const describe = ({ kind, detail }: Fault): string => {
    const { what, next } = faultText(kind, language());
    return `${what} ${next}${detail === null ? '' : ` (${detail})`}`;
  };
  process.on('uncaughtException', (error) => end('main.crashed', error, sayDefect()));
  process.on('unhandledRejection', (reason) =>
    file.log.warn('main.rejection', { error: describeError(reason) }),
  );
  app.on('child-process-gone', (_event, details) => {
    file.log.warn('child.gone', {
      type: details.type,
      reason: details.reason,
      exitCode: details.exitCode,
    });
  });
  return {
    failStart: (error: unknown): void => {
      const known = error instanceof FaultError ? error.fault : toDiskFault(error);
      end('main.start-failed', error, known === null ? sayDefect() : describe(known));
    },
  };
}

/**
 * Makes a native crash of any process leave a dump on this computer, and uploads nothing. Call it
 * before `ready`.
 */
export function keepDumps(dataDir: string, nowMs: number): void {
  if (!prepareDumpFolder(dataDir, nowMs)) return;
  app.setPath('crashDumps', findDumpFolder(dataDir));
  crashReporter.start({ uploadToServer: false });
}

/** After several crashes of the page in a row: true to try once more. */
export async function askToReopen(language: Language): Promise<boolean> {
  const { page, pageDetail, again, quit } = pickAll(texts, language);
  const words = { message: page, detail: pageDetail, buttons: [again, quit] };
  const { response } = await dialog.showMessageBox({
    ...questionBox,
    ...words,
    type: 'error',
    cancelId: 1,
  });
  return response === 0;
}
