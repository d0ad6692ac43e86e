import { writeTestCode } from '#shared/codes.ts';
import { labelPaper } from '#shared/domain/labels.ts';
import { type BothLanguages, type Language, pickLanguage } from '#shared/faults/languages.ts';
import { formatDateTime } from '#shared/formats.ts';
import { pickAll } from '../../os/text/pick-all.ts';
import { wrapWords } from '../../os/text/wrap-words.ts';
import { encodeCode128 } from '../code128.ts';

export interface TestPageOptions {
  readonly language: Language;
  /** The printer's name, shown on the page. */
  readonly printer: string;
  readonly nowMs: number;
}

/** Positions and sizes in millimetres from the top left corner. */
export type TestPageElement = ReturnType<typeof makeArea> | ReturnType<typeof makeText>;

const words = {
  title: ['Página de teste', 'Test page'],
  edge: [
    'A moldura fica a 3 mm da borda, dos quatro lados.',
    'The frame is 3 mm from the edge on all four sides.',
  ],
  darkness: `Escurecimento: 10 tons distintos, do branco ao preto
    Darkness: 10 distinct tones, from white to black`,
  sharpness: [
    'Nitidez: linhas de 1, 2 e 3 pontos, separadas',
    'Sharpness: lines of 1, 2 and 3 dots, apart',
  ],
  mend: ['Saiu diferente?', 'Something is different?'],
} as const;

const remedies: readonly BothLanguages[] = [
  `Régua não confere: no driver, papel de 100 × 150 mm e escala de 100%, sem ajustar à página.
    Rulers are wrong: in the driver, choose 100 × 150 mm paper and a scale of 100%, not fit to page.`,
  `Moldura cortada ou torta: alinhe as guias do rolo e calibre a impressora para o papel.
    Frame is cut or slanted: set the roll's guides and calibrate the printer for the paper.`,
  [
    'Tons claros sumiram: aumente o escurecimento.',
    'Light tones are missing: increase the darkness.',
  ],
  `Tons escuros iguais, linhas juntas: diminua o escurecimento, depois a velocidade.
    Dark tones are equal, lines touch: reduce the darkness, then the speed.`,
  `Riscos brancos ao comprido: limpe a cabeça de impressão; se ficarem, troque-a.
    White streaks along the label: clean the print head; if they stay, replace it.`,
  `Deitada ou de ponta-cabeça: mude a orientação no driver.
    On its side or upside down: change the orientation in the driver.`,
  [
    'Leitor não lê o código: acerte as linhas acima.',
    'The scanner cannot read the code: mend the lines above first.',
  ],
];

const { widthMm, heightMm } = labelPaper;
const edgeMm = 3;
/** Of the rulers. */
const acrossMm = 80;
const downMm = 120;
const leftMm = 22;
const roomMm = widthMm - leftMm - edgeMm - 2;
const hairMm = 0.25;
/** A line of one dot on the most common label printers. */
const dotMm = 0.125;
/** Three dots, as carriers print them. */
const moduleMm = 3 * dotMm;

/**
 * A page that shows with a ruler and a scanner whether the printer shrinks, shifts, turns, fades or
 * blots its input, and says what mends that. It fills the paper, so that it shows cut-off margins
 * too.
 */
export function layTestPage(options: TestPageOptions): readonly TestPageElement[] {
  const text = pickAll(words, options.language);
  const size = `${widthMm} × ${heightMm} mm`;
  const write = (line: string, y: number, mm: number, bold = false) =>
    makeText(leftMm, y, mm, line, bold);
  return [
    ...layFrame(),
    makeArea(10, 10, acrossMm + hairMm, hairMm),
    ...layRuler(
      acrossMm,
      (at, length) => makeArea(10 + at, 10, hairMm, length),
      (at) => makeText(10.5 + at, 17, 2.2, String(at)),
    ),
    makeArea(10, 20, hairMm, downMm + hairMm),
    ...layRuler(
      downMm,
      (at, length) => makeArea(10, 20 + at, length, hairMm),
      (at) => makeText(15.5, 20.8 + at, 2.2, String(at)),
    ),
    write(`Doca · ${text.title}`, 25, 5, true),
    write(size, 33, 6, true),
    write(options.printer.slice(0, Math.floor(roomMm / 1.6)), 38, 3),
    write(formatDateTime(options.nowMs), 42, 3),
    write(text.edge, 47, 2.6),
    write(text.darkness, 52, 2.6),
    ...layTones(53.5),
    write(text.sharpness, 66, 2.6),
    ...layLines(67.5),
    ...layBarcode(76, writeTestCode(labelPaper)),
    write(text.mend, 98, 3.6, true),
    ...remedies
      .flatMap((remedy) =>
        wrapWords(
          `- ${pickLanguage(remedy, options.language)}`,
          (line) => line.length * 1.3 <= roomMm,
        ),
      )
      .map((line, index) => write(line, 102.5 + index * 3.4, 2.5)),
  ];
}

/** `ink`: 1 is black. */
function makeArea(x: number, y: number, width: number, height: number, ink = 1) {
  return { kind: 'area', x, y, width, height, ink } as const;
}

/** `y`: the baseline. */
function makeText(x: number, y: number, size: number, text: string, bold = false) {
  return { kind: 'text', x, y, size, text, bold } as const;
}

function layFrame() {
  const width = widthMm - 2 * edgeMm;
  const height = heightMm - 2 * edgeMm;
  return [
    makeArea(edgeMm, edgeMm, width, hairMm),
    makeArea(edgeMm, heightMm - edgeMm - hairMm, width, hairMm),
    makeArea(edgeMm, edgeMm, hairMm, height),
    makeArea(widthMm - edgeMm - hairMm, edgeMm, hairMm, height),
  ];
}

/** A tick each millimetre, a longer one each five and ten, those with their number. */
function layRuler(
  lengthMm: number,
  tick: (at: number, length: number) => TestPageElement,
  number: (at: number) => TestPageElement,
): TestPageElement[] {
  return Array.from({ length: lengthMm + 1 }, (_, at) => {
    if (at % 10 > 0) return [tick(at, at % 5 === 0 ? 3.5 : 2)];
    return at === 0 ? [tick(at, 5)] : [tick(at, 5), number(at)];
  }).flat();
}

function layTones(y: number) {
  const width = 7;
  return [
    ...Array.from({ length: 10 }, (_, step) =>
      makeArea(leftMm + step * width, y, width, 8, (step + 1) / 10),
    ),
    makeArea(leftMm, y, width * 10, dotMm),
    makeArea(leftMm, y + 8, width * 10, dotMm),
  ];
}

function layLines(y: number) {
  return [1, 2, 3].flatMap((dots, group) =>
    Array.from({ length: 8 }, (_, index) =>
      makeArea(leftMm + group * 8 + index * dots * 2 * dotMm, y, dots * dotMm, 6),
    ),
  );
}

function layBarcode(y: number, text: string) {
  const bars: TestPageElement[] = [];
  let at = leftMm;
  for (const [index, modules] of encodeCode128(text).entries()) {
    if (index % 2 === 0) bars.push(makeArea(at, y, modules * moduleMm, 10));
    at += modules * moduleMm;
  }
  return [...bars, makeText(leftMm, y + 13.5, 3, text)];
}
