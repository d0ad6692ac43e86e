import { readFile } from 'node:fs/promises';
import { cleanText, fault, nameGrouping } from '../../../shared/index.ts';
import { verifyProof } from '../../dispatch/index.ts';
import { FaultError, throwFault } from '../../os/errors.ts';
import { toDiskFault } from '../../os/files.ts';
import { parseVerify, writeHelp } from '../arguments.ts';
import { UsageError } from '../options.ts';
import { endedWell, tellFault, type Ending } from '../output/endings.ts';
import type { Terminal } from '../output/terminal.ts';

/** `verify`, for the installed program too: judges an exported proof of dispatch by the file alone. */
export async function verifyFile(terminal: Pick<Terminal, 'out' | 'err'>, args: readonly string[]): Promise<Ending> {
  try {
    const { path, digest } = parseVerify(args);
    terminal.out(
      `${judge(await readFile(path), digest)
        .map(cleanText)
        .join('\n')}\n`,
    );
    return endedWell;
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`${error.message}\n\n${writeHelp('verify')}\n`);
      return tellFault(terminal, fault('invalid-input'));
    }
    const told = error instanceof FaultError ? error.fault : toDiskFault(error);
    if (told === null) throw error;
    return tellFault(terminal, told);
  }
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
