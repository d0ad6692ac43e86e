import { erpFaultKinds, faultText, labelFaultKinds, localFaultKinds } from '../../src/shared/index.ts';
import type { FaultKind } from '../../src/shared/index.ts';

const begin = '<!-- faults: written by npm run docs:faults -->';
const end = '<!-- /faults -->';

/** The guide with its tables of faults made new from the words of the program. */
export function withFaults(guide: string): string {
  const [from, to] = [guide.indexOf(begin), guide.indexOf(end)];
  if (from === -1 || to < from) throw new Error('the guide has no place for the faults');
  return `${guide.slice(0, from + begin.length)}\n\n${faultTables()}\n\n${guide.slice(to)}`;
}

function faultTables(): string {
  return [
    section('The ERP', erpFaultKinds),
    section('A label', labelFaultKinds),
    section('This workstation', localFaultKinds),
  ].join('\n\n');
}

function section(title: string, kinds: readonly FaultKind[]): string {
  const entries = kinds.map((kind) => {
    const [pt, en] = [faultText(kind, 'pt-BR'), faultText(kind, 'en')];
    return `**\`${kind}\`**\n\n- ${pt.what} ${pt.next}\n- ${en.what} ${en.next}`;
  });
  return `### ${title}\n\n${entries.join('\n\n')}`;
}
