import { digest, extendChain, startChain } from './chain.ts';
import type { ChainedEvent } from './chain.ts';

/** What the journal knows of a grouping. */
export interface ProofSource {
  readonly company: string;
  readonly grouping: {
    readonly id: number;
    readonly identification: string | null;
    readonly date: string | null;
    readonly shippingMethod: string | null;
  };
  /** The journal's own digest over all of its events. */
  readonly chain: string;
  /** All of the grouping's, in their order. */
  readonly events: readonly ChainedEvent[];
  readonly parcels: readonly ParcelFacts[];
}

/** What a dispute needs of a shipment; its recipient is not named. */
export interface ParcelFacts {
  readonly shipmentId: number;
  /** Its place in the list; null where it has left the grouping. */
  readonly position: number | null;
  readonly tracking: string | null;
  readonly invoice: number | null;
  readonly order: string | number | null;
  readonly volumes: number;
  readonly city: string | null;
  readonly state: string | null;
  /** The label's files, with the codes that were read from them. */
  readonly label: readonly { readonly sha256: string; readonly pages: number; readonly codes: readonly string[] }[];
}

/** Who did it, when (ISO 8601, UTC), and where: null for the station that wrote the proof. */
interface Deed {
  readonly at: string;
  readonly person: string | null;
  readonly station: string | null;
}

/** What was done to one parcel, as its events and those of the whole grouping tell. */
export interface Deeds {
  /** `word`: that it is on paper was said by a person, not by the printer. */
  readonly printed: readonly (Deed & { readonly printer: string | null; readonly word: boolean })[];
  /** `code`: what was scanned, where the journal knows it. */
  readonly checked: (Deed & { readonly code: string | null }) | null;
  /**
   * `confirmed`: the ERP answered that it is concluded; `labels`: it sent labels that come only afterwards; `person`: a
   * person saw it in the ERP.
   */
  readonly concluded: (Deed & { readonly answer: 'confirmed' | 'labels' | 'person' }) | null;
}

export interface ProofEvent extends Deed {
  /** Its number in the chain, from 1. */
  readonly n: number;
  readonly kind: string;
  readonly shipmentId: number | null;
  readonly data: ChainedEvent['data'];
}

interface ProofHead {
  /** Doca's version that wrote it. */
  readonly doca: string;
  readonly station: string | null;
  readonly grouping: ProofSource['grouping'];
  readonly parcels: number;
  readonly events: readonly ProofEvent[];
  /** The digests before the first event and after the last one. */
  readonly chain: { readonly start: string; readonly end: string };
}

export interface ProofParcel extends ParcelFacts, Deeds {
  /** The digest of the line before. */
  readonly previous: string;
  readonly events: readonly ProofEvent[];
}

export interface Proof {
  readonly head: ProofHead;
  readonly parcels: readonly ProofParcel[];
  /** The digest of the last record, which has that of the one before, and so on. */
  readonly end: string;
  /** The file: each record on a line of its own. */
  readonly text: string;
}

export const opening = '{"format":"doca-proof-1","records":[';
export const ending = (end: string): string => `],"end":"${end}"}`;

/**
 * Returns the proof, equal to the byte for an equal journal; null if the journal's events do not fit the digest that
 * was stored with them.
 */
export function makeProof(source: ProofSource, doca: string, station: string | null): Proof | null {
  const start = startChain(source.company, source.grouping.id);
  if (source.events.reduce(extendChain, start) !== source.chain) return null;
  const events = source.events.map(({ atMs, kind, shipmentId, person, station: where, data }, index): ProofEvent => {
    return { n: index + 1, at: new Date(atMs).toISOString(), kind, shipmentId, person, station: where, data };
  });
  const listed = new Set(source.parcels.map(({ shipmentId }) => shipmentId));
  const ofParcel = Map.groupBy(events, ({ shipmentId }) =>
    shipmentId !== null && listed.has(shipmentId) ? shipmentId : null,
  );
  const shared = ofParcel.get(null) ?? [];
  const { grouping, chain: end } = source;
  const head: ProofHead = { doca, station, grouping, parcels: listed.size, events: shared, chain: { start, end } };
  const lines = [JSON.stringify(head)];
  const parcels = source.parcels.map((facts): ProofParcel => {
    const own = ofParcel.get(facts.shipmentId) ?? [];
    const parcel = { previous: digest(lines.at(-1) ?? ''), ...facts, ...tellDeeds(facts, shared, own), events: own };
    lines.push(JSON.stringify(parcel));
    return parcel;
  });
  const last = digest(lines.at(-1) ?? '');
  return { head, parcels, end: last, text: `${opening}\n${lines.join(',\n')}\n${ending(last)}\n` };
}

/** `shared`: the events of the whole grouping. A shipment that has left it was not concluded with it. */
export function tellDeeds(
  { position }: Pick<ParcelFacts, 'position'>,
  shared: readonly ProofEvent[],
  own: readonly ProofEvent[],
): Deeds {
  const printed = own.flatMap(({ n, at, kind, person, station, data: { run, printer } }) => {
    if (kind !== 'printed' && kind !== 'reprinted') return [];
    const word = shared.some((said) => said.kind === 'print-resolved' && said.data['run'] === run && said.n < n);
    return [{ at, person, station, printer: readText(printer), word }];
  });
  const check = own.findLast(({ kind }) => kind === 'checked' || kind === 'unchecked');
  const end = shared.findLast(({ kind }) => kind === 'concluded' || kind === 'conclusion-resolved');
  const isConcluded = position !== null && (end?.kind === 'concluded' || end?.data['concluded'] === true);
  return {
    printed,
    checked: check?.kind === 'checked' ? { ...readDeed(check), code: readText(check.data['code']) } : null,
    concluded: isConcluded ? { ...readDeed(end), answer: readAnswer(end) } : null,
  };
}

function readDeed({ at, person, station }: ProofEvent): Deed {
  return { at, person, station };
}

function readAnswer({ kind, data }: ProofEvent) {
  if (kind === 'conclusion-resolved') return 'person';
  return data['by'] === 'labels' ? 'labels' : 'confirmed';
}

function readText(value: ChainedEvent['data'][string] | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
