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

/** Normal states are quiet, exceptions are loud. */
export const tones: Readonly<Record<Glyph, string>> = {
  pending: 'quiet',
  locating: 'in-work',
  downloading: 'in-work',
  ready: 'in-good',
  printed: '',
  failed: 'in-bad heavy',
  none: 'in-warn heavy',
  later: 'quiet',
  checked: 'in-good',
};

export const drawings: Readonly<Record<Glyph, typeof Check>> = {
  pending: CircleDashed,
  locating: LoaderCircle,
  downloading: Download,
  ready: CircleCheck,
  printed: Check,
  failed: CircleX,
  none: Minus,
  later: Clock,
  checked: PackageCheck,
};
