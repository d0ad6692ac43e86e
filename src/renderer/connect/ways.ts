import { signInPresets } from '#shared/domain/sign-in.ts';

/** The way in to an ERP: with a person's own user, or with a given token. */
export type Way = 'sign-in' | 'paste';

export interface Decided {
  /** The issuer; null if nobody signs in, `undefined` if IT has not decided it. */
  readonly issuer: string | null | undefined;
  readonly pasteTokens: boolean;
}

const { olist } = signInPresets;

/** The ways that IT allows; there is always one. */
export function listWays({ issuer, pasteTokens }: Decided): readonly Way[] {
  if (issuer === null) return ['paste'];
  return pasteTokens ? ['sign-in', 'paste'] : ['sign-in'];
}

/**
 * Where people sign in, as far as it is known: the ERP that most have, unless something of another
 * one is known.
 */
export function guessProvider(baseUrl: string | null, issuer: string | null) {
  const isOlist =
    (issuer ?? olist.issuer) === olist.issuer && (baseUrl ?? olist.baseUrl) === olist.baseUrl;
  return isOlist
    ? { baseUrl: olist.baseUrl, issuer: olist.issuer }
    : { baseUrl: baseUrl ?? '', issuer: issuer ?? '' };
}

/** The way used here last. */
export function findWay(ways: readonly Way[], baseUrl: string | null, issuer: string | null): Way {
  const used = issuer === null && baseUrl !== null ? 'paste' : 'sign-in';
  return ways.includes(used) ? used : (ways[0] ?? 'paste');
}
