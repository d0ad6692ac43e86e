import type { Language, Paper } from '../../../shared/index.ts';
import { encodeCode128 } from './code128.ts';

export interface TestPageOptions {
  readonly language: Language;
  /** The printer's name, shown on the page. */
  readonly printer: string;
  readonly paper: Paper;
  readonly nowMs: number;
}

/** Places and sizes in millimetres from the top left corner. */
export type TestPageElement =
  | {
      readonly kind: 'area';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      /** 1 is black. */
      readonly ink: number;
    }
  | {
      readonly kind: 'text';
      readonly x: number;
      /** The baseline. */
      readonly y: number;
      readonly size: number;
      readonly text: string;
      readonly bold: boolean;
    };

const words: Readonly<Record<Language, { title: string; edge: string; darkness: string; sharpness: string }>> = {
  'pt-BR': {
    title: 'Página de teste',
    edge: 'A moldura fica a 3 mm da borda, dos quatro lados.',
    darkness: 'Escurecimento: 10 tons distintos, do branco ao preto',
    sharpness: 'Nitidez: linhas de 1, 2 e 3 pontos, separadas',
  },
  en: {
    title: 'Test page',
    edge: 'The frame is 3 mm from the edge on all four sides.',
    darkness: 'Darkness: 10 distinct tones, from white to black',
    sharpness: 'Sharpness: lines of 1, 2 and 3 dots, apart',
  },
};

const edgeMm = 3;
const hairMm = 0.25;
/** What a line of one dot is on the most common label printers. */
const dotMm = 0.125;
/** Three dots: what carriers print. */
const moduleMm = 3 * dotMm;

/**
 * A page that shows with a ruler and a scanner whether the printer shrinks, shifts, turns, fades or blots what it is
 * given. It fills the paper, so that what the printer cuts off shows as well. At least 70 mm wide and 90 mm long.
 */
export function layTestPage(options: TestPageOptions): readonly TestPageElement[] {
  const { widthMm, heightMm } = options.paper;
  const text = words[options.language];
  const size = `${widthMm} × ${heightMm} mm`;
  const left = 22;
  const write = (line: string, y: number, mm: number, bold = false): TestPageElement => ({
    kind: 'text',
    x: left,
    y,
    size: mm,
    text: line,
    bold,
  });
  const acrossMm = Math.floor((widthMm - 20) / 10) * 10;
  const downMm = Math.floor((heightMm - 30) / 10) * 10;
  const roomMm = widthMm - left - edgeMm - 2;
  return [
    ...frame(widthMm, heightMm),
    ...ruler(10, acrossMm, (at, length) => area(10 + at, 10, hairMm, length)),
    area(10, 10, acrossMm + hairMm, hairMm),
    ...numbers(acrossMm, (at, label) => ({ kind: 'text', x: 10.5 + at, y: 17, size: 2.2, text: label, bold: false })),
    ...ruler(10, downMm, (at, length) => area(10, 20 + at, length, hairMm)),
    area(10, 20, hairMm, downMm + hairMm),
    ...numbers(downMm, (at, label) => ({ kind: 'text', x: 15.5, y: 20.8 + at, size: 2.2, text: label, bold: false })),
    write(`Doca · ${text.title}`, 25, 5, true),
    write(size, 33, 6, true),
    write(options.printer.slice(0, Math.floor(roomMm / 1.6)), 38, 3),
    write(new Date(options.nowMs).toISOString().slice(0, 16).replace('T', ' '), 42, 3),
    write(text.edge, 47, 2.6),
    write(text.darkness, 52, 2.6),
    ...tones(left, 53.5, roomMm),
    write(text.sharpness, 66, 2.6),
    ...lines(left, 67.5),
    ...barcode(left, 76, `DOCA${Math.round(widthMm)}X${Math.round(heightMm)}`),
  ];
}

function area(x: number, y: number, width: number, height: number, ink = 1): TestPageElement {
  return { kind: 'area', x, y, width, height, ink };
}

function frame(widthMm: number, heightMm: number): TestPageElement[] {
  const width = widthMm - 2 * edgeMm;
  const height = heightMm - 2 * edgeMm;
  return [
    area(edgeMm, edgeMm, width, hairMm),
    area(edgeMm, heightMm - edgeMm - hairMm, width, hairMm),
    area(edgeMm, edgeMm, hairMm, height),
    area(widthMm - edgeMm - hairMm, edgeMm, hairMm, height),
  ];
}

/** A tick each millimetre, a longer one each five and ten. */
function ruler(
  ten: number,
  lengthMm: number,
  tick: (at: number, length: number) => TestPageElement,
): TestPageElement[] {
  return Array.from({ length: lengthMm + 1 }, (_, at) => tick(at, at % ten === 0 ? 5 : at % 5 === 0 ? 3.5 : 2));
}

function numbers(lengthMm: number, number: (at: number, label: string) => TestPageElement): TestPageElement[] {
  return Array.from({ length: lengthMm / 10 }, (_, index) => number((index + 1) * 10, String((index + 1) * 10)));
}

function tones(x: number, y: number, roomMm: number): TestPageElement[] {
  const width = Math.min(7, roomMm / 10);
  return [
    ...Array.from({ length: 10 }, (_, step) => area(x + step * width, y, width, 8, (step + 1) / 10)),
    area(x, y, width * 10, dotMm),
    area(x, y + 8, width * 10, dotMm),
  ];
}

function lines(x: number, y: number): TestPageElement[] {
  return [1, 2, 3].flatMap((dots, group) =>
    Array.from({ length: 8 }, (_, index) => area(x + group * 8 + index * dots * 2 * dotMm, y, dots * dotMm, 6)),
  );
}

function barcode(x: number, y: number, text: string): TestPageElement[] {
  const bars: TestPageElement[] = [];
  let at = x;
  for (const [index, modules] of encodeCode128(text).entries()) {
    if (index % 2 === 0) bars.push(area(at, y, modules * moduleMm, 10));
    at += modules * moduleMm;
  }
  return [...bars, { kind: 'text', x, y: y + 13.5, size: 3, text, bold: false }];
}
