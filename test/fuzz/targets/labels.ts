/** Label files: their wrappings, PDF, pictures, and ZPL. */
import { LabelReader } from '../../../src/main/labels/book/label-reader.ts';
import { workInOwnThread } from '../../../src/main/labels/book/threads.ts';
import type { PageEngine } from '../../../src/main/labels/pdf/look/look.ts';
import { toPdfFaultKind } from '../../../src/main/labels/pdf/syntax/errors.ts';
import { FaultError } from '../../../src/main/os/errors.ts';
import { ZplDamage } from '../../../src/main/zpl/index.ts';
import { labelPaper } from '#shared/domain/labels.ts';
import { fileCorpus } from '../../support/file-corpus.ts';

const drawn = workInOwnThread(import.meta.resolve('../../../src/main/labels/book/process.ts'));
const undrawn: PageEngine = { ...drawn, look: () => Promise.resolve([]) };

export async function read(bytes: Buffer): Promise<void> {
  const options = { spillPath: '', maxMemoryBytes: Number.MAX_SAFE_INTEGER };
  // A drawing takes the most time, and sees nothing of the hunter.
  const engine = bytes.length % 16 === 0 ? drawn : undrawn;
  const reader = new LabelReader(options, engine, () => bytes);
  try {
    // Unlike the desk's method, it throws its errors.
    await reader.show('', { paper: labelPaper, pages: 'all', crop: 'auto' });
  } catch (error) {
    if (!isRefusal(error)) throw error;
  } finally {
    reader.close();
  }
}

export async function seeds(): Promise<readonly Uint8Array[]> {
  return Object.values(await fileCorpus())
    .flat()
    .map((one) => one.bytes);
}

/** Whether the error is an intended refusal of a file. */
export function isRefusal(error: unknown): boolean {
  if (toPdfFaultKind(error) !== null || error instanceof FaultError) return true;
  if (error instanceof ZplDamage) return true;
  return error instanceof Error && error.constructor.name === 'ZplRefused';
}
