import { job, nothing, takes } from './define.ts';

/** Papers that open in the system's PDF viewer. */
export const documentRequests = {
  /** Writes the pick-up manifest (romaneio). */
  'manifest.open': takes(job()).gives(),
  /** The sheet of barcodes that a scanner gives commands with. */
  'commands.sheet': takes(nothing()).gives(),
};
