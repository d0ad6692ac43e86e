import type { Language, Settings } from '../../shared/index.ts';

/** Only voices of this computer: others send the text to a service. A country's own comes first. */
function findVoice(language: Language): SpeechSynthesisVoice | null {
  const [tongue = ''] = language.split('-');
  const local = speechSynthesis
    .getVoices()
    .filter(({ lang, localService }) => localService && lang.split(/[-_]/)[0] === tongue);
  return local.find(({ lang }) => lang.replace('_', '-') === language) ?? local[0] ?? null;
}

/** Instead of anything that is still being said; silent without a voice. */
export function speak(
  text: string,
  { language, soundVolume }: Pick<Settings, 'language' | 'soundVolume'>,
): void {
  const voice = findVoice(language);
  if (voice === null) return;
  speechSynthesis.cancel();
  const said = new SpeechSynthesisUtterance(text);
  Object.assign(said, { voice, lang: voice.lang, volume: soundVolume / 100 });
  speechSynthesis.speak(said);
}

/** For an `$effect`: the system tells its voices some time after the first question for them. */
export function watchVoice(language: Language, take: (hasVoice: boolean) => void): () => void {
  const look = (): void => take(findVoice(language) !== null);
  look();
  speechSynthesis.addEventListener('voiceschanged', look);
  return () => speechSynthesis.removeEventListener('voiceschanged', look);
}
