import { labelPaper } from '#shared/domain/labels.ts';
import type { FoundCode } from '#shared/domain/records.ts';
import { findDotsPerMm, splitZpl } from '../../zpl/index.ts';
import { readLabel } from '../zpl-drawing/label.ts';
import { readCode128 } from '../zpl-drawing/code128.ts';
import {
  readCode39Data,
  readItfData,
  readMatrixData,
  readQrData,
} from '../zpl-drawing/code-data.ts';

/** Returns null for data that the symbology cannot hold. */
type ToText = (data: string, parameters: readonly string[]) => string | null;

const groupSeparator = '\u001d';
const maxTextLength = 500;

/**
 * The symbologies by their commands, with the function that turns a field's data into the code's
 * text; by default the data are the text.
 */
const kinds: Readonly<Record<string, readonly [symbology: string, toText?: ToText]>> = {
  '^BC': ['Code128', (data, parameters) => readCode128(data, parameters[5])?.text ?? null],
  '^BQ': ['QRCode', (data) => readQrData(data).text],
  '^BX': ['DataMatrix', (data, parameters) => readMatrixData(data, parameters, groupSeparator)],
  '^B2': ['ITF', readItfData],
  '^B3': ['Code39', readCode39Data],
  '^BA': ['Code93', (data) => data.toUpperCase()],
  '^B7': ['PDF417'],
  '^B0': ['Aztec'],
  '^BO': ['Aztec'],
  '^BD': ['MaxiCode'],
};

/**
 * Returns the codes that a ZPL printer makes of these labels; not pictures of codes, nor codes
 * beside the paper.
 */
export function readZplCodes(zpl: Buffer, { widthMm } = labelPaper) {
  const codes: FoundCode[] = [];
  let pages = 0;
  for (const label of splitZpl(zpl)) {
    pages += 1;
    const found = new Set<string>();
    const dotsPerMm = findDotsPerMm(label, widthMm);
    for (const { content, data, place } of readLabel(label).fields) {
      if (content.kind !== 'code' || place.x >= widthMm * dotsPerMm) continue;
      const kind = kinds[content.command];
      if (kind === undefined) continue;
      const [symbology, toText] = kind;
      const read = toText === undefined ? data : toText(data, content.parameters);
      const text = read?.slice(0, maxTextLength);
      if (!text || found.has(`${symbology} ${text}`)) continue;
      found.add(`${symbology} ${text}`);
      codes.push({ symbology, text, page: pages });
    }
  }
  return { codes, pages };
}

/**
 * Returns the data of every field of these labels, line by line, printed as letters or as a code.
 */
export function readZplText(zpl: Buffer): string {
  return [...splitZpl(zpl)]
    .flatMap((label) => readLabel(label).fields.map(({ data }) => data))
    .join('\n');
}
