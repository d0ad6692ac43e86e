import {
  Check,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  LoaderCircle,
  Minus,
  PackageCheck,
} from '@lucide/svelte';
import type { LabelState } from '#shared/domain/job.ts';

export type Glyph = LabelState | 'checked';

/** A state's icon and its tone: normal states are quiet, exceptions are loud. */
export const glyphs: Readonly<Record<Glyph, readonly [drawing: typeof Check, tone: string]>> = {
  missing: [CircleDashed, 'quiet'],
  late: [Clock, 'quiet'],
  coming: [LoaderCircle, 'in-work'],
  ready: [CircleCheck, 'in-good'],
  printed: [Check, ''],
  failed: [CircleX, 'in-bad heavy'],
  refused: [CircleX, 'in-bad heavy'],
  blocked: [CircleX, 'in-bad heavy'],
  panel: [Minus, 'in-warn heavy'],
  withheld: [Clock, 'quiet'],
  checked: [PackageCheck, 'in-good'],
};
