import { dialog } from 'electron';
import type { Language } from '../../../shared/index.ts';
import type { VitalPart, WorseVersion } from '../../updates/index.ts';
import { questionBox } from './desktop.ts';

type Words = Readonly<Record<VitalPart | 'safe' | 'noWay' | 'goOn' | 'quit', string>> &
  Readonly<Record<'message' | 'way' | 'back', (version: string) => string>>;

const text: Readonly<Record<Language, Words>> = {
  'pt-BR': {
    message: (version) => `A Doca foi atualizada para a versão ${version}, e algo parou de funcionar.`,
    journal: 'O diário deste computador não abre.',
    keychain: 'O cofre de senhas não responde; o token se perderia ao fechar a Doca.',
    labels: 'A parte que lê etiquetas não leu uma de exemplo.',
    safe: 'Nada se perdeu: o trabalho feito está guardado. Avise a TI.',
    way: (version) =>
      `Voltar instala a versão ${version}, que funcionava, e abre a Doca de novo em um minuto. A que falhou não vem outra vez; uma mais nova, sim.`,
    noWay: 'Daqui não há como voltar à versão anterior: a TI pode instalá-la.',
    back: (version) => `Voltar à versão ${version}`,
    goOn: 'Continuar assim mesmo',
    quit: 'Sair',
  },
  en: {
    message: (version) => `Doca was updated to version ${version}, and something stopped working.`,
    journal: "This computer's journal does not open.",
    keychain: 'The keychain does not answer; the token would be lost when Doca closes.',
    labels: 'The part that reads labels did not read a sample.',
    safe: 'Nothing is lost: the work that was done is safe. Tell your IT.',
    way: (version) =>
      `Going back installs version ${version}, which worked, and opens Doca again in a minute. The one that failed does not come again; a newer one does.`,
    noWay: 'There is no way back to the version before from here: your IT can install it.',
    back: (version) => `Go back to version ${version}`,
    goOn: 'Go on all the same',
    quit: 'Quit',
  },
};

/** Returns true to go back. Without the journal Doca cannot go on. */
export async function askToGoBack({ version, broken, back }: WorseVersion, language: Language): Promise<boolean> {
  const words = text[language];
  const what = broken.map((part) => words[part]).join('\n');
  const { response } = await dialog.showMessageBox({
    ...questionBox,
    type: 'error',
    message: words.message(version),
    detail: `${what}\n\n${words.safe}\n${back === null ? words.noWay : words.way(back)}`,
    buttons: [...(back === null ? [] : [words.back(back)]), broken.includes('journal') ? words.quit : words.goOn],
    cancelId: back === null ? 0 : 1,
  });
  return back !== null && response === 0;
}
