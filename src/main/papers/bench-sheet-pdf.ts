import type { BenchFinding } from '#shared/contract/app.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { type BenchStep, benchStepNames } from '#shared/domain/window.ts';
import { type Language, pickLanguage } from '#shared/faults/languages.ts';
import { formatDateTime } from '#shared/formats.ts';
import { choose, type Sheet } from './types.ts';
import { drawBox, grey, ink, page, startSheet, turnPage, wrapText, write } from './sheet.ts';

type StepRecord = NonNullable<Settings['benchSetup']['steps'][BenchStep]>;

const leftMm = page.marginMm;
const textMm = leftMm + 12;
const contentMm = page.widthMm - page.marginMm - textMm;

/** The A4 sheet that hangs at a bench. Two sheets about the same are equal to the byte. */
export async function drawBenchSheet({
  language,
  station,
  version,
  steps,
  findings,
}: {
  readonly language: Language;
  readonly station: string;
  readonly version: string;
  readonly steps: readonly ({ readonly step: BenchStep } & Partial<StepRecord>)[];
  /** Those that need somebody. */
  readonly findings: readonly BenchFinding[];
}): Promise<Sheet> {
  const say = choose(language);
  const isReady =
    steps.every(({ state }) => state === 'done') && findings.every(({ level }) => level !== 'fail');
  const left = say('Esta bancada ainda não está pronta', 'This bench is not ready yet');
  const title = isReady ? say('Esta bancada está pronta', 'This bench is ready') : left;
  const states = {
    done: say('feito', 'done'),
    skipped: say('pulado', 'skipped'),
    none: say('falta', 'to do'),
  };
  let pen = await startSheet(title, language);
  write(pen, title, pen.bold, 26, leftMm, 26);
  write(pen, station, pen.bold, 16, leftMm, 36);
  write(pen, `Doca ${version}`, pen.regular, 10, leftMm, 42, grey);
  const footMm = page.heightMm - 24;
  let yMm = 58;
  const writeLines = (text: string, size: number, font = pen.regular, color = ink): void => {
    for (const line of wrapText(text, font, size, contentMm)) {
      if (yMm > footMm - 3) {
        pen = turnPage(pen);
        yMm = 26;
      }
      write(pen, line, font, size, textMm, yMm, color);
      yMm += size * 0.48;
    }
  };
  for (const { step, state, atMs, told = '' } of steps) {
    writeLines(pickLanguage(benchStepNames[step], language), 14, pen.bold);
    const topMm = yMm - 11.9;
    drawBox(pen, { leftMm, topMm, widthMm: 6, heightMm: 6 }, ink, 1);
    if (state === 'done')
      drawBox(pen, { leftMm: leftMm + 1.4, topMm: topMm + 1.4, widthMm: 3.2, heightMm: 3.2 });
    const when = atMs === undefined ? '' : ` · ${formatDateTime(atMs)}`;
    writeLines(`${states[state ?? 'none']}${when}`, 10, pen.regular, grey);
    if (told !== '') writeLines(told, 11);
    yMm += 7;
  }
  const todo = say('O que falta arrumar neste computador', 'What this computer still needs');
  const fine = say(
    'A Doca examinou este computador e não achou nada para arrumar.',
    'Doca examined this computer and found nothing to mend.',
  );
  yMm += 2;
  if (findings.length === 0) writeLines(fine, 11);
  else writeLines(todo, 14, pen.bold);
  for (const { what, next } of findings) writeLines(`${what} ${next}`, 10);
  drawBox(pen, { leftMm, topMm: footMm, widthMm: 90, heightMm: 0.3 });
  write(pen, say('Conferido por', 'Checked by'), pen.regular, 9, leftMm, footMm + 5, grey);
  return { fileName: say('esta-bancada.pdf', 'this-bench.pdf'), pdf: await pen.document.save() };
}
