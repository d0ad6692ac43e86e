import { splitZpl } from '../../zpl/index.ts';
import { readZplCodes, readZplText } from './codes.ts';

/** An invoice's access key: state, month, CNPJ (it may have letters), model 55 or 65, the rest. */
const accessKey = /^\d{6}[\dA-Z]{12}\d{2}(?:55|65)\d{22}$/;

/**
 * Returns the labels of ZPL, counted as by `splitZpl`, that are papers of invoices (DANFE): they
 * say so, and have no other code than the access key. None if the ZPL has nothing else: then the
 * paper is the shipment's label.
 */
export function findDanfes(zpl: Buffer): ReadonlySet<number> {
  const danfes = new Set<number>();
  let labels = 0;
  for (const text of splitZpl(zpl)) {
    if (isDanfe(Buffer.from(text, 'latin1'))) danfes.add(labels);
    labels += 1;
  }
  return danfes.size < labels ? danfes : new Set();
}

function isDanfe(label: Buffer): boolean {
  const { codes } = readZplCodes(label);
  const isKey = codes.map(({ text }) => accessKey.test(text));
  // Some have a code beside the key for looking the invoice up.
  const isOther = codes.some(
    ({ symbology }, index) => isKey[index] === false && symbology !== 'QRCode',
  );
  return isKey.includes(true) && !isOther && /\bdanfe\b/i.test(readZplText(label));
}
