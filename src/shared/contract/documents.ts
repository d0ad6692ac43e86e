import { job, nothing, takes, text } from './define.ts';

/** Papers that open in the system's PDF viewer. */
export const documentRequests = {
  /** Writes the pick-up manifest (romaneio). */
  'manifest.open': takes(job()).gives(),
  /** The same, on this printer, for which it stays in the queue until it ends. */
  'manifest.print': takes(job().extend({ printer: text(300) })).gives(),
  /** The sheet of barcodes that a scanner gives commands with. */
  'commands.sheet': takes(nothing()).gives(),
};
