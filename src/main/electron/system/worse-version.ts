import { dialog } from 'electron';
import { pickAll, type BothLanguages, type Language } from '../../../shared/index.ts';
import type { WorseVersion } from '../../updates/index.ts';
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
  safe: `Nada se perdeu: o trabalho feito está guardado. Avise a TI.
    Nothing is lost: the work that was done is safe. Tell your IT.`,
  way: `Voltar instala a versão #, que funcionava, e abre a Doca de novo em um minuto. A que falhou não vem outra vez; uma mais nova, sim.
    Going back installs version #, which worked, and opens Doca again in a minute. The one that failed does not come again; a newer one does.`,
  noWay: `Daqui não há como voltar à versão anterior: a TI pode instalá-la.
    There is no way back to the version before from here: your IT can install it.`,
  back: ['Voltar à versão #', 'Go back to version #'],
  goOn: ['Continuar assim mesmo', 'Go on all the same'],
  quit: ['Sair', 'Quit'],
} as const satisfies Readonly<Record<string, BothLanguages>>;

/** Returns true to go back. Without the journal Doca cannot go on. */
export async function askToGoBack(
  { version, broken, back }: WorseVersion,
  language: Language,
): Promise<boolean> {
  const words = pickAll(texts, language);
  const what = broken.map((part) => words[part]).join('\n');
  const { response } = await dialog.showMessageBox({
    ...questionBox,
    type: 'error',
    message: words.message.replace('#', version),
    detail: `${what}\n\n${words.safe}\n${back === null ? words.noWay : words.way.replace('#', back)}`,
    buttons: [
      ...(back === null ? [] : [words.back.replace('#', back)]),
      broken.includes('journal') ? words.quit : words.goOn,
    ],
    cancelId: back === null ? 0 : 1,
  });
  return back !== null && response === 0;
}
