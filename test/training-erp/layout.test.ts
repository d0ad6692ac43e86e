import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeCode128, encodeQrCode } from '../../src/training-erp/art/barcodes.ts';
import { labelHeightDots, labelWidthDots } from '../../src/training-erp/art/elements.ts';
import type { LabelElement } from '../../src/training-erp/art/elements.ts';
import { labelCode, layoutLabel } from '../../src/training-erp/art/layout.ts';
import { bold, regular, shorten, wrap } from '../../src/training-erp/art/text-fit.ts';
import { makeCompany } from '../../src/training-erp/data/company.ts';
import { carriers as usual, makeDispatch } from '../../src/training-erp/data/dispatches.ts';
import { describeKind } from '../../src/training-erp/data/kinds.ts';
import { Random } from '../../src/training-erp/data/random.ts';

interface Box {
  readonly what: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the inked area. Fills and frames are grounds for text, not neighbours of it. */
function inkOf(element: LabelElement): Box | null {
  switch (element.kind) {
    case 'text': {
      const width = (element.bold ? bold : regular).widthOfTextAtSize(element.text, element.size);
      const spare = element.width - width;
      const left = element.x + (element.align === 'left' ? 0 : element.align === 'right' ? spare : spare / 2);
      // From the accents of capitals to the tails of ç and g.
      const top = element.y - element.size * 0.13;
      return { what: element.text, left, top, right: left + width, bottom: element.y + element.size * 0.98 };
    }
    case 'code128': {
      const width = encodeCode128(element.text).width * element.moduleDots;
      const { x, y, height } = element;
      return { what: `code128 ${element.text}`, left: x, top: y, right: x + width, bottom: y + height };
    }
    case 'qr': {
      const size = encodeQrCode(element.text).width * element.moduleDots;
      return { what: 'qr', left: element.x, top: element.y, right: element.x + size, bottom: element.y + size };
    }
    case 'logo': {
      const { x, y, size } = element;
      return { what: 'logo', left: x, top: y, right: x + size, bottom: y + size };
    }
    case 'area':
    case 'frame':
      return null;
  }
}

/** The upright lines of a frame. */
function linesOf({ x, y, width, height, line }: Extract<LabelElement, { kind: 'frame' }>): readonly Box[] {
  return [x, x + width - line].map((left) => ({ what: 'frame', left, top: y, right: left + line, bottom: y + height }));
}

function overlaps(one: Box, other: Box): boolean {
  // Lines of text may share the few dots between a tail and the accent below it.
  const slack = 6;
  return (
    one.left < other.right && other.left < one.right && one.top < other.bottom - slack && other.top < one.bottom - slack
  );
}

const carriers = [...usual, ...describeKind('mixed').carriers];

/** One label of this carrier. */
function drawLabel(carrier: (typeof carriers)[number], seed: number, serial: number): readonly LabelElement[] {
  const dates = { date: '2025-10-28', issueDate: '2025-10-27' };
  const dispatch = makeDispatch(new Random(seed, 'layout'), {
    carrier,
    serial,
    ...dates,
    withLabel: true,
    volumes: null,
  });
  return layoutLabel({
    dispatch,
    sender: makeCompany(seed),
    carrierName: carrier.name,
    serviceName: carrier.service.nome,
    identification: '8412',
    code: labelCode(dispatch, carrier.codePrefix),
    drawing: null,
    accessKey: '',
  });
}

describe('the drawing of a label', () => {
  it('stays inside its margins, without overlaps, for every person that the sandbox can invent', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(carriers.length - 1), fc.nat(5_000), (seed, carrierIndex, serial) => {
        const carrier = carriers[carrierIndex]!;
        const boxes = drawLabel(carrier, seed, serial)
          .map(inkOf)
          .filter((box) => box !== null);
        for (const [index, box] of boxes.entries()) {
          expect(box.left, box.what).toBeGreaterThanOrEqual(24);
          expect(box.right, box.what).toBeLessThanOrEqual(labelWidthDots - 24);
          expect(box.top, box.what).toBeGreaterThanOrEqual(24);
          expect(box.bottom, box.what).toBeLessThanOrEqual(labelHeightDots - 24);
          for (const other of boxes.slice(index + 1)) {
            if (overlaps(box, other)) expect.fail(`${box.what} lies on ${other.what}`);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('leaves a quiet zone of ten modules on both sides of the bars, also towards frame and text', () => {
    for (const carrier of carriers) {
      const elements = drawLabel(carrier, 1, 1);
      const codes = elements.filter((element) => element.kind === 'code128');
      expect(codes).toHaveLength(2);
      for (const code of codes) {
        const bars = inkOf(code)!;
        const quiet = 10 * code.moduleDots;
        const others = elements.filter((element) => element !== code);
        const beside = others
          .flatMap((element): readonly (Box | null)[] =>
            element.kind === 'frame' ? linesOf(element) : [inkOf(element)],
          )
          .filter((box) => box !== null)
          .filter(({ top, bottom }) => top < bars.bottom && bars.top < bottom);
        for (const { what, left, right } of beside) {
          const distance = right <= bars.left ? bars.left - right : left - bars.right;
          expect(distance, what).toBeGreaterThanOrEqual(quiet);
        }
        expect(bars.left).toBeGreaterThanOrEqual(quiet);
        expect(labelWidthDots - bars.right).toBeGreaterThanOrEqual(quiet);
      }
    }
  });
});

describe('fitting text', () => {
  const words = fc
    .array(fc.stringMatching(/^[A-Za-zÀ-ÿ]{1,14}$/), { minLength: 1, maxLength: 14 })
    .map((list) => list.join(' '));

  it('never returns a line that is wider than its room', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 120, max: 700 }), fc.integer({ min: 1, max: 3 }), (text, width, lines) => {
        const wrapped = wrap(text, 30, width, lines);
        expect(wrapped.length).toBeLessThanOrEqual(lines);
        for (const line of wrapped) expect(regular.widthOfTextAtSize(line, 30)).toBeLessThanOrEqual(width);
      }),
    );
  });

  it('shows everything if there is room, and marks cuts', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 120, max: 700 }), (text, width) => {
        const whole = regular.widthOfTextAtSize(text, 30) <= width;
        const line = shorten(text, 30, width);
        if (whole) expect(line).toBe(text);
        else expect(line.endsWith('…') && text.startsWith(line.slice(0, -1))).toBe(true);
        const wrapped = wrap(text, 30, width, 99).join(' ');
        if (!wrapped.includes('…')) expect(wrapped).toBe(text);
      }),
    );
  });
});
