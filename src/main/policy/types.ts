import type { LockedKey, Settings } from '../../shared/index.ts';
import type { Flaw } from './guarded.ts';

/** What IT decides about updates. */
export type UpdatePolicy = { readonly kind: 'off' } | { readonly kind: 'feed'; readonly url: string };

/** What IT has decided for this workstation; whatever is not in it is the packer's choice. */
export interface Policy {
  readonly erpAddress: string | null;
  readonly updates: UpdatePolicy | null;
  /** Names of hosts that may get a certificate of this computer; null: none may. */
  readonly certificateHosts: readonly string[] | null;
  readonly settings: Partial<Settings>;
}

export const noPolicy: Policy = { erpAddress: null, updates: null, certificateHosts: null, settings: {} };

/** What the packer sees and cannot change. */
export function listLocked(policy: Policy): readonly LockedKey[] {
  return [
    ...(policy.erpAddress === null ? [] : ['erpAddress' as const]),
    ...(policy.updates === null ? [] : ['updates' as const]),
    ...(policy.certificateHosts === null ? [] : ['certificateHosts' as const]),
    ...(Object.keys(policy.settings) as (keyof Settings)[]),
  ];
}

/** Why something in a policy does not count. Told to the people at the workstation: nothing is dropped in silence. */
export interface PolicyProblem {
  readonly source: 'registry' | 'file' | 'environment';
  /** The value in question; `null`: the source as a whole. */
  readonly key: string | null;
  readonly reason: Flaw | 'unreadable' | 'no-json' | 'unknown-key' | 'bad-value';
  /** Which file or folder has the flaw. */
  readonly place?: string | undefined;
}

export interface PolicyReading {
  readonly policy: Policy;
  readonly problems: readonly PolicyProblem[];
}

/** The problems in one line, such as `retentionDays: bad-value, file: link (/etc/doca)`. Never a value: it could be a secret. */
export function describeProblems(problems: readonly PolicyProblem[]): string {
  return problems
    .map(({ source, key, reason, place }) => `${key?.slice(0, 60) ?? source}: ${reason}${place ? ` (${place})` : ''}`)
    .join(', ');
}
