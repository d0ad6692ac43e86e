import type { LockedKey, Settings } from '#shared/contract/settings.ts';
import type { Flaw } from './guarded.ts';

export type UpdatePolicy =
  | { readonly kind: 'off' }
  | { readonly kind: 'feed'; readonly url: string };

/** IT's decisions for this workstation; the packer chooses the rest. */
export interface Policy {
  readonly erpAddress?: string;
  readonly updates?: UpdatePolicy;
  /** Hosts that may get a certificate of this computer; omitted: none may. */
  readonly certificateHosts?: readonly string[];
  readonly settings: Partial<Settings>;
}

export const noPolicy: Policy = { settings: {} };

/** Returns the keys that the packer sees and cannot change. */
export function listLocked({ settings, ...others }: Policy): readonly LockedKey[] {
  return Object.keys({ ...others, ...settings }) as LockedKey[];
}

/**
 * Why a part of a policy does not count. People at the workstation see it: nothing is dropped in
 * silence.
 */
export interface PolicyProblem {
  readonly source: 'registry' | 'file' | 'environment';
  /** The value in question; `null`: the source as a whole. */
  readonly key: string | null;
  readonly reason: Flaw | 'unreadable' | 'no-json' | 'unknown-key' | 'bad-value';
  /** The file or folder with the flaw. */
  readonly path?: string | undefined;
}

export interface PolicyReading {
  readonly policy: Policy;
  readonly problems: readonly PolicyProblem[];
}

/**
 * Returns the problems in one line: `retentionDays: bad-value, file: link (/etc/doca)`. Never a
 * value.
 */
export function describeProblems(problems: readonly PolicyProblem[]): string {
  return problems
    .map(({ source, key, reason, path }) => {
      // Anything can be a key of a file.
      const name = key === null ? source : key.slice(0, 60);
      return `${name}: ${reason}${path ? ` (${path})` : ''}`;
    })
    .join(', ');
}
