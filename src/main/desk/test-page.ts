import { PDFDocument, StandardFonts, rgb } from 'pdf-lib';
import { labelPaper } from '../../shared/index.ts';
import type { Language } from '../../shared/index.ts';
import { toWinAnsi } from './win-ansi.ts';

const pointsPerMm = 72 / 25.4;
const frameMm = 3;
const rulerMm = 50;

const words: Readonly<Record<Language, { title: string; frame: string; ruler: string }>> = {
  'pt-BR': {
    title: 'Página de teste',
    frame: `A moldura fica a ${frameMm} mm da borda, dos quatro lados.`,
    ruler: `Esta linha tem ${rulerMm} mm.`,
  },
  en: {
    title: 'Test page',
    frame: `The frame is ${frameMm} mm from the edge on all four sides.`,
    ruler: `This line is ${rulerMm} mm long.`,
  },
};

/** A label-sized page that shows with a ruler whether the printer shrinks, shifts or turns what it is given. */
export async function testPage(language: Language, printer: string, nowMs: number): Promise<Uint8Array> {
  const { widthMm, heightMm } = labelPaper;
  const mm = (value: number): number => value * pointsPerMm;
  const document = await PDFDocument.create();
  document.setCreationDate(new Date(nowMs));
  document.setModificationDate(new Date(nowMs));
  const page = document.addPage([mm(widthMm), mm(heightMm)]);
  const font = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const black = rgb(0, 0, 0);
  const text = words[language];
  const write = (line: string, yMm: number, size: number, face = font): void => {
    page.drawText(toWinAnsi(line), { x: mm(10), y: mm(yMm), size, font: face, color: black });
  };
  page.drawRectangle({
    x: mm(frameMm),
    y: mm(frameMm),
    width: mm(widthMm - 2 * frameMm),
    height: mm(heightMm - 2 * frameMm),
    borderWidth: 1,
    borderColor: black,
  });
  write('Doca', heightMm - 22, 28, bold);
  write(text.title, heightMm - 32, 16);
  write(printer.slice(0, 60), heightMm - 41, 8);
  write(`${widthMm} × ${heightMm} mm`, heightMm - 48, 10);
  write(text.frame, heightMm - 58, 8);
  write(text.ruler, 32, 8);
  page.drawLine({ start: { x: mm(10), y: mm(28) }, end: { x: mm(10 + rulerMm), y: mm(28) }, thickness: 1 });
  for (let tick = 0; tick <= rulerMm; tick += 5) {
    const height = tick % 10 === 0 ? 3 : 1.8;
    const x = mm(10 + tick);
    page.drawLine({ start: { x, y: mm(28) }, end: { x, y: mm(28 - height) }, thickness: 0.6 });
  }
  return document.save();
}
