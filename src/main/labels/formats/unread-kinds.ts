import { fault, type Fault, type FaultKind } from '#shared/faults/faults.ts';
import { toLatin1 } from '../../zpl/index.ts';
import { detectRefused, detectionBytes, readStart } from './detect-format.ts';

/** A kind of file that is not read as a label. */
interface UnreadKind {
  /** For the log and for support. */
  readonly name: string;
  /** Default: `unknownKind`. */
  readonly fault?: Extract<FaultKind, `label-${string}`>;
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

const refused = (name: NonNullable<ReturnType<typeof detectRefused>>) => ({
  name,
  matches: ({ text }: Head): boolean => detectRefused(text) === name,
});

export const unknownKind = 'label-kind-unknown';
const page = /<!doctype html|<html|<head|<body/i;

const language = { fault: 'label-kind-language' } as const;
const plain = { fault: 'label-unknown-format' } as const;
const picture = { fault: 'label-kind-picture' } as const;

/** In this order: the first match wins. Pictures and PostScript may begin like any text. */
export const unreadKinds: readonly UnreadKind[] = [
  { ...picture, ...refused('GIF') },
  { ...language, ...refused('EPL') },
  { ...language, ...refused('TSPL') },
  { ...language, ...refused('CPCL') },
  {
    ...picture,
    name: 'HEIC, AVIF',
    matches: ({ raw }) => /^.{4}ftyp(?:heic|heix|mif1|msf1|avif)/s.test(raw),
  },
  { ...picture, name: 'TIFF', matches: byPrefix('II*\0', 'MM\0*') },
  { ...picture, name: 'WEBP', matches: ({ raw }) => /^RIFF.{4}WEBP/s.test(raw) },
  { ...picture, name: 'BMP', matches: ({ raw }) => /^BM.{8}..\0\0.\0\0\0/s.test(raw) },
  { name: 'Word or Excel', matches: byPrefix('\xd0\xcf\x11\xe0', '{\\rtf') },
  { name: 'RAR or 7z', matches: byPrefix('Rar!', '7z\xbc\xaf\x27\x1c') },
  { ...language, name: 'PCL', matches: byPrefix('\x1b%-12345X', '\x1bE') },
  { ...language, name: 'SBPL', matches: byPrefix('\x1bA', '\x02\x1bA') },
  { name: 'PostScript', matches: ({ text }) => text.startsWith('%!PS') },
  {
    ...picture,
    name: 'SVG',
    matches: ({ text }) =>
      /^<(?:svg|[?!])/.test(text) && /<svg[\s>]/.test(text) && !page.test(text),
  },
  { ...plain, name: 'text/html', matches: ({ text }) => page.test(text) },
  { ...plain, name: 'text/xml', matches: ({ text }) => text.startsWith('<') },
  {
    ...plain,
    name: 'application/json',
    matches: ({ text }) => /^[{[]/.test(text),
  },
  // eslint-disable-next-line no-control-regex
  { name: 'binary data', matches: ({ raw }) => /[\x00-\x08\x0e-\x1f]/.test(raw) },
  { ...plain, name: 'text/plain', matches: () => true },
];

/**
 * Returns the fault of a file that is no label that Doca reads, with its kind if known.
 */
export function judgeUnread(head: Uint8Array): Fault {
  const raw = toLatin1(head.subarray(0, detectionBytes));
  const text = readStart(head);
  const found = unreadKinds.find(({ matches }) => matches({ raw, text }));
  return fault(found?.fault ?? unknownKind, { detail: found?.name ?? null });
}
