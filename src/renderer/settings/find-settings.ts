import { fold } from '#shared/formats.ts';

export interface FoundSetting {
  readonly name: string;
  readonly hint: string;
  readonly section: string;
  readonly target: Element;
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
    const target = element.closest('fieldset, .field') ?? element;
    if (seen.has(target)) continue;
    seen.add(target);
    const name = readText(element);
    const hint = [...target.querySelectorAll('.hint, .quiet.small:not(.locked)')]
      .map(readText)
      .join(' ');
    const section = element.closest('section')?.id.replace('settings-', '') ?? '';
    if (has(name)) named.push({ name, hint, section, target });
    else if (has(readText(target))) hinted.push({ name, hint, section, target });
  }
  return [...named, ...hinted];
}

function readText(element: Element): string {
  return element.textContent.replace(/\s+/g, ' ').trim();
}
