import type { Page } from 'playwright-core';
import { benchMessages } from '../../src/renderer/i18n/bench.ts';
import { floorMessages } from '../../src/renderer/i18n/floor.ts';
import { messages } from '../../src/renderer/i18n/index.ts';
import { officeMessages } from '../../src/renderer/i18n/office.ts';

const all = [messages, floorMessages, officeMessages, benchMessages];

/** A missing value turned into text. */
const broken = /\b(undefined|null|NaN|Infinity)\b|\[object |\$\{|=>/;

/** Returns every text that is read or heard on the page, a line each. */
const readWords = `(() => {
  const said = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap((element) =>
    ['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) => element.getAttribute(name) ?? []));
  return [...document.body.innerText.split('\\n'), ...said].map((line) => line.trim()).filter((line) => line !== '');
})()`;

/**
 * Returns lines of the page that are missing values, or in the other language; the data's own words
 * are ignored.
 */
export async function findMissingWords(
  page: Page,
  language: keyof typeof messages,
): Promise<readonly string[]> {
  const lines = await page.evaluate<string[]>(readWords);
  const foreign = onlyIn[language === 'en' ? 'pt-BR' : 'en'];
  return [...new Set(lines)].filter((line) => broken.test(line) || foreign.has(line));
}

/** Returns the words of a language that the other one does not have; figures have none. */
function listOnlyIn(language: keyof typeof messages): ReadonlySet<string> {
  const other = language === 'en' ? 'pt-BR' : 'en';
  const others = new Set(all.flatMap((one) => listWords(one[other])));
  return new Set(
    all
      .flatMap((one) => listWords(one[language]))
      .filter((words) => /\p{L}{4}/u.test(words) && !others.has(words)),
  );
}

const onlyIn = { en: listOnlyIn('en'), 'pt-BR': listOnlyIn('pt-BR') };

function listWords(node: unknown): readonly string[] {
  if (typeof node === 'string') return [node];
  if (typeof node !== 'object' || node === null) return [];
  return Object.values(node).flatMap(listWords);
}
