import { sampleMatch } from './sample-match.ts';

/**
 * Returns texts that keep an expression busy: its own characters and its matches, repeated, with an
 * end that fails.
 */
export function makeWorstTexts(expression: RegExp, length: number): readonly string[] {
  const { source } = expression;
  const samples = [0, 1].map((choice) => sampleMatch(expression, choice));
  const signs = new Set([
    ...[' ', '\t', '\n', '\0', 'a', '0', '-'],
    ...(source.match(/[^\\()[\]{}|?*+$]/g) ?? []),
    ...samples.join('').slice(0, 20).split(''),
  ]);
  const words = new Set(
    (source.replaceAll(/\\[a-z]/gi, '\n').match(/[\w :/@<&;~^!-]{2,8}/g) ?? []).slice(0, 12),
  );
  const units = new Set<string>([...signs, ...words, ...samples]);
  for (const sample of samples)
    for (let at = 0; at < Math.min(sample.length - 1, 10); at += 1)
      units.add(sample.slice(at, at + 2));
  for (const word of words) for (const sign of signs) units.add(sign + word);
  const starts = new Set(['a', ...words]);
  for (const sample of samples)
    for (let at = 1; at <= Math.min(sample.length, 8); at += 1) starts.add(sample.slice(0, at));

  const fill = (start: string, unit: string): string =>
    start + unit.repeat(Math.ceil(Math.max(0, length - start.length) / unit.length));
  const texts = [...units]
    .filter((unit) => unit !== '')
    .flatMap((unit) => [fill('', unit), `${fill('', unit)}\u0001`]);
  for (const start of starts) for (const sign of signs) texts.push(`${fill(start, sign)}\u0001`);
  return texts;
}
