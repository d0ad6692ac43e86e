import {
  Check,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  Download,
  LoaderCircle,
  Minus,
  PackageCheck,
} from '@lucide/svelte';
import type { LabelState } from '#shared/domain/job.ts';

export type Glyph = LabelState | 'later' | 'checked';

/** A state's icon and its tone: normal states are quiet, exceptions are loud. */
export const glyphs: Readonly<Record<Glyph, readonly [drawing: typeof Check, tone: string]>> = {
  pending: [CircleDashed, 'quiet'],
  locating: [LoaderCircle, 'in-work'],
  downloading: [Download, 'in-work'],
  ready: [CircleCheck, 'in-good'],
  printed: [Check, ''],
  failed: [CircleX, 'in-bad heavy'],
  none: [Minus, 'in-warn heavy'],
  later: [Clock, 'quiet'],
  checked: [PackageCheck, 'in-good'],
};
