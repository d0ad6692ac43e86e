import { maxDots } from './label.ts';

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
  if (command === '^GB' || command === '^GD') {
    const line = Math.max(1, number(2));
    const width = Math.max(line, number(0));
    const height = Math.max(line, number(1));
    const radius = (Math.min(8, number(4)) / 8) * (Math.min(width, height) / 2);
    const rises = !/^[L\\]/i.test(parameters[4] ?? 'R');
    const path =
      command === '^GB'
        ? frame(width, height, line, { across: radius, down: radius })
        : diagonal(width, height, line, rises);
    return { width, height, path, isWhite: isWhite(3) };
  }
  const width = Math.max(3, number(0));
  const height = command === '^GC' ? width : Math.max(3, number(1));
  const next = command === '^GC' ? 1 : 2;
  const path = frame(width, height, Math.max(1, number(next)), {
    across: width / 2,
    down: height / 2,
  });
  return { width, height, path, isWhite: isWhite(next + 1) };
}

/** The radii of a box's corners; those of an ellipse are half of its width and height. */
interface Corner {
  readonly across: number;
  readonly down: number;
}

function frame(width: number, height: number, line: number, corner: Corner): string {
  const outer = drawBox(0, 0, width, height, corner);
  if (line * 2 >= Math.min(width, height)) return outer;
  const inner = {
    across: Math.max(0, corner.across - line),
    down: Math.max(0, corner.down - line),
  };
  return outer + drawBox(line, line, width - 2 * line, height - 2 * line, inner);
}

function drawBox(
  x: number,
  y: number,
  width: number,
  height: number,
  { across, down }: Corner,
): string {
  if (across <= 0) return `${x} ${y} ${width} ${height} re\n`;
  const right = x + width;
  const bottom = y + height;
  const handleX = across * (1 - quarter);
  const handleY = down * (1 - quarter);
  return (
    `${x + across} ${y} m ${right - across} ${y} l ` +
    `${right - handleX} ${y} ${right} ${y + handleY} ${right} ${y + down} c ` +
    `${right} ${bottom - down} l ` +
    `${right} ${bottom - handleY} ${right - handleX} ${bottom} ${right - across} ${bottom} c ` +
    `${x + across} ${bottom} l ` +
    `${x + handleX} ${bottom} ${x} ${bottom - handleY} ${x} ${bottom - down} c ` +
    `${x} ${y + down} l ` +
    `${x} ${y + handleY} ${x + handleX} ${y} ${x + across} ${y} c h\n`
  );
}

/** A line whose thickness is horizontal, not perpendicular. */
function diagonal(width: number, height: number, line: number, rises: boolean): string {
  const inner = width - line;
  return rises
    ? `0 ${height} m ${inner} 0 l ${width} 0 l ${line} ${height} l h\n`
    : `0 0 m ${line} 0 l ${width} ${height} l ${inner} ${height} l h\n`;
}
