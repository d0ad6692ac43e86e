import { describe, expect, it } from 'vitest';
import { faultText } from '#shared/faults/fault-text.ts';
import { faultKinds } from '#shared/faults/faults.ts';
import { languages } from '#shared/faults/languages.ts';

describe('the sentences of faults', () => {
  it.each(languages.flatMap((language) => faultKinds.map((kind) => [language, kind] as const)))(
    'say in %s what happened and what to do: %s',
    (language, kind) => {
      const { what, next } = faultText(kind, language);
      for (const sentence of [what, next]) {
        expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
        expect(sentence.length).toBeLessThanOrEqual(100);
      }
    },
  );

  it('differ between the languages', () => {
    for (const kind of faultKinds)
      expect(faultText(kind, 'pt-BR').what).not.toBe(faultText(kind, 'en').what);
  });
});
