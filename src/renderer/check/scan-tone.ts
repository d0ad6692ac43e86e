import type { ScanAnswer } from '../../shared/index.ts';

/** Green: this parcel goes. Red: it does not. Plain: nothing to do with it. */
export function toneOf(result: ScanAnswer['result']): 'good' | 'bad' | 'plain' {
  switch (result) {
    case 'ok':
      return 'good';
    case 'already':
    case 'undone':
      return 'plain';
    case 'unknown':
    case 'other-grouping':
    case 'ambiguous':
      return 'bad';
  }
}
