import { decisions } from './words.ts';

const begin = '<!-- settings: written by npm run docs:policies -->';
const end = '<!-- /settings -->';

/** The Portuguese guide for IT with its table of everything that a policy can decide. */
export function withSettings(guide: string): string {
  const [from, to] = [guide.indexOf(begin), guide.indexOf(end)];
  if (from === -1 || to < from) throw new Error('the guide has no place for the settings');
  const rows = Object.entries(decisions).map(([key, { words, example }]) => [
    `\`${key}\``,
    words['pt-BR'].replace(' (JSON)', ''),
    `\`${isPlain(example) ? example : JSON.stringify(example)}\``,
  ]);
  const all = [['chave', 'o que decide', 'exemplo'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...others] = all;
  const table = [
    line(head),
    line(widths.map((width) => '-'.repeat(width))),
    ...others.map(line),
  ].join('\n');
  return `${guide.slice(0, from + begin.length)}\n\n${table}\n\n${guide.slice(to)}`;
}

/** Written in a policy file as it is: a number, yes or no, a list. */
function isPlain(example: string): boolean {
  return /^(?:\d+|true|false|[[{].*)$/.test(example);
}
