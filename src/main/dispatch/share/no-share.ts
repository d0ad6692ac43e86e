import { failed, fault, ok } from '../../../shared/index.ts';
import type { JobShare } from './types.ts';

const allow = () => Promise.resolve(ok());
const refuse = () => Promise.resolve(failed(fault('invalid-input', { detail: 'there is one station' })));

/** For a station alone. */
export const noShare: JobShare = {
  nameCopies: () => [],
  claim: allow,
  holdClaims: allow,
  beginConclusion: allow,
  holdConclusion: allow,
  confirmDoubts: allow,
  take: refuse,
  giveBack: refuse,
  takeOver: refuse,
  close: () => undefined,
};
