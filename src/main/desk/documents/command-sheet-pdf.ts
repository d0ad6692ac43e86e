import { commands, scanCommands } from '../../../shared/index.ts';
import type { Language, ScanCommand } from '../../../shared/index.ts';
import { drawCode, grey, page, startSheet, wrapText, write } from './sheet.ts';
import type { Pen } from './sheet.ts';

/** In Portuguese, which also defines the keys of every language. */
const portuguese = {
  fileName: 'folha-de-comandos.pdf',
  title: 'Folha de comandos da Doca',
  hint: 'Deixe esta folha na bancada. O leitor que lê os volumes também dá estes comandos, em qualquer tela.',
  does: {
    primary: 'Faz o que diz o botão laranja. O que não tem volta pede o código mais uma vez.',
    back: 'Fecha o que está aberto, desiste de confirmar ou volta uma tela.',
    yes: 'Responde “sim” à pergunta que está na tela.',
    no: 'Responde “não” à pergunta que está na tela.',
    'go-desk': 'Abre a Mesa, para ler o próximo agrupamento.',
    'go-print': 'Abre a impressão do agrupamento.',
    'go-check': 'Abre a conferência do agrupamento.',
    'go-history': 'Abre o histórico, para achar um volume pelo código.',
    undo: 'Desfaz a última conferência.',
    retry: 'Busca as etiquetas que falharam, ou as que chegaram depois.',
    accept: 'Segue sem as etiquetas que faltam, ou sem imprimi-las.',
    cancel: 'Para a busca de etiquetas; elas podem ser buscadas depois.',
    'conclude-anyway':
      'Conta o volume sem etiqueta que está na tela; senão, para a conferência e conclui com as exceções. Pede o código outra vez.',
  } satisfies Readonly<Record<ScanCommand, string>>,
};

type CommandSheetWords = typeof portuguese;

const english: CommandSheetWords = {
  fileName: 'command-sheet.pdf',
  title: 'Command sheet for Doca',
  hint: 'Keep this sheet on the bench. The scanner that reads the parcels gives these commands too, on any screen.',
  does: {
    primary: 'Does what the orange button says. What cannot be undone asks for the code once more.',
    back: 'Closes what is open, takes back a confirmation, or goes back a screen.',
    yes: 'Answers “yes” to the question on the screen.',
    no: 'Answers “no” to the question on the screen.',
    'go-desk': 'Opens the Desk, to scan the next grouping.',
    'go-print': "Opens the grouping's print screen.",
    'go-check': "Opens the grouping's check screen.",
    'go-history': 'Opens the history, to find a parcel by its code.',
    undo: 'Undoes the last check.',
    retry: 'Gets the labels that failed, or those that came later.',
    accept: 'Goes on without the labels that are missing, or without printing them.',
    cancel: 'Stops fetching labels; they can be fetched later.',
    'conclude-anyway':
      'Counts the parcel without label that is on the screen; else ends the check and concludes with exceptions. Asks for the code once more.',
  },
};

export const commandSheetWords: Readonly<Record<Language, CommandSheetWords>> = { 'pt-BR': portuguese, en: english };

const columnWidthMm = (page.widthMm - 2 * page.marginMm - 10) / 2;
const topMm = 40;
const pitchMm = 34;
/** Wide enough for any office printer and scanner; the longest code needs 73 mm with its quiet zones. */
const moduleMm = 0.38;

/**
 * The A4 sheet of command codes. The right column is half a line lower, so that a scanner's line never crosses two
 * codes. Two sheets of one language are equal to the byte.
 */
export async function drawCommandSheet(language: Language): Promise<Uint8Array> {
  const words = commandSheetWords[language];
  const pen = await startSheet(words.title, language);
  write(pen, words.title, pen.bold, 20, page.marginMm, 21);
  write(pen, words.hint, pen.regular, 9.5, page.marginMm, 28, grey);
  for (const [index, command] of scanCommands.entries()) {
    const right = index % 2 === 1;
    const leftMm = page.marginMm + (right ? columnWidthMm + 10 : 0);
    const cellTopMm = topMm + Math.floor(index / 2) * pitchMm + (right ? pitchMm / 2 : 0);
    await drawCommand(pen, command, language, leftMm, cellTopMm);
  }
  return pen.document.save();
}

async function drawCommand(pen: Pen, command: ScanCommand, language: Language, leftMm: number, topMm: number) {
  write(pen, commands[command][language], pen.bold, 14, leftMm, topMm + 5);
  let y = topMm + 9.5;
  for (const line of wrapText(commandSheetWords[language].does[command], pen.regular, 8.5, columnWidthMm)) {
    write(pen, line, pen.regular, 8.5, leftMm, y, grey);
    y += 3.6;
  }
  const place = { leftMm, topMm: topMm + 15, widthMm: columnWidthMm };
  await drawCode(pen, commands[command].code, place, moduleMm);
}
