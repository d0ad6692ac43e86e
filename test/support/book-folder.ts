import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { CrashList, createLabelBook } from '../../src/main/labels/index.ts';
import type { LabelBook, LabelLimits, StartLabelProcess } from '../../src/main/labels/index.ts';
import { readLabelsHere } from './label-process/here.ts';
import { onePage } from './pdf-raw.ts';

/** A fresh folder and, once a test opened it, a label book in it; both gone after each test. */
export let folder: string;
export let book: LabelBook;
/** In the test that runs. */
export let processesStarted = 0;

/**
 * Call it at the beginning of a test file: files share a process, and a module is loaded only once
 * in it.
 */
export function useBookFolder(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'doca-book-'));
    processesStarted = 0;
  });
  afterEach(async () => {
    await book.close();
    rmSync(folder, { recursive: true, force: true });
  });
}

/** No file of these needs so long; it ends a hanging one, on a busy machine too. */
const patienceMs = 300_000;

/** Opens `book`; a process, if it starts one, is pushed to its limits early. */
export function open(
  startProcess: StartLabelProcess = readLabelsHere,
  limits: Partial<LabelLimits> = {},
  version = '1.2.3',
): void {
  book = createLabelBook({
    startProcess: () => {
      processesStarted += 1;
      return startProcess();
    },
    spillDir: join(folder, 'spill'),
    crashList: new CrashList(join(folder, 'killers.json'), version),
    limits: { timeoutMs: patienceMs, maxMemoryBytes: 0, ...limits },
  });
}

export function file(name: string, content: Uint8Array | string): { readonly path: string } {
  const path = join(folder, name);
  writeFileSync(path, content);
  return { path };
}

export function label(number: number): { readonly path: string } {
  return file(`${number}.pdf`, onePage({ content: `0 0 ${number + 1} 5 re f` }));
}
