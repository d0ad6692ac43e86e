import type { PageChoice, PageRule } from '#shared/domain/records.ts';

export const defaultPageChoice: PageChoice = { pages: 'auto', crop: 'auto' };

/**
 * Returns the same pages counted from after `before` pages, which earlier files of the label have.
 */
export function countPagesFrom(rule: PageRule, before: number): PageRule {
  return typeof rule === 'string'
    ? rule
    : rule.map((number) => number - before).filter((number) => number > 0);
}
