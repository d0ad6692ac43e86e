import { readFile } from 'node:fs/promises';
import { cleanText, nameGrouping } from '../../../shared/index.ts';
import { verifyProof } from '../../dispatch/index.ts';
import { throwFault } from '../../os/errors.ts';
import { parseVerify } from '../arguments.ts';
import { endAnyway } from '../guard.ts';
import { endedWell, type Ending } from '../output/endings.ts';
import type { Terminal } from '../output/terminal.ts';

/** `verify`: judges an exported proof of dispatch by the file alone. */
export function verifyFile(terminal: Pick<Terminal, 'out' | 'err'>, args: readonly string[]): Promise<Ending> {
  return endAnyway(terminal, 'verify', async () => {
    const { path, digest } = parseVerify(args);
    const lines = judge(await readFile(path), digest).map(cleanText);
    terminal.out(`${lines.join('\n')}\n`);
    return endedWell;
  });
}

/** Returns what an intact file shows; throws `proof-changed`. `digest`: as it is on paper, or null. */
function judge(file: Uint8Array, digest: string | null): readonly string[] {
  const verdict = verifyProof(file);
  if (!verdict.intact) throwFault('proof-changed', { detail: verdict.difference });
  const { head, end, chain, events } = verdict;
  const at = digest === null ? -1 : chain.findIndex((one) => one.startsWith(digest));
  if (digest !== null && at === -1 && !end.startsWith(digest))
    throwFault('proof-changed', { detail: 'the digest on paper is not one of this file' });
  const isAt = at === -1 ? 'the proof' : `the journal after event ${at} of ${events.length}`;
  return [
    `Intact: grouping ${nameGrouping(head.grouping.id, head.grouping.identification)}, ${head.parcels} parcels, ${events.length} events.`,
    `The proof's digest:   ${end}`,
    `The journal's digest: ${chain.at(-1) ?? ''}`,
    ...(digest === null
      ? []
      : [`The digest on paper is the one of ${isAt}${at < 1 ? '' : ` (${events[at - 1]?.at})`}.`]),
  ];
}
