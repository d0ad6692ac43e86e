import { signInPresets } from '../../shared/index.ts';

/** The way in: an ERP with known addresses, another one, or a token from elsewhere. */
export type Way = 'olist' | 'other' | 'paste';

export interface Decided {
  /** The ERP's address; null if IT has not decided it. */
  readonly baseUrl: string | null;
  /** The issuer; null if nobody signs in, `undefined` if IT has not decided it. */
  readonly issuer: string | null | undefined;
  readonly pasteTokens: boolean;
}

const { olist } = signInPresets;

/** The ways that IT allows; there is always one. */
export function listWays({ baseUrl, issuer, pasteTokens }: Decided): readonly Way[] {
  if (issuer === null) return ['paste'];
  const isOlist = (issuer ?? olist.issuer) === olist.issuer && (baseUrl ?? olist.baseUrl) === olist.baseUrl;
  const ways: Way[] = isOlist ? ['olist'] : [];
  if (!isOlist || issuer === undefined) ways.push('other');
  if (pasteTokens) ways.push('paste');
  return ways;
}

/** The screen's first way: the last one used here, or at the first start the ERP that most have. */
export function findWay(ways: readonly Way[], baseUrl: string | null, issuer: string | null): Way {
  const used = findUsed(baseUrl, issuer);
  return ways.includes(used) ? used : (ways[0] ?? 'paste');
}

function findUsed(baseUrl: string | null, issuer: string | null): Way {
  if (issuer !== null) return issuer === olist.issuer ? 'olist' : 'other';
  return baseUrl === null || baseUrl === olist.baseUrl ? 'olist' : 'paste';
}
