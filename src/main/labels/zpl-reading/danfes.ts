import { readCode } from '#shared/identities/code.ts';
import { splitZpl } from '../../zpl/index.ts';
import { readZplCodes, readZplText } from './codes.ts';

/**
 * Returns the labels of ZPL, counted as by `splitZpl`, that are papers of invoices (DANFE): they
 * say so, and have no other code than the access key. None if the ZPL has nothing else: then the
 * paper is the shipment's label.
 */
export function findDanfes(zpl: Buffer): ReadonlySet<number> {
  const labels = [...splitZpl(zpl)];
  const danfes = labels.flatMap((text, place) =>
    isDanfe(Buffer.from(text, 'latin1')) ? place : [],
  );
  return new Set(danfes.length < labels.length ? danfes : []);
}

function isDanfe(label: Buffer): boolean {
  const { codes } = readZplCodes(label);
  const isKey = codes.map(({ text }) => readCode(text).key !== null);
  // Some have a code beside the key for looking the invoice up.
  const isOther = codes.some(
    ({ symbology }, index) => isKey[index] === false && symbology !== 'QRCode',
  );
  return isKey.includes(true) && !isOther && /\bdanfe\b/i.test(readZplText(label));
}
