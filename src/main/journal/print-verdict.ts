import type { PrintVerdict } from '#shared/domain/records.ts';

export function assumeUnsent(shipmentIds: readonly number[]): PrintVerdict {
  return { printed: [], perhaps: [], not: shipmentIds };
}

/** The verdict after one of its spool jobs with this result. */
export function addJob({ printed, not }: PrintVerdict, job: PrintVerdict): PrintVerdict {
  const sent = new Set([...job.printed, ...job.perhaps, ...job.not]);
  return {
    printed: [...printed, ...job.printed],
    perhaps: job.perhaps,
    not: [...job.not, ...not.filter((id) => !sent.has(id))],
  };
}

/** The verdict for labels that go out now. */
export function doubt(shipmentIds: readonly number[]): PrintVerdict {
  return { printed: [], perhaps: shipmentIds, not: [] };
}

/**
 * Applies the packer's answer about doubts: these are on paper. Returns null if nothing is missing
 * then.
 */
export function applyAnswer(
  { printed, perhaps, not }: PrintVerdict,
  out: ReadonlySet<number>,
): PrintVerdict | null {
  const missing = [...perhaps.filter((id) => !out.has(id)), ...not];
  return missing.length === 0
    ? null
    : { printed: [...printed, ...perhaps.filter((id) => out.has(id))], perhaps: [], not: missing };
}
