import { encode } from 'fast-png';
import type { Shape } from './shapes.ts';

const fieldPx = 1024;
const samplesPerAxis = 8;

type Point = readonly [x: number, y: number];

/** The drawing as a PNG file with an alpha channel. */
export function rasterise(shapes: readonly Shape[], sizePx: number): Uint8Array {
  const data = new Uint8Array(sizePx * sizePx * 4);
  for (const shape of shapes)
    paint(data, sizePx, coverage(outline(shape.path), sizePx), shape.colour);
  return encode({ width: sizePx, height: sizePx, data, channels: 4, depth: 8 });
}

/** Flattens a path into closed polygons. */
function outline(path: string): readonly (readonly Point[])[] {
  const tokens = path.trim().split(/\s+/);
  const polygons: Point[][] = [];
  let here: Point = [0, 0];
  const number = (): number => Number(tokens.shift());
  const to = (point: Point): void => {
    here = point;
    polygons.at(-1)?.push(point);
  };
  for (let command = tokens.shift(); command !== undefined; command = tokens.shift()) {
    if (command === 'M') {
      polygons.push([]);
      to([number(), number()]);
    } else if (command === 'L') to([number(), number()]);
    else if (command === 'H') to([number(), here[1]]);
    else if (command === 'V') to([here[0], number()]);
    else if (command === 'C') {
      const curve: readonly [Point, Point, Point, Point] = [
        here,
        [number(), number()],
        [number(), number()],
        [number(), number()],
      ];
      for (let step = 1; step <= 32; step += 1) to(onCurve(curve, step / 32));
    } else if (command !== 'Z') throw new Error(`not a path command of this script: ${command}`);
  }
  return polygons;
}

function onCurve([a, b, c, d]: readonly [Point, Point, Point, Point], t: number): Point {
  const axis = (i: 0 | 1): number =>
    (1 - t) ** 3 * a[i] + 3 * (1 - t) ** 2 * t * b[i] + 3 * (1 - t) * t ** 2 * c[i] + t ** 3 * d[i];
  return [axis(0), axis(1)];
}

/** How much of each pixel lies inside (even-odd), 0 to 1. */
function coverage(polygons: readonly (readonly Point[])[], sizePx: number): Float32Array {
  const covered = new Float32Array(sizePx * sizePx);
  const samples = sizePx * samplesPerAxis;
  const scale = samples / fieldPx;
  for (let row = 0; row < samples; row += 1) {
    const crossings = polygons
      .flatMap((polygon) => crossingsOf(polygon, (row + 0.5) / scale))
      .sort((a, b) => a - b);
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      const from = Math.ceil((crossings[pair] ?? 0) * scale - 0.5);
      const end = Math.ceil((crossings[pair + 1] ?? 0) * scale - 0.5);
      for (let column = from; column < end; column += 1) {
        const pixel =
          Math.floor(row / samplesPerAxis) * sizePx + Math.floor(column / samplesPerAxis);
        covered[pixel] = (covered[pixel] ?? 0) + 1 / samplesPerAxis ** 2;
      }
    }
  }
  return covered;
}

function crossingsOf(polygon: readonly Point[], y: number): readonly number[] {
  return polygon.flatMap(([x1, y1], index) => {
    const [x2, y2] = polygon[(index + 1) % polygon.length] ?? [x1, y1];
    return y1 <= y === y2 <= y ? [] : [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)];
  });
}

function paint(
  data: Uint8Array,
  sizePx: number,
  covered: Float32Array,
  colour: Shape['colour'],
): void {
  for (let pixel = 0; pixel < sizePx * sizePx; pixel += 1) {
    const over = Math.min(covered[pixel] ?? 0, 1);
    if (over === 0) continue;
    const at = pixel * 4;
    const under = (data[at + 3] ?? 0) / 255;
    const alpha = over + under * (1 - over);
    for (const [channel, value] of colour.entries()) {
      data[at + channel] = Math.round(
        (value * over + (data[at + channel] ?? 0) * under * (1 - over)) / alpha,
      );
    }
    data[at + 3] = Math.round(alpha * 255);
  }
}
