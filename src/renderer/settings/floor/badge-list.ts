import { readBadge, writeBadge } from '#shared/codes.ts';
import type { Badge, WantedBadge } from '#shared/domain/badges.ts';

/** Reads a list of badges: one line each, the name first, then the code if there is one. */
export function readBadgeList(text: string): readonly WantedBadge[] {
  return text.split('\n').flatMap((line) => {
    const words = line.trim().split(/\s+/);
    const id = readBadge(words.at(-1) ?? '');
    const name = (id === null ? words : words.slice(0, -1)).join(' ');
    return name === '' && id === null ? [] : [{ id, name }];
  });
}

export function writeBadgeList(badges: readonly Badge[]): string {
  return badges.map(({ id, name }) => `${name} ${writeBadge(id)}`).join('\n');
}
