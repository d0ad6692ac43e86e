import { job, nothing, takes, text } from './define.ts';

/** Documents that open in the system's PDF viewer. */
export const documentRequests = {
  /** Writes the pick-up manifest (romaneio). */
  'manifest.open': takes(job()).gives(),
  /** Prints the manifest on this printer; it stays in the queue until it ends. */
  'manifest.print': takes(job().extend({ printer: text(300) })).gives(),
  /** Writes the sheet of barcodes for commands. */
  'commands.sheet': takes(nothing()).gives(),
};
