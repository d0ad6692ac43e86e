import { formatInteger } from './format.ts';

/** A number with its noun. */
export function counted(count: number, one: string, many: string): string {
  return `${formatInteger(count)} ${count === 1 ? one : many}`;
}
