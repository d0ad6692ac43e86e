import { fault, type Fault, type FaultKind } from '../../../shared/index.ts';
import { toLatin1 } from '../../zpl/index.ts';
import { detectionBytes, readStart } from './detect-format.ts';
import { findLanguage } from './raw-language.ts';

/** A kind of file that is not read as a label. */
interface UnreadKind {
  /** For the log and for support. */
  readonly name: string;
  readonly fault: Extract<FaultKind, `label-${string}`>;
  readonly matches: (head: Head) => boolean;
}

/** A file's first bytes as Latin-1: unchanged, and without leading byte order mark and blanks. */
interface Head {
  readonly raw: string;
  readonly text: string;
}

const byPrefix =
  (...prefixes: readonly string[]) =>
  ({ raw }: Head): boolean =>
    prefixes.some((prefix) => raw.startsWith(prefix));

/** In this order: the first match wins. Pictures and PostScript may begin like any text. */
export const unreadKinds: readonly UnreadKind[] = [
  {
    name: 'HEIC or AVIF',
    fault: 'label-kind-unknown',
    matches: ({ raw }) => /^.{4}ftyp(?:heic|heix|mif1|msf1|avif)/s.test(raw),
  },
  { name: 'TIFF', fault: 'label-kind-unknown', matches: byPrefix('II*\0', 'MM\0*') },
  { name: 'WEBP', fault: 'label-kind-unknown', matches: ({ raw }) => /^RIFF.{4}WEBP/s.test(raw) },
  { name: 'BMP', fault: 'label-kind-unknown', matches: ({ raw }) => /^BM.{8}..\0\0.\0\0\0/s.test(raw) },
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
  { name: 'CPCL', fault: 'label-kind-cpcl', matches: ({ text }) => findLanguage(text) === 'cpcl' },
  { name: 'TSPL', fault: 'label-kind-tspl', matches: ({ text }) => findLanguage(text) === 'tspl' },
  { name: 'EPL', fault: 'label-kind-epl', matches: ({ text }) => findLanguage(text) === 'epl' },
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

/** Returns the fault of a file that has no label format, with its kind if known. */
export function judgeUnread(head: Uint8Array): Fault {
  const found = findKind(head);
  return fault(found?.fault ?? 'label-kind-unknown', { detail: found?.name ?? null });
}

function findKind(head: Uint8Array): UnreadKind | undefined {
  const raw = toLatin1(head.subarray(0, detectionBytes));
  const text = readStart(head);
  return unreadKinds.find(({ matches }) => matches({ raw, text }));
}
