import { fault } from '../../../shared/index.ts';
import type { Fault, FaultKind, RawLanguage } from '../../../shared/index.ts';
import { toLatin1 } from '../../zpl/index.ts';
import { detectionBytes } from './detect-format.ts';

/** What a file can be that is not read as a label. */
interface UnreadKind {
  /** For the log, and for whoever looks for the reason. */
  readonly name: string;
  readonly fault: Extract<FaultKind, `label-${string}`>;
  readonly matches: (head: Head) => boolean;
}

/** A file's first bytes as Latin-1: as they are, and without byte order mark and blanks in front. */
interface Head {
  readonly raw: string;
  readonly text: string;
}

const byPrefix =
  (...prefixes: readonly string[]) =>
  ({ raw }: Head): boolean =>
    prefixes.some((prefix) => raw.startsWith(prefix));

/** EPL2 has one command a line: settings first (`N` clears the image), then what is drawn. */
const eplOpening =
  /^(?:N|\^@|O[A-Z0-9,]*|q\d+|Q\d+,\d+(?:[+,]\d+)?|S\d|D\d+|Z[TB]|R\d+,\d+|I[78][A-Z0-9,]*|J[BF]|UN?)\r?\n/;
const eplDrawing =
  /^(?:A\d+,\d+,[0-7],|B\d+,\d+,[0-3],|b\d+,\d+,[AMPQD]|L[EOSW]\d+,\d+,|X\d+,\d+,\d+,|G[GMW]\d+,|P\d+)/m;
const tsplOpening =
  /^(?:SIZE +[\d.]|CLS\b|GAP +[\d.]|BLINE +\d|DIRECTION +\d|REFERENCE +\d|DENSITY +\d|SPEED +\d|CODEPAGE +\w|SET +\w)/i;
const tsplDrawing =
  /^(?:CLS|TEXT +\d+|BARCODE +\d+|QRCODE +\d+|DMATRIX +\d+|PDF417 +\d+|BAR +\d+|BOX +\d+|BITMAP +\d+|PRINT +\d+)\b/im;

/** In this order: the first that matches. Pictures and PostScript may begin with anything that a text may. */
export const unreadKinds: readonly UnreadKind[] = [
  {
    name: 'HEIC or AVIF',
    fault: 'label-kind-unknown',
    matches: ({ raw }) => /^.{4}ftyp(?:heic|heix|mif1|msf1|avif)/s.test(raw),
  },
  { name: 'JPEG 2000', fault: 'label-kind-unknown', matches: byPrefix('\0\0\0\x0cjP  ', '\xff\x4f\xff\x51') },
  { name: 'Photoshop', fault: 'label-kind-unknown', matches: byPrefix('8BPS') },
  {
    name: 'Windows metafile',
    fault: 'label-kind-unknown',
    matches: byPrefix('\xd7\xcd\xc6\x9a', '\x01\0\0\0\x6c\0\0\0'),
  },
  { name: 'Word or Excel', fault: 'label-kind-unknown', matches: byPrefix('\xd0\xcf\x11\xe0', '{\\rtf') },
  { name: 'RAR or 7z', fault: 'label-kind-unknown', matches: byPrefix('Rar!', '7z\xbc\xaf\x27\x1c') },
  { name: 'PCL', fault: 'label-kind-unknown', matches: byPrefix('\x1b%-12345X', '\x1bE') },
  { name: 'ESC/POS', fault: 'label-kind-unknown', matches: byPrefix('\x1b@') },
  { name: 'SBPL', fault: 'label-kind-unknown', matches: byPrefix('\x1bA', '\x02\x1bA') },
  { name: 'DPL', fault: 'label-kind-unknown', matches: byPrefix('\x02L\r', '\x02m\r', '\x02n\r') },
  { name: 'PostScript', fault: 'label-kind-unknown', matches: ({ text }) => text.startsWith('%!PS') },
  {
    name: 'CPCL',
    fault: 'label-kind-cpcl',
    matches: ({ text }) => /^! (?:U1|UTILITIES|-?\d+ \d+ \d+ \d+ \d+)\b/.test(text),
  },
  { name: 'TSPL', fault: 'label-kind-tspl', matches: ({ text }) => tsplOpening.test(text) && tsplDrawing.test(text) },
  { name: 'EPL', fault: 'label-kind-epl', matches: ({ text }) => eplOpening.test(text) && eplDrawing.test(text) },
  {
    name: 'SVG',
    fault: 'label-kind-svg',
    matches: ({ text }) => /^<(?:svg|[?!])/.test(text) && /<svg[\s>]/.test(text) && !/<html|<!doctype html/i.test(text),
  },
  {
    name: 'text/html',
    fault: 'label-unknown-format',
    matches: ({ text }) => /<!doctype html|<html|<head|<body/i.test(text),
  },
  { name: 'text/xml', fault: 'label-unknown-format', matches: ({ text }) => text.startsWith('<') },
  { name: 'application/json', fault: 'label-unknown-format', matches: ({ text }) => /^[{[]/.test(text) },
  // eslint-disable-next-line no-control-regex
  { name: 'binary data', fault: 'label-kind-unknown', matches: ({ raw }) => /[\x00-\x08\x0e-\x1f]/.test(raw) },
  { name: 'text/plain', fault: 'label-unknown-format', matches: () => true },
];

const rawKinds: Readonly<Record<string, RawLanguage>> = { EPL: 'epl', TSPL: 'tspl', CPCL: 'cpcl' };

/** The language of a label that goes to a printer as it is; null for everything else. */
export function detectRaw(head: Uint8Array): RawLanguage | null {
  return rawKinds[findKind(head)?.name ?? ''] ?? null;
}

/** The fault of a file that has no format of a label: which kind it is, where that can be told. */
export function judgeUnread(head: Uint8Array): Fault {
  const found = findKind(head);
  return fault(found?.fault ?? 'label-kind-unknown', { detail: found?.name ?? null });
}

function findKind(head: Uint8Array): UnreadKind | undefined {
  const raw = toLatin1(head.subarray(0, detectionBytes));
  const text = raw.replace(/^\xef\xbb\xbf/, '').trimStart();
  return unreadKinds.find(({ matches }) => matches({ raw, text }));
}
