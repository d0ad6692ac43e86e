import { faultText } from '../../src/shared/faults/fault-text.ts';
import { type FaultKind, faultKinds } from '../../src/shared/faults/faults.ts';

const begin = '<!-- faults: written by npm run docs:faults -->';
const end = '<!-- /faults -->';

/** The languages in which a guide lists its faults: both, or the one of the guide. */
interface Telling {
  readonly titles: readonly [erp: string, label: string, local: string];
  readonly tell: (kind: FaultKind) => string;
}

const inBoth: Telling = {
  titles: ['The ERP', 'A label', 'This workstation'],
  tell: (kind) => {
    const [pt, en] = [faultText(kind, 'pt-BR'), faultText(kind, 'en')];
    return `**\`${kind}\`**\n\n- ${pt.what} ${pt.next}\n- ${en.what} ${en.next}`;
  },
};

const inPortuguese: Telling = {
  titles: ['O ERP', 'Uma etiqueta', 'Esta bancada'],
  tell: (kind) => {
    const { what, next } = faultText(kind, 'pt-BR');
    return `**${what}** ${next} (\`${kind}\`)`;
  },
};

/** The guides that list every fault, by their paths. */
export const guides: Readonly<Record<string, Telling>> = {
  'docs/operating-guide.md': inBoth,
  'docs/pt-BR/guia-de-operacao.md': inPortuguese,
};

/** The guide with its tables of faults made new from the words of the program. */
export function withFaults(guide: string, { titles, tell }: Telling = inBoth): string {
  const [from, to] = [guide.indexOf(begin), guide.indexOf(end)];
  if (from === -1 || to < from) throw new Error('the guide has no place for the faults');
  // The words are in this order.
  const [label, local] = [faultKinds.indexOf('label-missing'), faultKinds.indexOf('disk-full')];
  const kinds = [
    faultKinds.slice(0, label),
    faultKinds.slice(label, local),
    faultKinds.slice(local),
  ];
  const tables = kinds.map(
    (some, at) => `### ${titles[at] ?? ''}\n\n${some.map(tell).join('\n\n')}`,
  );
  return `${guide.slice(0, from + begin.length)}\n\n${tables.join('\n\n')}\n\n${guide.slice(to)}`;
}
