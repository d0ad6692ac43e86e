/** One filled shape of the drawing: an SVG path (absolute M, L, H, V, C and Z) on a 1024 × 1024 field, and its colour. */
export interface Shape {
  readonly path: string;
  readonly colour: readonly [red: number, green: number, blue: number];
}

const slate = [27, 36, 48] as const;
const paper = [244, 245, 247] as const;
const steel = [125, 138, 154] as const;
const orange = [242, 140, 40] as const;
const tape = [193, 101, 16] as const;

/** A dock gate, half open, with a parcel in it. */
export function drawing(sizePx: number): readonly Shape[] {
  return sizePx <= 32 ? smallDrawing : largeDrawing;
}

const largeDrawing: readonly Shape[] = [
  { path: roundedRect(40, 40, 984, 984, 208), colour: slate },
  { path: frame(200, 216, 824, 800, 64), colour: paper },
  ...[304, 376, 448].map((y) => ({ path: roundedRect(264, y - 24, 760, y + 24, 8), colour: steel })),
  { path: roundedRect(344, 520, 680, 800, 20), colour: orange },
  { path: rect(472, 520, 552, 640), colour: tape },
  { path: roundedRect(560, 696, 648, 760, 8), colour: paper },
  { path: roundedRect(136, 800, 888, 856, 28), colour: paper },
];

/** Without what would only blur, and on the grid of 16 pixels. */
const smallDrawing: readonly Shape[] = [
  { path: roundedRect(0, 0, 1024, 1024, 192), colour: slate },
  { path: frame(192, 192, 832, 832, 64), colour: paper },
  { path: rect(256, 256, 768, 384), colour: steel },
  { path: rect(384, 512, 640, 832), colour: orange },
  { path: rect(448, 512, 576, 640), colour: tape },
  { path: rect(64, 832, 960, 896), colour: paper },
];

function rect(left: number, top: number, right: number, bottom: number): string {
  return `M ${left} ${top} H ${right} V ${bottom} H ${left} Z`;
}

function roundedRect(left: number, top: number, right: number, bottom: number, radius: number): string {
  // The distance of a Bézier's handles that comes closest to a quarter of a circle.
  const handle = radius * 0.4477;
  return [
    `M ${left + radius} ${top} H ${right - radius} C ${right - handle} ${top} ${right} ${top + handle} ${right} ${top + radius}`,
    `V ${bottom - radius} C ${right} ${bottom - handle} ${right - handle} ${bottom} ${right - radius} ${bottom}`,
    `H ${left + radius} C ${left + handle} ${bottom} ${left} ${bottom - handle} ${left} ${bottom - radius}`,
    `V ${top + radius} C ${left} ${top + handle} ${left + handle} ${top} ${left + radius} ${top} Z`,
  ].join(' ');
}

/** Two posts and a beam. */
function frame(left: number, top: number, right: number, bottom: number, width: number): string {
  return (
    `M ${left} ${top} H ${right} V ${bottom} H ${right - width} V ${top + width} ` +
    `H ${left + width} V ${bottom} H ${left} Z`
  );
}
