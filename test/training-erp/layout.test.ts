import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawCode128, drawQrCode } from '../../src/training-erp/art/barcodes.ts';
import {
  labelHeightDots,
  labelWidthDots,
  makeText,
  measureText,
} from '../../src/training-erp/art/elements.ts';
import type { LabelElement } from '../../src/training-erp/art/elements.ts';
import { drawControlSheet, drawDanfe, layoutLabel } from '../../src/training-erp/art/layout.ts';
import type { LabelContent } from '../../src/training-erp/art/layout.ts';
import { makeCompany } from '../../src/training-erp/data/company.ts';
import { carriers as usual, makeDispatch } from '../../src/training-erp/data/dispatches.ts';
import { describeKind } from '../../src/training-erp/data/kinds.ts';
import { Random } from '../../src/training-erp/data/random.ts';
import { writeInvoice } from '../../src/training-erp/erp/invoice-xml.ts';

interface Box {
  readonly what: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the inked area. Fills are grounds for text, not neighbours of it. */
function inkOf(element: LabelElement): Box | null {
  switch (element.kind) {
    case 'text': {
      const width = measureText(element);
      const spare = element.width - width;
      const left =
        element.x + (element.align === 'left' ? 0 : element.align === 'right' ? spare : spare / 2);
      // From the accents of capitals to the tails of ç and g.
      const top = element.y - element.size * 0.13;
      return {
        what: element.text,
        left,
        top,
        right: left + width,
        bottom: element.y + element.size * 0.98,
      };
    }
    case 'code128': {
      const width = drawCode128(element.text).width * element.moduleDots;
      const { x, y, height } = element;
      return {
        what: `code128 ${element.text}`,
        left: x,
        top: y,
        right: x + width,
        bottom: y + height,
      };
    }
    case 'qr': {
      const size = drawQrCode(element.text).width * element.moduleDots;
      return {
        what: 'qr',
        left: element.x,
        top: element.y,
        right: element.x + size,
        bottom: element.y + size,
      };
    }
    case 'area':
      return null;
  }
}

function overlaps(one: Box, other: Box): boolean {
  // Lines of text may share the few dots between a tail and the accent below it.
  const slack = 6;
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom - slack &&
    other.top < one.bottom - slack
  );
}

const carriers = [...usual, ...describeKind('mixed').carriers];

function describeLabel(
  carrier: (typeof carriers)[number],
  seed: number,
  serial: number,
): LabelContent {
  const dates = { date: '2025-10-28', issueDate: '2025-10-27' };
  const dispatch = makeDispatch(new Random(seed, 'layout'), {
    carrier,
    serial,
    ...dates,
    volumes: null,
  });
  return { dispatch, carrier, sender: makeCompany(seed), identification: '8412' };
}

/** One label of this carrier. */
function drawLabel(...label: Parameters<typeof describeLabel>): readonly LabelElement[] {
  return layoutLabel(describeLabel(...label));
}

describe('the drawing of a label', () => {
  it('stays inside its margins, without overlaps, for every person that the sandbox can invent', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.nat(carriers.length - 1),
        fc.nat(5_000),
        (seed, carrierIndex, serial) => {
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
        },
      ),
      { numRuns: 200 },
    );
  });

  it('leaves a quiet zone of ten modules on both sides of the bars, also towards text', () => {
    for (const carrier of carriers) {
      const elements = drawLabel(carrier, 1, 1);
      const codes = elements.filter((element) => element.kind === 'code128');
      expect(codes).toHaveLength(2);
      for (const code of codes) {
        const bars = inkOf(code)!;
        const quiet = 10 * code.moduleDots;
        const others = elements.filter((element) => element !== code);
        const beside = others
          .map(inkOf)
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

it('says on every paper that it is for training and has no value', () => {
  const content = describeLabel(carriers[0]!, 1, 1);
  const papers = [layoutLabel(content), drawControlSheet(content), drawDanfe(content)].map(
    (elements) =>
      elements.flatMap((element) => (element.kind === 'text' ? [element.text] : [])).join(' '),
  );
  for (const text of [...papers, writeInvoice(content.dispatch, content.sender)])
    expect(text).toMatch(/TREINAMENTO,? SEM VALOR/);
});

it('makes a text smaller that is wider than its column, and shows all of it', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[A-Za-zÀ-ÿ ]{1,90}$/),
      fc.integer({ min: 120, max: 700 }),
      (text, width) => {
        const line = makeText(40, 40, 30, text, { width });
        expect(line.text).toBe(text);
        expect(measureText(line)).toBeLessThanOrEqual(
          Math.max(width, measureText({ ...line, size: 1 })),
        );
      },
    ),
  );
});
