import { describe, expect, it } from 'vitest';
import { labelFiles, type LabelState } from '#shared/domain/job.ts';
import { faultText } from '#shared/faults/fault-text.ts';
import { faultKinds } from '#shared/faults/faults.ts';
import { languages } from '#shared/faults/languages.ts';
import { benchMessages } from '../../../src/renderer/i18n/bench.ts';
import { floorMessages } from '../../../src/renderer/i18n/floor.ts';
import { officeMessages } from '../../../src/renderer/i18n/office.ts';
import { messages } from '../../../src/renderer/i18n/index.ts';

/** Every text of a language, functions called with figures and names. */
function texts(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function')
    return [1, 2].map((n) => [
      `${path}(${n})`,
      String((value as (...a: unknown[]) => unknown)(n, n)),
    ]);
  return Object.entries(value as object).flatMap(([key, inner]) => texts(inner, `${path}.${key}`));
}

const labelStates = [...labelFiles, 'printed', 'blocked'] as const satisfies readonly LabelState[];

describe('the words', () => {
  const byLanguage = languages.map((language) => ({
    language,
    all: [
      ...texts(messages[language]),
      ...texts(floorMessages[language], '.floor'),
      ...texts(officeMessages[language], '.office'),
      ...texts(benchMessages[language], '.bench'),
    ],
  }));

  it('are there in every language for the same places, none empty', () => {
    const [first, ...others] = byLanguage.map(({ all }) => all.map(([path]) => path));
    for (const other of others) expect(other).toEqual(first);
    for (const { all } of byLanguage)
      expect(all.filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('are not the same in both, but for names and signs', () => {
    const [pt, en] = byLanguage.map(({ all }) => new Map(all));
    const same = [...pt!].filter(([path, text]) => en!.get(path) === text && /[a-z]{4}/.test(text));
    expect(same.map(([path]) => path.replace(/\(.*/, ''))).toEqual([
      '.table.column.volume',
      '.settings.languages.pt-BR',
      '.settings.languages.en',
      '.settings.volume',
      '.bench.scanner.endings.enter',
    ]);
  });

  it('have a name for every state and a sentence for every fault', () => {
    for (const language of languages) {
      for (const state of labelStates) expect(messages[language].label[state]).toBeTruthy();
      for (const kind of faultKinds) expect(faultText(kind, language).next).toBeTruthy();
    }
  });

  it('count one and many differently', () => {
    expect(messages['pt-BR'].steps.print(1)).toBe('Imprimir 1 etiqueta');
    expect(messages['pt-BR'].steps.print(1200)).toBe('Imprimir 1.200 etiquetas');
    expect(messages.en.steps.retry(3)).toBe('Retry 3 labels');
    expect(messages.en.steps.printReady(12)).toBe('Print the 12 ready labels');
  });
});
