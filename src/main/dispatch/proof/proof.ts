import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Grouping } from '../../../shared/index.ts';

const text = z.string().nullable();
const number = z.number().nullable();

/** Who did it, when (ISO 8601, UTC), and where: null for the station that wrote the proof. */
const deed = { at: z.string(), person: text, station: text };

const eventSchema = z.object({
  /** Its number in the chain, from 1. */
  n: z.number(),
  ...deed,
  kind: z.string(),
  shipmentId: number,
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

/** What a dispute needs of a shipment; its recipient is not named. */
export const parcelFacts = {
  shipmentId: z.number(),
  /** Its place in the list; null if it has left the grouping. */
  position: number,
  tracking: text,
  invoice: number,
  order: number,
  volumes: z.number(),
  city: text,
  state: text,
  label: z.array(z.object({ sha256: z.string(), pages: z.number(), codes: z.array(z.string()) })),
};

/** The print, check and conclusion of one parcel, by its events and those of the whole grouping. */
const deedsSchema = z.object({
  /** `word`: that it is on paper was said by a person, not by the printer. */
  printed: z.array(z.object({ ...deed, printer: text, word: z.boolean() })),
  /** `code`: the scanned text; null if the journal does not have it. */
  checked: z.object({ ...deed, code: text }).nullable(),
  /**
   * `confirmed`: by the ERP's answer; `labels`: by labels that come only then; `person`: seen in
   * the ERP.
   */
  concluded: z.object({ ...deed, answer: z.enum(['confirmed', 'labels', 'person']) }).nullable(),
});

const headSchema = z.object({
  doca: z.string(),
  station: text,
  grouping: z.object({ id: z.number(), identification: text, date: text, shippingMethod: text }),
  parcels: z.number(),
  /** The digests before the first event and after the last one. */
  chain: z.object({ start: z.string(), end: z.string() }),
  events: z.array(eventSchema),
});

const parcelSchema = z.object({
  previous: z.string(),
  ...parcelFacts,
  ...deedsSchema.shape,
  events: z.array(eventSchema),
});

export type ProofEvent = z.output<typeof eventSchema>;
export type ProofParcel = z.output<typeof parcelSchema>;
export type ChainedEvent = Readonly<Omit<ProofEvent, 'n' | 'at'>> & { readonly atMs: number };

/** What the journal knows of a grouping. `chain`: its own digest over all of these events. */
export interface ProofSource {
  readonly company: string;
  readonly grouping: Omit<Grouping, 'shipments'>;
  readonly chain: string;
  readonly events: readonly ChainedEvent[];
  readonly parcels: readonly z.output<z.ZodObject<typeof parcelFacts>>[];
}

export interface Proof {
  readonly head: z.output<typeof headSchema>;
  readonly parcels: readonly ProofParcel[];
  /** The digest of the last record, which has that of the one before, and so on. */
  readonly end: string;
  /** The file: each record on a line of its own. */
  readonly text: string;
}

const opening = '{"format":"doca-proof-1","records":[';
const ending = (end: string): string => `],"end":"${end}"}`;

/**
 * Returns the proof, the same for an equal journal; null if the events do not fit their stored
 * digest.
 */
export function makeProof(source: ProofSource, doca: string, station: string | null): Proof | null {
  const { id, identification, date, shippingMethod } = source.grouping;
  const chain = { start: startChain(source.company, id), end: source.chain };
  if (source.events.reduce(extendChain, chain.start) !== chain.end) return null;
  const events = source.events.map(
    ({ atMs, person, station: where, kind, shipmentId, data }, index): ProofEvent => {
      return {
        n: index + 1,
        at: new Date(atMs).toISOString(),
        person,
        station: where,
        kind,
        shipmentId,
        data,
      };
    },
  );
  const listed = new Set(source.parcels.map(({ shipmentId }) => shipmentId));
  const shared = events.filter(({ shipmentId }) => shipmentId === null || !listed.has(shipmentId));
  const ofParcel = Map.groupBy(events, ({ shipmentId }) => shipmentId);
  const grouping = { id, identification, date, shippingMethod: shippingMethod?.name ?? null };
  const head = { doca, station, grouping, parcels: listed.size, chain, events: shared };
  const lines = [JSON.stringify(head)];
  const parcels = source.parcels.map((facts): ProofParcel => {
    const own = ofParcel.get(facts.shipmentId) ?? [];
    const parcel = {
      previous: digest(lines.at(-1) ?? ''),
      ...facts,
      ...tellDeeds(facts, shared, own),
      events: own,
    };
    lines.push(JSON.stringify(parcel));
    return parcel;
  });
  const end = digest(lines.at(-1) ?? '');
  return { head, parcels, end, text: `${opening}\n${lines.join(',\n')}\n${ending(end)}\n` };
}

/**
 * `shared`: the events of the whole grouping. A shipment that has left it was not concluded with
 * it.
 */
function tellDeeds(
  { position }: Pick<ProofParcel, 'position'>,
  shared: readonly ProofEvent[],
  own: readonly ProofEvent[],
): z.output<typeof deedsSchema> {
  const tell = ({ at, person, station }: ProofEvent) => ({ at, person, station });
  const printed = own.filter(({ kind }) => kind === 'printed' || kind === 'reprinted');
  const check = own.findLast(({ kind }) => kind === 'checked' || kind === 'unchecked');
  const end = shared.findLast(({ kind }) => kind === 'concluded' || kind === 'conclusion-resolved');
  const isSeen = end?.kind === 'conclusion-resolved';
  const isConcluded =
    end !== undefined && position !== null && (!isSeen || end.data['concluded'] === true);
  const answer = isSeen ? 'person' : end?.data['by'] === 'labels' ? 'labels' : 'confirmed';
  return {
    printed: printed.map((event) => {
      const { n, data } = event;
      const word = shared.some(
        (said) => said.kind === 'print-resolved' && said.data['run'] === data['run'] && said.n < n,
      );
      return { ...tell(event), printer: readText(data['printer']), word };
    }),
    checked:
      check?.kind === 'checked' ? { ...tell(check), code: readText(check.data['code']) } : null,
    concluded: isConcluded ? { ...tell(end), answer } : null,
  };
}

function readText(value: ChainedEvent['data'][string] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function digest(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The digest before a grouping's first event: no other company's grouping begins with it. */
export function startChain(company: string, groupingId: number): string {
  return digest(JSON.stringify([company, groupingId]));
}

export function extendChain(
  before: string,
  { atMs, kind, shipmentId, person, station, data }: ChainedEvent,
): string {
  return digest(`${before}\n${JSON.stringify([atMs, kind, shipmentId, person, station, data])}`);
}
