import { dialog } from 'electron';
import type { Language } from '#shared/faults/languages.ts';
import { pickAll } from '../../os/text/pick-all.ts';
import type { VitalPart } from '../../updates/index.ts';
import { questionBox } from './desktop.ts';

/** `#`: a version. */
const texts = {
  message: `A Doca foi atualizada para a versão #, e algo parou de funcionar.
    Doca was updated to version #, and something stopped working.`,
  journal: ['O diário deste computador não abre.', "This computer's journal does not open."],
  keychain: `O cofre de senhas não responde; o token se perderia ao fechar a Doca.
    The keychain does not answer; the token would be lost when Doca closes.`,
  labels: [
    'A parte que lê etiquetas não leu uma de exemplo.',
    'The part that reads labels did not read a sample.',
  ],
  safe: [
    'Nada se perdeu: o trabalho feito está guardado. Avise a TI, que pode instalar a versão anterior.',
    'Nothing is lost: the work that was done is safe. Tell your IT, which can install the version before.',
  ],
  goOn: ['Continuar assim mesmo', 'Go on all the same'],
  quit: ['Sair', 'Quit'],
} as const;

/** Returns when the person has read it. Without the journal Doca cannot go on. */
export async function reportBrokenUpdate(
  version: string,
  broken: readonly VitalPart[],
  language: Language,
): Promise<void> {
  const words = pickAll(texts, language);
  const parts = broken.map((part) => words[part]).join('\n');
  await dialog.showMessageBox({
    ...questionBox,
    type: 'error',
    message: words.message.replace('#', version),
    detail: `${parts}\n\n${words.safe}`,
    buttons: [broken.includes('journal') ? words.quit : words.goOn],
    cancelId: 0,
  });
}
