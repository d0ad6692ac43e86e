import type { Terminal } from '../../src/main/command-line/index.ts';
import { openTokenStore } from '../../src/main/credentials/index.ts';
import { silentLog } from '../../src/main/os/log.ts';
import { readLabelsHere } from './label-process/here.ts';

/**
 * Returns a terminal without a reader or input, in an empty environment, with these properties of
 * its own. It reads labels in its own process.
 */
export function makeTerminal(own: Partial<Terminal>): Terminal {
  return {
    out: () => undefined,
    err: () => undefined,
    version: '1.2.3-test',
    errIsTty: false,
    columns: 80,
    home: '/nowhere',
    env: {},
    stdin: () => listLines([]),
    openTokenStore: () => openTokenStore({ log: silentLog }),
    openBrowser: () => Promise.reject(new Error('no browser here')),
    useNetwork: () => undefined,
    startLabelProcess: readLabelsHere,
    startPrintProcess: () => {
      throw new Error('no printers of Windows here');
    },
    signal: new AbortController().signal,
    ...own,
  };
}

/** Standard input of these lines. */
export async function* listLines(lines: readonly string[]): AsyncGenerator<string> {
  for (const line of lines) yield await Promise.resolve(line);
}
