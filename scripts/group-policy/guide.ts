import { defaultSettings } from '../../src/shared/contract/settings.ts';
import type { Language } from '../../src/shared/faults/languages.ts';
import { findEntry, type Entry } from './entry.ts';
import { decisions } from './words.ts';

interface Words {
  readonly title: string;
  readonly about: string;
  readonly head: readonly string[];
  readonly range: (min: number, max: number) => string;
}

const texts: Readonly<Record<Language, Words>> = {
  'pt-BR': {
    title: 'O que a TI pode decidir',
    about: `Cada chave vale no \`policy.json\`, no registro e, como \`DOCA_…\`, no ambiente. O guia da TI diz onde e
como. Sem a chave, quem embala decide, e o padrão vale até lá.`,
    head: ['chave', 'o que decide', 'valores', 'padrão', 'exemplo'],
    range: (min, max) => `${min} a ${max}`,
  },
  en: {
    title: 'What IT can decide',
    about: `Each key counts in \`policy.json\`, in the registry and, as \`DOCA_…\`, in the environment. The IT guide says
where and how. Without the key the packer decides, and until then the default counts.`,
    head: ['key', 'what it decides', 'values', 'default', 'example'],
    range: (min, max) => `${min} to ${max}`,
  },
};

/** The document with the table of everything that a policy can decide. */
export function writePolicies(language: Language): string {
  const { title, about, head, range } = texts[language];
  const defaults: Readonly<Record<string, unknown>> = defaultSettings;
  const rows = Object.entries(decisions).map(([key, { words, example }]) => [
    writeCode(key),
    words[language].replace(' (JSON)', ''),
    writeValues(findEntry(key), range),
    key in defaults ? writeCode(JSON.stringify(defaults[key])) : '',
    writeCode(isJson(example) ? example : JSON.stringify(example)),
  ]);
  return `# ${title}\n\n${about}\n\n${writeTable(head, rows)}\n`;
}

function writeValues(entry: Entry, range: Words['range']): string {
  switch (entry.kind) {
    case 'text':
      return '';
    case 'number':
      return range(entry.min, entry.max);
    case 'choice':
      return entry.choices.map(writeCode).join(', ');
  }
}

function writeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const rule = widths.map((width) => '-'.repeat(width));
  return [head, rule, ...rows]
    .map((cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`)
    .join('\n');
}

const writeCode = (text: string): string => `\`${text}\``;

/** Written in a policy file as it is: a number, yes or no, a list. */
function isJson(example: string): boolean {
  return /^(?:\d+|true|false|[[{].*)$/.test(example);
}
