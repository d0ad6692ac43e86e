import { z } from 'zod';
import { job, nothing, takes, text } from './define.ts';

/** Documents that open in the system's PDF viewer. */
export const documentRequests = {
  /** Writes the pick-up manifest (romaneio). */
  'manifest.open': takes(job).gives(),
  /** Prints the manifest on this printer; it stays in the queue until it ends. */
  'manifest.print': takes(job.extend({ printer: text(300) })).gives(),
  /** Saves the grouping's proof of dispatch at a place that the person chooses: for people, or for `verify`. */
  'proof.save': takes(job.extend({ as: z.enum(['pdf', 'json']) })).gives<{ readonly saved: boolean }>(),
  'commands.sheet': takes(nothing).gives(),
};
