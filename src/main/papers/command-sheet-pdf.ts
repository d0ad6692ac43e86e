import { commands, type ScanCommand, scanCommands } from '#shared/codes.ts';
import { type BothLanguages, type Language, pickLanguage } from '#shared/faults/languages.ts';
import { pickAll } from '../os/text/pick-all.ts';
import type { Sheet } from './types.ts';
import {
  type Box,
  drawBox,
  drawCode,
  grey,
  ink,
  page,
  type Pen,
  startSheet,
  widthMmOf,
  wrapText,
  write,
} from './sheet.ts';

const words = {
  fileName: ['folha-de-comandos.pdf', 'command-sheet.pdf'],
  title: ['Folha de comandos da Doca', 'Command sheet for Doca'],
  hint: [
    'Deixe esta folha na bancada. O leitor que lê os volumes também dá estes comandos, em qualquer tela.',
    'Keep this sheet on the bench. The scanner that reads the parcels gives these commands too, on any screen.',
  ],
  danger: `Cuidado: com estes, volumes saem sem etiqueta ou sem conferência.
    Careful: with these, parcels leave without a label or unchecked.`,
} as const;

/** The effect of each command. */
const effects: Readonly<Record<ScanCommand, BothLanguages>> = {
  primary: `Faz o que diz o botão laranja. Se ele pedir confirmação, leia o código mais uma vez.
    Does what the orange button says. If that asks to confirm, scan the code once more.`,
  back: `Fecha o que está aberto, desiste de confirmar ou volta uma tela.
    Closes what is open, takes back a confirmation, or goes back a screen.`,
  yes: [
    'Responde “sim” à pergunta que está na tela.',
    'Answers “yes” to the question on the screen.',
  ],
  no: [
    'Responde “não” à pergunta que está na tela.',
    'Answers “no” to the question on the screen.',
  ],
  'go-desk': [
    'Abre a Mesa, para ler o próximo agrupamento.',
    'Opens the Desk, to scan the next grouping.',
  ],
  'go-print': ['Abre a impressão do agrupamento.', "Opens the grouping's print screen."],
  'go-check': ['Abre a conferência do agrupamento.', "Opens the grouping's check screen."],
  'go-history': `Abre o histórico, para achar um volume pelo código.
    Opens the history, to find a parcel by its code.`,
  undo: ['Desfaz a última conferência.', 'Undoes the last check.'],
  retry: `Busca as etiquetas que falharam, ou as que chegaram depois.
    Gets the labels that failed, or those that came later.`,
  accept: `Segue sem as etiquetas que faltam, ou sem imprimi-las.
    Goes on without the labels that are missing, or without printing them.`,
  cancel: `Para a busca de etiquetas; elas podem ser buscadas depois.
    Stops fetching labels; they can be fetched later.`,
  'conclude-anyway': [
    'Conta o volume sem etiqueta que está na tela; senão, para a conferência e conclui com as exceções. Pede o código outra vez.',
    'Counts the parcel without label that is on the screen; else concludes with exceptions. Asks for the code once more.',
  ],
};

const leftMm = page.marginMm;
const contentMm = page.widthMm - 2 * leftMm;
const gapMm = 6;
const boxMm = { widthMm: (contentMm - gapMm) / 2, heightMm: 27 };
const pitchMm = boxMm.heightMm + 1.6;
/** The longest code needs 73 mm with its quiet zones. */
const moduleMm = 0.38;
/** Codes by which something leaves that should not. */
const dangerous: readonly ScanCommand[] = ['accept', 'conclude-anyway'];

/** The A4 sheet of command codes. Two sheets of one language are equal to the byte. */
export async function drawCommandSheet(language: Language): Promise<Sheet> {
  const { title, hint, danger, fileName } = pickAll(words, language);
  const pen = await startSheet(title, language);
  write(pen, title, pen.bold, 20, leftMm, 18);
  write(pen, hint, pen.regular, 9.5, leftMm, 24, grey);
  const next = { leftMm, topMm: 28, widthMm: contentMm, heightMm: 38 };
  drawBox(pen, next, ink, 2);
  drawCommand(pen, 'primary', language, next, 24);
  const others = scanCommands.filter(
    (command) => command !== 'primary' && !dangerous.includes(command),
  );
  const endMm = drawStaggered(pen, others, language, next.topMm + next.heightMm + 2.5);
  write(pen, danger, pen.bold, 10, leftMm, endMm + 7);
  const lastMm = drawStaggered(pen, dangerous, language, endMm + 9.5);
  const frame = {
    leftMm: leftMm - 3,
    topMm: endMm + 2.5,
    widthMm: contentMm + 6,
    heightMm: lastMm - endMm - 1,
  };
  drawBox(pen, frame, ink, 2);
  return { fileName, pdf: await pen.document.save() };
}

/**
 * Two columns, the right one half a box lower: a scanner's line never crosses two codes. Returns
 * their lower end.
 */
function drawStaggered(
  pen: Pen,
  all: readonly ScanCommand[],
  language: Language,
  firstMm: number,
): number {
  for (const [index, command] of all.entries()) {
    const right = index % 2;
    const topMm = firstMm + Math.floor(index / 2) * pitchMm + (right * pitchMm) / 2;
    const box = { ...boxMm, topMm, leftMm: leftMm + right * (boxMm.widthMm + gapMm) };
    drawBox(pen, box, grey, 0.5);
    drawCommand(pen, command, language, box, 14);
  }
  return firstMm + (Math.ceil(all.length / 2) + 0.5) * pitchMm;
}

/** `size` is that of its name; its code is as much larger. */
function drawCommand(
  pen: Pen,
  command: ScanCommand,
  language: Language,
  box: Box,
  size: number,
): void {
  const { code, [language]: name } = commands[command];
  const scale = size / 14;
  const textMm = box.widthMm - 6;
  let yMm = box.topMm + 5.5 * scale;
  write(pen, name, pen.bold, size, box.leftMm + 3, yMm);
  write(pen, code, pen.mono, 8, box.leftMm + 3 + textMm - widthMmOf(code, pen.mono, 8), yMm, grey);
  const hintSize = 8 * Math.sqrt(scale);
  const effect = pickLanguage(effects[command], language);
  for (const line of wrapText(effect, pen.regular, hintSize, textMm)) {
    yMm += 3.6 * scale;
    write(pen, line, pen.regular, hintSize, box.leftMm + 3, yMm, grey);
  }
  const endMm = box.topMm + box.heightMm - 1.4;
  const heightMm = Math.min(11 * scale, endMm - yMm - 1.6);
  const codeBox = {
    leftMm: box.leftMm + 5,
    topMm: endMm - heightMm,
    widthMm: box.widthMm - 10,
    heightMm,
  };
  drawCode(pen, code, codeBox, moduleMm * scale);
}
