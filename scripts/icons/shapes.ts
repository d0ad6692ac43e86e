/**
 * One filled shape of the drawing: an SVG path (absolute M, L, H, V, C and Z) on a 1024 × 1024
 * field, and its colour.
 */
export interface Shape {
  readonly path: string;
  readonly colour: readonly [red: number, green: number, blue: number];
}

const ink = [21, 23, 20] as const;
const paper = [251, 251, 249] as const;
const orange = [255, 154, 60] as const;

/**
 * A dock's shutter of four slats, and four steps of which the last one is next: the mark of
 * `shell/rail.svelte`.
 */
export function drawing(sizePx: number): readonly Shape[] {
  return sizePx <= 32 ? smallDrawing : largeDrawing;
}

const largeDrawing: readonly Shape[] = [
  { path: roundedRect(40, 40, 984, 984, 200), colour: ink },
  ...[236, 384, 532].map((top) => ({
    path: roundedRect(236, top, 788, top + 96, 24),
    colour: paper,
  })),
  { path: roundedRect(236, 680, 788, 776, 24), colour: orange },
];

/** On the grid of 16 pixels. */
const smallDrawing: readonly Shape[] = [
  { path: roundedRect(0, 0, 1024, 1024, 192), colour: ink },
  ...[192, 384, 576].map((top) => ({
    path: roundedRect(192, top, 832, top + 128, 0),
    colour: paper,
  })),
  { path: roundedRect(192, 768, 832, 896, 0), colour: orange },
];

function roundedRect(
  left: number,
  top: number,
  right: number,
  bottom: number,
  radius: number,
): string {
  // The distance of a Bézier's handles that comes closest to a quarter of a circle.
  const handle = radius * 0.4477;
  return [
    `M ${left + radius} ${top} H ${right - radius} C ${right - handle} ${top} ${right} ${top + handle} ${right} ${top + radius}`,
    `V ${bottom - radius} C ${right} ${bottom - handle} ${right - handle} ${bottom} ${right - radius} ${bottom}`,
    `H ${left + radius} C ${left + handle} ${bottom} ${left} ${bottom - handle} ${left} ${bottom - radius}`,
    `V ${top + radius} C ${left} ${top + handle} ${left + handle} ${top} ${left + radius} ${top} Z`,
  ].join(' ');
}
