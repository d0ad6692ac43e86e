import { encodeMaxiCode } from './barcode.ts';
import { drawBox } from './shape.ts';

/** ISO/IEC 16023: the distance of modules in a row, and of rows, in millimetres. */
const columnMm = 0.88;
const rowMm = 0.76;
const columns = 30;
const rows = 33;
/** The radii of the finder's rings, in millimetres: dark between each pair. */
const ringsMm = [0.51, 1.18, 1.86, 2.53, 3.2, 3.87];

const groupSeparator = '\u001d';
// eslint-disable-next-line no-control-regex
const messageHeader = /^\[\)>\x1e01\x1d\d\d/;

/** A MaxiCode (`^BD`), which has one size; null for data that it cannot hold. */
export function drawMaxiCode(data: string, mode: string, dotsPerMm: number) {
  const modules = encodeMaxiCode(
    mode === '2' || mode === '3' ? arrangeData(data, mode) : data,
    mode,
  );
  if (modules === null) return null;
  const across = columnMm * dotsPerMm;
  const down = rowMm * dotsPerMm;
  let path = '';
  for (const module of modules) {
    const row = Math.floor(module / columns);
    path += hexagon(
      ((module % columns) + 0.5 + (row % 2) / 2) * across,
      (row + 0.5) * down,
      across * 0.46,
      down * 0.6,
    );
  }
  for (const mm of ringsMm) {
    const radius = mm * dotsPerMm;
    const left = (columns / 2) * across - radius;
    const top = (rows / 2) * down - radius;
    path += drawBox(left, top, 2 * radius, 2 * radius, { across: radius, down: radius });
  }
  return { width: Math.ceil((columns + 0.5) * across), height: Math.ceil(rows * down), path };
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

function hexagon(x: number, y: number, across: number, down: number): string {
  const point = (left: number, top: number) => `${(x + left).toFixed(2)} ${(y + top).toFixed(2)}`;
  return (
    `${point(0, -down)} m ${point(across, -down / 2)} l ${point(across, down / 2)} l ` +
    `${point(0, down)} l ${point(-across, down / 2)} l ${point(-across, -down / 2)} l h\n`
  );
}
