import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import {
  digest,
  ending,
  extendChain,
  headSchema,
  opening,
  parcelSchema,
  tellDeeds,
} from './proof.ts';
import type { Proof, ProofEvent } from './proof.ts';

type Verdict =
  | {
      readonly intact: true;
      readonly head: Proof['head'];
      /** The digest of the last record, as the printed proof shows it. */
      readonly end: string;
      /**
       * The digests of the journal before the first event and after each; the manifest shows one of
       * them.
       */
      readonly chain: readonly string[];
      readonly events: readonly ProofEvent[];
    }
  | { readonly intact: false; readonly difference: string };

/**
 * Judges a file by itself, to the byte. If all of it was made anew, only its end differs: only
 * paper shows that.
 */
export function verifyProof(file: Uint8Array): Verdict {
  // One character for each byte, so that digests count the bytes.
  const [first, ...records] = Buffer.from(file).toString('latin1').split('\n');
  const [closing, after] = records.splice(-2);
  if (first !== opening || closing === undefined || after !== '' || records.length === 0)
    return differs('it is not a proof of dispatch, or its first or its last line was changed');
  const unlisted = records.findIndex(
    (record, index) => record.endsWith('},') !== index < records.length - 1,
  );
  const lines = records.map((record) => Buffer.from(record.replace(/,$/, ''), 'latin1'));
  const head = parse(headSchema, lines[0]);
  const read = lines.slice(1).map((line) => parse(parcelSchema, line));
  const broken = unlisted === -1 ? [head, ...read].indexOf(null) : unlisted;
  if (broken !== -1 || head === null) return differs(`${name(broken)} cannot be read`);
  const parcels = read.filter((parcel) => parcel !== null);
  const digests = lines.map(digest);
  const end = digests.at(-1) ?? '';
  const odd = parcels.findIndex(({ previous }, index) => previous !== digests[index]);
  if (odd !== -1) return differs(`${name(odd)} and the one after it do not fit together`);
  if (closing !== ending(end))
    return differs(`${name(parcels.length)} and the end of the file do not fit together`);
  if (head.parcels !== parcels.length)
    return differs(`it has ${parcels.length} parcels and says ${head.parcels}`);
  const events = [head, ...parcels]
    .flatMap((record) => record.events)
    .toSorted((one, other) => one.n - other.n);
  const chain = [head.chain.start];
  for (const { at, ...event } of events)
    chain.push(extendChain(chain.at(-1) ?? '', { ...event, atMs: Date.parse(at) }));
  if (events.some(({ n }, index) => n !== index + 1) || chain.at(-1) !== head.chain.end)
    return differs('an event was changed, is missing or was added');
  const wrong = parcels.findIndex((parcel) => {
    const { shipmentId, printed, checked, concluded, events: own } = parcel;
    const isOwn = own.every((event) => event.shipmentId === shipmentId);
    return (
      !isOwn ||
      !isDeepStrictEqual({ printed, checked, concluded }, tellDeeds(parcel, head.events, own))
    );
  });
  if (wrong !== -1) return differs(`${name(wrong + 1)} does not say what its events say`);
  return { intact: true, head, end, chain, events };
}

function parse<T>(schema: z.ZodType<T>, line: Buffer | undefined): T | null {
  try {
    return schema.parse(JSON.parse(String(line)));
  } catch {
    return null;
  }
}

function name(record: number): string {
  return record === 0
    ? 'the record of the grouping (line 2)'
    : `record ${record} (line ${record + 2})`;
}

function differs(difference: string): Verdict {
  return { intact: false, difference };
}
