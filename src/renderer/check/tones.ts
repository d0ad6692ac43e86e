import type { PrintScanAnswer } from '#shared/contract/scan.ts';
import type { SoundName } from '../app/index.ts';

/**
 * Green: this parcel goes. Amber: not without a person's word. Red: it does not go. Plain: no
 * effect.
 */
export type Tone = 'good' | 'warn' | 'bad' | 'plain';

const tones: Readonly<Record<PrintScanAnswer['result'], Tone>> = {
  ok: 'good',
  volume: 'good',
  already: 'plain',
  'volume-again': 'plain',
  'which-volume': 'bad',
  undone: 'plain',
  unknown: 'bad',
  'other-grouping': 'bad',
  ambiguous: 'bad',
  'has-code': 'bad',
  unlabelled: 'warn',
  stopped: 'bad',
  printing: 'good',
  waiting: 'warn',
  again: 'warn',
  several: 'warn',
  refused: 'bad',
};

export function findTone(result: PrintScanAnswer['result']): Tone {
  return tones[result];
}

/** An undo by key is silent. */
export function findSound(result: PrintScanAnswer['result']): SoundName | null {
  const tone = tones[result];
  if (tone === 'good') return 'success';
  if (tone === 'warn') return 'warning';
  return result === 'undone' ? null : 'error';
}
