import { z } from 'zod';
import { digest, extendChain } from './chain.ts';
import { ending, opening, tellDeeds } from './proof.ts';
import type { ProofEvent } from './proof.ts';

/** What a file shows that claims to be a proof of dispatch. */
export type Verdict =
  | {
      readonly intact: true;
      readonly grouping: { readonly id: number; readonly identification: string | null };
      readonly parcels: number;
      /** The digest of the last record, as the printed proof shows it. */
      readonly end: string;
      /** The digests of the journal before the first event and after each; the manifest shows one of them. */
      readonly chain: readonly string[];
      readonly events: readonly ProofEvent[];
    }
  | { readonly intact: false; readonly difference: string };

const text = z.string().nullable();

const eventSchema: z.ZodType<ProofEvent> = z.object({
  n: z.number(),
  at: z.string(),
  kind: z.string(),
  shipmentId: z.number().nullable(),
  person: text,
  station: text,
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

const headSchema = z.object({
  grouping: z.object({ id: z.number(), identification: text }),
  parcels: z.number(),
  events: z.array(eventSchema),
  chain: z.object({ start: z.string(), end: z.string() }),
});

const parcelSchema = z.object({
  previous: z.string(),
  shipmentId: z.number(),
  position: z.number().nullable(),
  printed: z.unknown(),
  checked: z.unknown(),
  concluded: z.unknown(),
  events: z.array(eventSchema),
});

const isFormless = 'it is not a proof of dispatch, or its first or its last line was changed';

/**
 * Judges a file by itself, without a journal. A digest counts bytes: one blank more is a change. Whoever makes all of
 * it anew also makes another end: that is for the paper to show.
 */
export function verifyProof(file: Uint8Array): Verdict {
  const lines = splitLines(file);
  const [first, ...rest] = lines.map((line) => line.toString('utf8'));
  const [closing, after] = rest.splice(-2);
  if (first !== opening || closing === undefined || after !== '' || rest.length === 0) return differs(isFormless);
  const records = lines.slice(1, -2).map((line, index) => {
    const isLast = index === rest.length - 1;
    return isLast || line.at(-1) !== comma ? line : line.subarray(0, -1);
  });
  const unlisted = rest.findIndex((line, index) => line.endsWith('},') !== index < rest.length - 1);
  const digests = records.map((record) => digest(record));
  const end = digests.at(-1) ?? '';
  const [json = '', ...others] = records.map((record) => record.toString('utf8'));
  const head = parse(headSchema, json);
  const read = others.map((record) => parse(parcelSchema, record));
  const broken = unlisted === -1 ? [head, ...read].indexOf(null) : unlisted;
  if (broken !== -1 || head === null) return differs(`${name(broken)} cannot be read`);
  const parcels = read.filter((parcel) => parcel !== null);
  const odd = parcels.findIndex(({ previous }, index) => previous !== digests[index]);
  if (odd !== -1) return differs(`${name(odd)} and the one after it do not fit together`);
  if (closing !== ending(end)) return differs(`${name(parcels.length)} and the end of the file do not fit together`);
  if (head.parcels !== parcels.length) return differs(`it has ${parcels.length} parcels and says ${head.parcels}`);
  const events = [head, ...parcels].flatMap((record) => record.events).toSorted((one, other) => one.n - other.n);
  const chain = [head.chain.start];
  for (const { at, ...event } of events)
    chain.push(extendChain(chain.at(-1) ?? '', { ...event, atMs: Date.parse(at) }));
  if (events.some(({ n }, index) => n !== index + 1) || chain.at(-1) !== head.chain.end)
    return differs('an event was changed, is missing or was added');
  const wrong = parcels.findIndex(({ printed, checked, concluded, ...parcel }) => {
    const own = parcel.events.every(({ shipmentId }) => shipmentId === parcel.shipmentId);
    const told = tellDeeds(parcel, head.events, parcel.events);
    return !own || JSON.stringify({ printed, checked, concluded }) !== JSON.stringify(told);
  });
  if (wrong !== -1) return differs(`${name(wrong + 1)} does not say what its events say`);
  return { intact: true, grouping: head.grouping, parcels: parcels.length, end, chain, events };
}

const comma = ','.charCodeAt(0);

function splitLines(file: Uint8Array): Buffer[] {
  const whole = Buffer.from(file);
  const lines: Buffer[] = [];
  for (let from = 0; ;) {
    const at = whole.indexOf('\n', from);
    lines.push(whole.subarray(from, at === -1 ? undefined : at));
    if (at === -1) return lines;
    from = at + 1;
  }
}

function parse<T>(schema: z.ZodType<T>, record: string): T | null {
  try {
    return schema.safeParse(JSON.parse(record)).data ?? null;
  } catch {
    return null;
  }
}

function name(record: number): string {
  return record === 0 ? 'the record of the grouping (line 2)' : `record ${record} (line ${record + 2})`;
}

function differs(difference: string): Verdict {
  return { intact: false, difference };
}
