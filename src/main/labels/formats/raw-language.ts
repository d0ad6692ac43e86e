import type { RawLanguage } from '../../../shared/index.ts';

/** EPL2 has one command per line: settings first (`N` clears the image), then drawing. */
const eplOpening =
  /^(?:N|\^@|O[A-Z0-9,]*|q\d+|Q\d+,\d+(?:[+,]\d+)?|S\d|D\d+|Z[TB]|R\d+,\d+|I[78][A-Z0-9,]*|J[BF]|UN?)\r?\n/;
const eplDrawing =
  /^(?:A\d+,\d+,[0-7],|B\d+,\d+,[0-3],|b\d+,\d+,[AMPQD]|L[EOSW]\d+,\d+,|X\d+,\d+,\d+,|G[GMW]\d+,|P\d+)/m;
const tsplOpening =
  /^(?:SIZE +[\d.]|CLS\b|GAP +[\d.]|BLINE +\d|DIRECTION +\d|REFERENCE +\d|DENSITY +\d|SPEED +\d|CODEPAGE +\w|SET +\w)/i;
const tsplDrawing =
  /^(?:CLS|TEXT +\d+|BARCODE +\d+|QRCODE +\d+|DMATRIX +\d+|PDF417 +\d+|BAR +\d+|BOX +\d+|BITMAP +\d+|PRINT +\d+)\b/im;
const cpclOpening = /^! (?:U1|UTILITIES|-?\d+ \d+ \d+ \d+ \d+)\b/;

/** Returns the printer language of a file with this beginning (without leading blanks), or null. */
export function findLanguage(text: string): RawLanguage | null {
  if (cpclOpening.test(text)) return 'cpcl';
  if (tsplOpening.test(text) && tsplDrawing.test(text)) return 'tspl';
  return eplOpening.test(text) && eplDrawing.test(text) ? 'epl' : null;
}
