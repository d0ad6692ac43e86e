import { paintMaxiCode } from './barcode.ts';

/** ISO/IEC 16023: the distance of modules in a row, in millimetres, and in the picture's units. */
const columnMm = 0.88;
const columnUnits = 70;

const groupSeparator = '\u001d';
// eslint-disable-next-line no-control-regex
const messageHeader = /^\[\)>\x1e01\x1d\d\d/;

/** A MaxiCode (`^BD`), which has one size; null for data that it cannot hold. */
export function drawMaxiCode(data: string, mode: string, dotsPerMm: number) {
  const isRouted = mode === '2' || mode === '3';
  const svg = paintMaxiCode(isRouted ? arrangeData(data, mode) : data, Number(mode));
  if (svg === null) return null;
  const scale = (columnMm / columnUnits) * dotsPerMm;
  const [, width = 0, height = 0] = (/viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []).map(Number);
  const outlines = Array.from(svg.matchAll(/ d="([^"]+)/g), ([, outline = '']) =>
    outline
      .replaceAll(/([MLC])([^A-Z]+)/g, '$2 $1\n')
      .replaceAll('Z', 'h\n')
      .toLowerCase(),
  );
  return {
    width: Math.ceil(width * scale),
    height: Math.ceil(height * scale),
    path: `${scale} 0 0 ${scale} 0 0 cm\n${outlines.join('')}`,
  };
}

/**
 * A printer takes service class, country and postcode first in one piece, then the message; the
 * encoder takes them separately and behind the message's header. A postcode has nine digits (mode
 * 2) or six characters (mode 3).
 */
function arrangeData(data: string, mode: string): string {
  const service = data.slice(0, 3);
  const country = data.slice(3, 6);
  const end = mode === '2' ? 15 : 12;
  const [header = ''] = messageHeader.exec(data.slice(end)) ?? [];
  return (
    header +
    [data.slice(6, end), country, service, data.slice(end + header.length)].join(groupSeparator)
  );
}
