import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import type { PDFContext, PDFRef } from 'pdf-lib';
import { assertNever } from '../../shared/index.ts';
import { Random } from '../data/random.ts';
import { encodeCode128, encodeQrCode } from './barcodes.ts';
import { dotsPerMm, labelHeightDots } from './elements.ts';
import type { LabelElement } from './elements.ts';
import { makeGrayLogo } from './logo.ts';
import { makeLabelPage } from './pages.ts';
import type { Page } from './pages.ts';
import { bold, regular } from './text-fit.ts';

const pointsPerDot = 72 / 25.4 / dotsPerMm;

/** Cuts after the third decimal, so that a page is never larger than its paper. */
function toPoints(dots: number): number {
  return Math.floor(dots * pointsPerDot * 1000) / 1000;
}

function number(value: number): string {
  return String(Number(value.toFixed(3)));
}

/** In dots, with PDF's origin at the bottom left. */
function makeBox(x: number, y: number, width: number, height: number): string {
  return `${number(x)} ${number(labelHeightDots - y - height)} ${number(width)} ${number(height)} re`;
}

function writeText(element: Extract<LabelElement, { kind: 'text' }>): string {
  const font = element.bold ? bold : regular;
  const spare = element.width - font.widthOfTextAtSize(element.text, element.size);
  const x = element.x + (element.align === 'left' ? 0 : element.align === 'right' ? spare : spare / 2);
  const baseline = labelHeightDots - element.y - element.size * 0.77;
  const shown = font.encodeText(element.text).toString();
  return (
    `BT /${element.bold ? 'F2' : 'F1'} ${number(element.size)} Tf ${element.reversed ? 1 : 0} g ` +
    `${number(x)} ${number(baseline)} Td ${shown} Tj ET 0 g`
  );
}

function writeElement(element: LabelElement): string {
  switch (element.kind) {
    case 'text':
      return writeText(element);
    case 'area':
      return `${makeBox(element.x, element.y, element.width, element.height)} f`;
    case 'frame': {
      const half = element.line / 2;
      const inner = makeBox(
        element.x + half,
        element.y + half,
        element.width - element.line,
        element.height - element.line,
      );
      return `${element.line} w ${inner} S`;
    }
    case 'code128': {
      const { x, y, moduleDots, height } = element;
      const bars = encodeCode128(element.text).bars.map((bar) =>
        makeBox(x + bar.x * moduleDots, y, bar.width * moduleDots, height),
      );
      return `${bars.join('\n')} f`;
    }
    case 'qr': {
      const { x, y, moduleDots } = element;
      const runs = encodeQrCode(element.text).runs.map((run) =>
        makeBox(x + run.x * moduleDots, y + run.y * moduleDots, run.width * moduleDots, run.height * moduleDots),
      );
      return `${runs.join('\n')} f`;
    }
    case 'logo':
      return (
        `q ${element.size} 0 0 ${element.size} ${element.x} ` +
        `${labelHeightDots - element.y - element.size} cm /Logo Do Q`
      );
    default:
      return assertNever(element);
  }
}

function deflateText(context: PDFContext, bytes: Uint8Array, dict: Record<string, string | number> = {}): PDFRef {
  return context.register(context.stream(deflateSync(bytes), { ...dict, Filter: 'FlateDecode' }));
}

const logoSize = 168;
let logo: Uint8Array | null = null;

/** The same bytes on every label of a run, as real carriers have it. */
function makeLogoImage(context: PDFContext): PDFRef {
  if (logo === null) {
    const random = new Random(logoSize, 'logo');
    logo = makeGrayLogo(logoSize, () => random.next());
  }
  return deflateText(context, logo, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: logoSize,
    Height: logoSize,
    ColorSpace: 'DeviceGray',
    BitsPerComponent: 8,
  });
}

function makeStandardFont(context: PDFContext, name: string): PDFRef {
  return context.register(context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: name, Encoding: 'WinAnsiEncoding' }));
}

/** Draws the label on one page of 100×150 mm. */
export function writePdf(elements: readonly LabelElement[], title: string): Promise<Uint8Array> {
  return writePages([makeLabelPage(elements)], title);
}

/** Independent of time and chance: the same drawings make the same file. */
export async function writePages(pages: readonly Page[], title: string): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const { context } = document;
  const resources = context.obj({
    Font: { F1: makeStandardFont(context, 'Helvetica'), F2: makeStandardFont(context, 'Helvetica-Bold') },
    XObject: { Logo: makeLogoImage(context) },
  });
  const scale = pointsPerDot.toFixed(6);
  for (const { width, height, drawings } of pages) {
    const page = document.addPage([toPoints(width), toPoints(height)]);
    const drawn = drawings.flatMap(({ elements, x, y, scale: size }) => [
      `q ${size} 0 0 ${size} ${number(x)} ${number(height - y - labelHeightDots * size)} cm`,
      ...elements.map(writeElement),
      'Q',
    ]);
    const content = [`${scale} 0 0 ${scale} 0 0 cm 0 g`, ...drawn, ''].join('\n');
    page.node.set(PDFName.of('Resources'), resources);
    page.node.set(PDFName.of('Contents'), deflateText(context, Buffer.from(content, 'latin1')));
  }
  context.trailerInfo.Info = context.register(
    context.obj({ Title: PDFString.of(title), Producer: PDFString.of('Doca sandbox') }),
  );
  return document.save({ useObjectStreams: false, updateFieldAppearances: false, objectsPerTick: Infinity });
}
