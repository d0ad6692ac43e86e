import fc from 'fast-check';
import { flate, helvetica, stream } from './pdf-raw.ts';
import { pdfFile } from './pdf-heavy-label.ts';
import { randomBytes } from './pdf-random.ts';

/**
 * Never exactly on the edge of a pixel (boxes are in tenths): there the last digit of a rounding
 * decides which pixel is inked, and any renderer may round a turned page another way.
 */
const offEdge = 0.01371;
const coordinate = fc.integer({ min: -20, max: 420 }).map((value) => value + offEdge);
const length = fc.integer({ min: 1, max: 200 });
const unit = fc.integer({ min: 0, max: 20 }).map((value) => value / 20);
const word = fc.stringMatching(/^[A-Za-z0-9 ]{1,12}$/);

const operator = fc.oneof(
  fc.tuple(unit, unit, unit).map((rgb) => `${rgb.join(' ')} rg`),
  fc.tuple(unit, unit, unit).map((rgb) => `${rgb.join(' ')} RG`),
  fc.tuple(coordinate, coordinate, length, length).map((box) => `${box.join(' ')} re f`),
  fc
    .tuple(coordinate, coordinate, coordinate, coordinate)
    .map(([a, b, c, d]) => `${a} ${b} m ${c} ${d} l S`),
  fc.tuple(coordinate, coordinate, length, length).map((box) => `${box.join(' ')} re W n`),
  fc
    .tuple(coordinate, coordinate, fc.integer({ min: 5, max: 40 }), word)
    .map(([x, y, size, text]) => `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`),
  fc
    .tuple(unit, coordinate, coordinate)
    .map(([turn, x, y]) => `${1 - turn / 3} ${turn} ${-turn} 1 ${x / 10} ${y / 10} cm`),
  fc
    .tuple(coordinate, coordinate, length, length)
    .map((box) => `/Pattern cs /Tile scn ${box.join(' ')} re f /DeviceGray cs`),
  fc
    .tuple(coordinate, coordinate, length)
    .map(([x, y, size]) => `q ${size} 0 0 ${size} ${x} ${y} cm /Im Do Q`),
  fc.tuple(coordinate, coordinate).map(([x, y]) => `q 1 0 0 1 ${x} ${y} cm /Form Do Q`),
  fc.constantFrom(
    '/Half gs',
    '/Mul gs',
    '/Full gs',
    'q',
    'Q',
    '3 w',
    '0.2 w',
    '[4 2] 0 d',
    '[] 0 d',
    '/Sh sh',
  ),
);

const box = fc
  .tuple(
    fc.integer({ min: -600, max: 600 }),
    fc.integer({ min: -600, max: 600 }),
    fc.integer({ min: 1000, max: 4000 }),
    fc.integer({ min: 1000, max: 4000 }),
  )
  .map(([left, bottom, width, height]) =>
    [left, bottom, left + width, bottom + height].map((value) => value / 10),
  );

const annotation = fc
  .record({
    x: coordinate,
    y: coordinate,
    width: length,
    height: length,
    form: fc.constantFrom(9, 10),
    flags: fc.constantFrom(0, 2, 4, 32, 36),
  })
  .map(
    ({ x, y, width, height, form, flags }) =>
      `<</Type/Annot/Subtype/Stamp/F ${flags}/Rect[${x} ${y} ${x + width} ${y + height}]/AP<</N ${form} 0 R>>>>`,
  );

/** The visible part, as [left, bottom, right, top] after the crop. */
const boxes = fc
  .tuple(box, fc.option(fc.tuple(unit, unit), { nil: null }))
  .map(([media, crop]) => {
    const [left = 0, bottom = 0, right = 0, top = 0] = media;
    const [first = 0, second = 0] = crop?.map((part) => part * 30 + 1) ?? [];
    const visible = [left + first, bottom + second, right - second, top - first];
    return {
      media,
      visible: visible.map((value) => Math.round(value * 10) / 10),
      isCropped: crop !== null,
    };
  })
  .filter(({ visible }) => {
    const [left = 0, bottom = 0, right = 0, top = 0] = visible;
    const [width, height] = [right - left, top - bottom];
    // Neither nearly square, which pixels cannot tell from turned, nor an exact number of pixels.
    return (
      Math.abs(width - height) > 1 &&
      [width, height].every(
        (size) => Math.abs(((size * 203) / 72) % 1) > 1e-6 && ((size * 203) / 72) % 1 < 1 - 1e-6,
      )
    );
  });

export interface AnyPdf {
  readonly bytes: Buffer;
  /**
   * Painted with a tiling pattern, whose cells a renderer snaps to whole pixels by its own
   * rounding.
   */
  readonly tiled: boolean;
}

/**
 * A random document of one page: any boxes and turn, content in any number of streams, annotations,
 * transparency.
 */
export const anyPdf: fc.Arbitrary<AnyPdf> = fc
  .record({
    boxes,
    rotate: fc.constantFrom(0, 90, 180, 270),
    content: fc.array(fc.array(operator, { maxLength: 8 }), { minLength: 1, maxLength: 4 }),
    annotations: fc.array(annotation, { maxLength: 3 }),
    group: fc.boolean(),
  })
  .map(({ boxes: { media, visible, isCropped }, rotate, content, annotations, group }) => {
    const [left = 0, bottom = 0] = media;
    const streams = content.map((operators) =>
      flate(
        '',
        `0.3 g ${left + offEdge + 20} ${bottom + offEdge + 20} 30 40 re f ${operators.join('\n')}`,
      ),
    );
    const first = 12;
    const bytes = pdfFile([
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[${media.join(' ')}]/Resources 4 0 R>>`,
      `<</Type/Page/Parent 2 0 R/Rotate ${rotate}${isCropped ? `/CropBox[${visible.join(' ')}]` : ''}` +
        `/Contents[${streams.map((_, index) => `${first + index} 0 R`).join(' ')}]/Annots[${annotations.join('')}]` +
        `${group ? '/Group<</S/Transparency/CS/DeviceRGB>>' : ''}>>`,
      '<</Font<</F1 5 0 R>>/Pattern<</Tile 6 0 R>>/XObject<</Im 7 0 R/Form 8 0 R>>/Shading<</Sh 11 0 R>>' +
        '/ExtGState<</Half<</ca 0.5/CA 0.5>>/Mul<</ca 0.8/BM/Multiply>>/Full<</ca 1/CA 1/BM/Normal>>>>>>',
      helvetica,
      stream(
        '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]/XStep 11/YStep 12/Matrix[1 0.1 0 1 2.01371 3.00729]/Resources<<>>',
        '0.8 0 0.4 rg 0 0 6 4 re f',
      ),
      flate(
        '/Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 8/ColorSpace/DeviceRGB',
        randomBytes(192, 4),
      ),
      flate(
        '/Type/XObject/Subtype/Form/BBox[0 0 50 50]/Matrix[1 0.2 0 1 0.00371 0.00729]/Resources 4 0 R',
        '0 0.5 0 rg 5 5 30 60 re f',
      ),
      flate(
        '/Type/XObject/Subtype/Form/BBox[0 0 50 50]/Resources<<>>',
        '0.9 0.9 0 rg 0 0 50 50 re f 0 g 5 5 10 20 re f',
      ),
      flate(
        '/Type/XObject/Subtype/Form/BBox[0 0 50 50]/Matrix[0 1 -1 0 0 0]/Resources<<>>',
        '0 0.9 0.9 rg 0 0 40 50 re f',
      ),
      '<</ShadingType 2/ColorSpace/DeviceRGB/BBox[50.01371 50.00729 120.01371 90.00729]/Coords[50 50 120 90]' +
        '/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>>>',
      ...streams,
    ]);
    return { bytes, tiled: content.flat().some((text) => text.includes('/Tile')) };
  });
