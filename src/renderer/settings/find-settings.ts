import { fold } from '../../shared/index.ts';

export interface FoundSetting {
  readonly name: string;
  readonly hint: string;
  readonly section: string;
  readonly place: Element;
}

const names = 'legend, .name, .control, h2, h3, label, button';

/**
 * Finds settings by the page's own words, hidden sections included. Those whose name has all the
 * words come first.
 */
export function findSettings(page: ParentNode, query: string): readonly FoundSetting[] {
  const words = fold(query).split(' ');
  const has = (text: string): boolean => words.every((word) => fold(text).includes(word));
  const seen = new Set<Element>();
  const named: FoundSetting[] = [];
  const hinted: FoundSetting[] = [];
  for (const element of page.querySelectorAll(`section :is(${names})`)) {
    const place = element.closest('fieldset, .field') ?? element;
    if (seen.has(place)) continue;
    seen.add(place);
    const name = readText(element);
    const hint = [...place.querySelectorAll('.hint, .quiet.small:not(.locked)')]
      .map(readText)
      .join(' ');
    const section = element.closest('section')?.id.replace('settings-', '') ?? '';
    const list = has(name) ? named : has(readText(place)) ? hinted : null;
    list?.push({ name, hint, section, place });
  }
  return [...named, ...hinted];
}

function readText(element: Element): string {
  return element.textContent.replace(/\s+/g, ' ').trim();
}
