import { type Language, languages } from '#shared/faults/languages.ts';
import { formatInteger } from './format.ts';

type Value = number | string;
type Values<T> = T extends `${string}#${infer Rest}` ? [Value, ...Values<Rest>] : [];
type Pattern<T extends string> =
  Values<T> extends [] ? (T extends `${string}[${string}` ? [Value] : []) : Values<T>;
type Text<T> = T extends string
  ? Pattern<T> extends []
    ? string
    : (...values: Pattern<T>) => string
  : T;

/** The words of one language: of each pair the Portuguese text defines what it takes. */
export type Words<T> = T extends readonly [infer PtBr, unknown]
  ? Text<PtBr>
  : T extends `${infer PtBr}\n${string}`
    ? Text<PtBr>
    : { readonly [K in keyof T]: Words<T[K]> };

/**
 * Reads a catalogue, which is a tree of texts in Portuguese and in English: a pair, or two lines.
 * `#` stands for a value, and `[one|many]` depends on the value before it, or on the first: on
 * whether a number is 1, or whether a station's name is a feminine word (“na Bancada 2”, but “em
 * PC-07”, the default).
 */
export function readCatalogue<T>(catalogue: T): Readonly<Record<Language, Words<T>>> {
  const read = (node: unknown, of: Language): unknown => {
    const pair: unknown = typeof node === 'string' ? node.split(/\n */) : node;
    if (!Array.isArray(pair)) {
      return Object.fromEntries(
        Object.entries(node as object).map(([key, inner]) => [key, read(inner, of)]),
      );
    }
    const [ptBr, en] = pair as [unknown, unknown];
    const text = of === 'en' ? en : ptBr;
    const takesValues = typeof ptBr === 'string' && /[#[]/.test(ptBr);
    return takesValues ? (...values: readonly Value[]) => fill(String(text), values) : text;
  };
  return Object.fromEntries(languages.map((of) => [of, read(catalogue, of)])) as Record<
    Language,
    Words<T>
  >;
}

function fill(pattern: string, values: readonly Value[]): string {
  let next = 0;
  const write = (value: Value | undefined): string =>
    typeof value === 'number' ? formatInteger(value) : (value ?? '');
  return pattern.replace(/#|\[([^[|]*)\|([^[\]]*)\]/g, (mark, one: string, many: string) => {
    const hasValue = mark.includes('#');
    const value = values[hasValue ? next : Math.max(0, next - 1)];
    if (hasValue) next += 1;
    if (mark === '#') return write(value);
    return (isOne(value) ? one : many).replace('#', () => write(value));
  });
}

function isOne(value: Value | undefined): boolean {
  return typeof value === 'string'
    ? /^(bancada|mesa|estação|linha|doca)(\s|$)/i.test(value)
    : value === 1;
}
