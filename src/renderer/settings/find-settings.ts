import { fold } from '#shared/formats.ts';

export type FoundSetting = ReturnType<typeof findSettings>[number];

const names = 'legend, .name, .control, h2, h3, label, button';

/**
 * Finds settings by the page's own words, hidden sections included. Those whose name has all the
 * words come first.
 */
export function findSettings(page: ParentNode, query: string) {
  const words = fold(query).split(' ');
  const has = (text: string): boolean => words.every((word) => fold(text).includes(word));
  const nameOf = new Map<Element, string>();
  for (const element of page.querySelectorAll(`section :is(${names})`)) {
    const target = element.closest('fieldset, .field') ?? element;
    if (!nameOf.has(target)) nameOf.set(target, readText(element));
  }
  return [...nameOf]
    .filter(([target]) => has(readText(target)))
    .map(([target, name]) => ({
      name,
      hint: [...target.querySelectorAll('.hint, .quiet.small:not(.locked)')]
        .map(readText)
        .join(' '),
      section: target.closest('section')?.id.replace('settings-', '') ?? '',
      target,
    }))
    .toSorted((a, b) => Number(has(b.name)) - Number(has(a.name)));
}

function readText(element: Element): string {
  return element.textContent.replace(/\s+/g, ' ').trim();
}
