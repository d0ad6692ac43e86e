import { z } from 'zod';
import { mostImportBytes, type OfferedFile } from '../domain/import.ts';
import { id, job, nothing, takes, text } from './define.ts';

export const importRequests = {
  /** Puts the labels of a file on their rows; progress and leftovers come as `job.changed`. */
  'import.take': takes(
    job.extend({
      name: text(1_000),
      bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.byteLength <= mostImportBytes),
    }),
  ).gives(),
  'import.offers': takes(nothing).gives<readonly OfferedFile[]>(),
  /** The same as `import.take` with one of these. */
  'import.take-offer': takes(job.extend({ id })).gives(),
  'import.drop-offer': takes(z.strictObject({ id })).gives(),
  'import.put': takes(job.extend({ id, shipmentId: id })).gives(),
  /** Returns the pages of a leftover as a PDF. */
  'import.show': takes(job.extend({ id })).gives<Uint8Array>(),
  /** Opens the training marketplace's panel in the browser. */
  'import.panel': takes(job).gives(),
  'import.dismiss': takes(job).gives(),
};
