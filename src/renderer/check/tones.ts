import type { ScanAnswer } from '../../shared/index.ts';

/** Green: this parcel goes. Red: it does not. Plain: nothing to do with it. */
export type Tone = 'good' | 'bad' | 'plain';

const tones: Readonly<Record<ScanAnswer['result'], Tone>> = {
  ok: 'good',
  volume: 'good',
  already: 'plain',
  'volume-again': 'plain',
  'which-volume': 'bad',
  undone: 'plain',
  unknown: 'bad',
  'other-grouping': 'bad',
  ambiguous: 'bad',
};

export function findTone(result: ScanAnswer['result']): Tone {
  return tones[result];
}
