import bwip from 'bwip-js/node';

/** A code on a made-up label. */
export interface DrawnCode {
  /** bwip-js's name for it. */
  readonly symbology: 'code128' | 'gs1-128' | 'qrcode' | 'datamatrix' | 'interleaved2of5';
  readonly text: string;
  /** The width of a bar, in millimetres; a dot of 203 dpi is 0.125. */
  readonly moduleMm: number;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const pointsPerMm = 72 / 25.4;
const barHeightMm = 18;
const [widthMm, heightMm] = [100, 150];

/**
 * Draws a page of 100 × 150 mm with these codes below each other. `blurMm`: as a picture whose ink
 * runs that far.
 */
export function drawCodedPage(codes: readonly DrawnCode[], blurMm = 0): Buffer {
  const boxes: Box[] = [];
  let y = 8;
  for (const { symbology, text, moduleMm } of codes) {
    const { modules, height, scaleY } = encode(symbology, text);
    for (const box of modules) {
      boxes.push({
        x: 8 + box.x * moduleMm,
        y: y + box.y * (scaleY ?? moduleMm),
        width: box.width * moduleMm,
        height: box.height * (scaleY ?? moduleMm),
      });
    }
    y += height * (scaleY ?? moduleMm) + 8;
  }
  return writePage(blurMm === 0 ? paintBoxes(boxes) : paintBlurred(boxes, blurMm));
}

function encode(symbology: DrawnCode['symbology'], text: string) {
  const [symbol] = bwip.raw(symbology, text);
  if (symbol === undefined) throw new Error('bwip-js gave no symbol');
  const modules: Box[] = [];
  if ('sbs' in symbol) {
    let x = 0;
    for (const [index, width] of symbol.sbs.entries()) {
      if (index % 2 === 0) modules.push({ x, y: 0, width, height: 1 });
      x += width;
    }
    return { modules, height: 1, scaleY: barHeightMm };
  }
  if (!('pixs' in symbol)) throw new Error('bwip-js gave another symbol');
  for (const [at, dark] of symbol.pixs.entries()) {
    if (dark !== 1) continue;
    modules.push({ x: at % symbol.pixx, y: Math.floor(at / symbol.pixx), width: 1, height: 1 });
  }
  return { modules, height: symbol.pixy };
}

interface Painted {
  readonly content: string;
  readonly picture: {
    readonly width: number;
    readonly height: number;
    readonly gray: Buffer;
  } | null;
}

function paintBoxes(boxes: readonly Box[]): Painted {
  const points = (mm: number): string => (mm * pointsPerMm).toFixed(3);
  const content = boxes
    .map(({ x, y, width, height }) =>
      [points(x), points(heightMm - y - height), points(width), points(height), 're'].join(' '),
    )
    .join('\n');
  return { content: `0 g\n${content}\nf`, picture: null };
}

/**
 * Dots a millimetre of the picture: more than a printer's, so that only the blur hides the bars.
 */
const fine = 12;

function paintBlurred(boxes: readonly Box[], blurMm: number): Painted {
  const [width, height] = [widthMm * fine, heightMm * fine];
  const sharp = new Uint8Array(width * height).fill(255);
  for (const box of boxes) {
    for (let y = Math.round(box.y * fine); y < Math.round((box.y + box.height) * fine); y += 1)
      sharp.fill(
        0,
        y * width + Math.round(box.x * fine),
        y * width + Math.round((box.x + box.width) * fine),
      );
  }
  const reach = Math.round((blurMm * fine) / 2);
  const gray = Buffer.alloc(width * height, 255);
  for (let y = 0; y < height; y += 1) {
    let sum = 255 * (2 * reach + 1);
    for (let x = 0; x < width; x += 1) {
      sum +=
        (sharp[y * width + Math.min(width - 1, x + reach)] ?? 255) -
        (sharp[y * width + Math.max(0, x - reach - 1)] ?? 255);
      gray[y * width + x] = Math.max(0, Math.min(255, Math.round(sum / (2 * reach + 1))));
    }
  }
  const scale = `${widthMm * pointsPerMm} 0 0 ${heightMm * pointsPerMm} 0 0 cm /Im Do`;
  return { content: scale, picture: { width, height, gray } };
}

function writePage({ content, picture }: Painted): Buffer {
  const resources = picture === null ? '<<>>' : '<</XObject<</Im 5 0 R>>>>';
  const box = `[0 0 ${(widthMm * pointsPerMm).toFixed(2)} ${(heightMm * pointsPerMm).toFixed(2)}]`;
  const objects: Buffer[] = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from('<</Type/Pages/Count 1/Kids[3 0 R]>>'),
    Buffer.from(`<</Type/Page/Parent 2 0 R/MediaBox${box}/Resources${resources}/Contents 4 0 R>>`),
    Buffer.from(`<</Length ${content.length}>>stream\n${content}\nendstream`),
  ];
  if (picture !== null) {
    const head = `<</Type/XObject/Subtype/Image/Width ${picture.width}/Height ${picture.height}/ColorSpace/DeviceGray/BitsPerComponent 8/Length ${picture.gray.length}>>stream\n`;
    objects.push(Buffer.concat([Buffer.from(head), picture.gray, Buffer.from('\nendstream')]));
  }
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let at = parts[0]!.length;
  for (const [index, object] of objects.entries()) {
    offsets.push(at);
    const whole = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      object,
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(whole);
    at += whole.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer <</Root 1 0 R/Size ${size}>>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
