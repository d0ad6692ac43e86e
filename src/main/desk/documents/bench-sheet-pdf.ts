import { benchStepNames, formatDateTime } from '../../../shared/index.ts';
import type { BenchFinding, BenchStep, Language, Settings } from '../../../shared/index.ts';
import { drawBox, grey, ink, page, startSheet, wrapText, write } from './sheet.ts';

const portuguese = {
  fileName: 'esta-bancada.pdf',
  ready: 'Esta bancada está pronta',
  left: 'Esta bancada ainda não está pronta',
  states: { done: 'feito', skipped: 'pulado', none: 'falta' },
  findings: 'O que falta arrumar neste computador',
  fine: 'A Doca examinou este computador e não achou nada para arrumar.',
  signed: 'Conferido por',
};

export const benchSheetWords: Readonly<Record<Language, typeof portuguese>> = {
  'pt-BR': portuguese,
  en: {
    fileName: 'this-bench.pdf',
    ready: 'This bench is ready',
    left: 'This bench is not ready yet',
    states: { done: 'done', skipped: 'skipped', none: 'to do' },
    findings: 'What this computer still needs',
    fine: 'Doca examined this computer and found nothing to mend.',
    signed: 'Checked by',
  },
};

type Told = NonNullable<Settings['benchSetup']['steps'][BenchStep]>;

export interface BenchSheet {
  readonly language: Language;
  readonly station: string;
  readonly version: string;
  readonly steps: readonly ({ readonly step: BenchStep } & Partial<Told>)[];
  /** Those that need somebody. */
  readonly findings: readonly BenchFinding[];
}

const leftMm = page.marginMm;
const textMm = leftMm + 12;
const contentMm = page.widthMm - page.marginMm - textMm;

/** The A4 sheet that hangs at a bench. Two sheets about the same are equal to the byte. */
export async function drawBenchSheet({ language, station, version, steps, findings }: BenchSheet): Promise<Uint8Array> {
  const words = benchSheetWords[language];
  const isReady = steps.every(({ state }) => state === 'done') && findings.every(({ level }) => level !== 'fail');
  const title = isReady ? words.ready : words.left;
  const pen = await startSheet(title, language);
  write(pen, title, pen.bold, 26, leftMm, 26);
  write(pen, station, pen.bold, 16, leftMm, 36);
  write(pen, `Doca ${version}`, pen.regular, 10, leftMm, 42, grey);
  let yMm = 58;
  const writeLines = (text: string, size: number, color = ink): void => {
    for (const line of wrapText(text, pen.regular, size, contentMm)) {
      write(pen, line, pen.regular, size, textMm, yMm, color);
      yMm += size * 0.48;
    }
  };
  for (const { step, state, atMs, told } of steps) {
    const box = { leftMm, topMm: yMm - 5.2, widthMm: 6, heightMm: 6 };
    drawBox(pen, box, ink, 1);
    if (state === 'done') drawBox(pen, { leftMm: leftMm + 1.4, topMm: yMm - 3.8, widthMm: 3.2, heightMm: 3.2 });
    const when = atMs === undefined ? '' : ` · ${formatDateTime(atMs)}`;
    write(pen, benchStepNames[language][step], pen.bold, 14, textMm, yMm);
    yMm += 6;
    writeLines(`${words.states[state ?? 'none']}${when}`, 10, grey);
    if (told !== undefined && told !== '') writeLines(told, 11);
    yMm += 7;
  }
  if (findings.length > 0) write(pen, words.findings, pen.bold, 14, textMm, (yMm += 2));
  yMm += 7;
  if (findings.length === 0) writeLines(words.fine, 11);
  for (const { what, next } of findings) writeLines(`${what} ${next}`, 10);
  const footMm = page.heightMm - 24;
  drawBox(pen, { leftMm, topMm: footMm, widthMm: 90, heightMm: 0.3 });
  write(pen, words.signed, pen.regular, 9, leftMm, footMm + 5, grey);
  return pen.document.save();
}
