import Check from '@lucide/svelte/icons/check';
import CircleCheck from '@lucide/svelte/icons/circle-check';
import CircleDashed from '@lucide/svelte/icons/circle-dashed';
import CircleX from '@lucide/svelte/icons/circle-x';
import Clock from '@lucide/svelte/icons/clock';
import Download from '@lucide/svelte/icons/download';
import LoaderCircle from '@lucide/svelte/icons/loader-circle';
import Minus from '@lucide/svelte/icons/minus';
import PackageCheck from '@lucide/svelte/icons/package-check';
import type { LabelState } from '../../shared/index.ts';

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
