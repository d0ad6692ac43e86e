import { maxDots } from './label.ts';
import { ZplUndrawable } from './undrawable.ts';

/** The length of a Bézier curve's handles for a quarter of a circle. */
const quarter = 0.5523;

/**
 * Makes `^GB`, `^GC`, `^GD` or `^GE`, in dots from its field's upper left corner, filled by the
 * even-odd rule.
 */
export function makeShape(command: string, parameters: readonly string[]) {
  const number = (place: number) =>
    Math.min(maxDots, Number.parseInt(parameters[place] ?? '', 10) || 0);
  const isWhite = (place: number) => /^W/i.test(parameters[place] ?? '');
  switch (command) {
    case '^GB': {
      const line = Math.max(1, number(2));
      const width = Math.max(line, number(0));
      const height = Math.max(line, number(1));
      const radius = (Math.min(8, number(4)) / 8) * (Math.min(width, height) / 2);
      return { width, height, path: frame(width, height, line, radius), isWhite: isWhite(3) };
    }
    case '^GC': {
      const width = Math.max(3, number(0));
      return {
        width,
        height: width,
        path: ring(width, width, Math.max(1, number(1))),
        isWhite: isWhite(2),
      };
    }
    case '^GE': {
      const width = Math.max(3, number(0));
      const height = Math.max(3, number(1));
      return {
        width,
        height,
        path: ring(width, height, Math.max(1, number(2))),
        isWhite: isWhite(3),
      };
    }
    case '^GD': {
      const line = Math.max(1, number(2));
      const width = Math.max(line, number(0));
      const height = Math.max(line, number(1));
      const rises = !/^[L\\]/i.test(parameters[4] ?? 'R');
      return { width, height, path: diagonal(width, height, line, rises), isWhite: isWhite(3) };
    }
    default:
      throw new ZplUndrawable(command);
  }
}

function frame(width: number, height: number, line: number, radius: number): string {
  const outer = box(0, 0, width, height, radius);
  if (line * 2 >= Math.min(width, height)) return outer;
  return outer + box(line, line, width - 2 * line, height - 2 * line, Math.max(0, radius - line));
}

function box(x: number, y: number, width: number, height: number, radius: number): string {
  if (radius <= 0) return `${x} ${y} ${width} ${height} re\n`;
  const right = x + width;
  const bottom = y + height;
  const handle = radius * (1 - quarter);
  return (
    `${x + radius} ${y} m ${right - radius} ${y} l ` +
    `${right - handle} ${y} ${right} ${y + handle} ${right} ${y + radius} c ` +
    `${right} ${bottom - radius} l ` +
    `${right} ${bottom - handle} ${right - handle} ${bottom} ${right - radius} ${bottom} c ` +
    `${x + radius} ${bottom} l ` +
    `${x + handle} ${bottom} ${x} ${bottom - handle} ${x} ${bottom - radius} c ` +
    `${x} ${y + radius} l ` +
    `${x} ${y + handle} ${x + handle} ${y} ${x + radius} ${y} c h\n`
  );
}

function ring(width: number, height: number, line: number): string {
  const outer = ellipse(width / 2, height / 2, width / 2, height / 2);
  if (line * 2 >= Math.min(width, height)) return outer;
  return outer + ellipse(width / 2, height / 2, width / 2 - line, height / 2 - line);
}

export function ellipse(x: number, y: number, across: number, down: number): string {
  const handleX = across * quarter;
  const handleY = down * quarter;
  return (
    `${x + across} ${y} m ` +
    `${x + across} ${y + handleY} ${x + handleX} ${y + down} ${x} ${y + down} c ` +
    `${x - handleX} ${y + down} ${x - across} ${y + handleY} ${x - across} ${y} c ` +
    `${x - across} ${y - handleY} ${x - handleX} ${y - down} ${x} ${y - down} c ` +
    `${x + handleX} ${y - down} ${x + across} ${y - handleY} ${x + across} ${y} c h\n`
  );
}

/** A line whose thickness is horizontal, not perpendicular. */
function diagonal(width: number, height: number, line: number, rises: boolean): string {
  const inner = width - line;
  return rises
    ? `0 ${height} m ${inner} 0 l ${width} 0 l ${line} ${height} l h\n`
    : `0 0 m ${line} 0 l ${width} ${height} l ${inner} ${height} l h\n`;
}
