import { createHash } from 'node:crypto';

/** An event of the journal as its grouping's chain has it. */
export interface ChainedEvent {
  readonly atMs: number;
  readonly kind: string;
  readonly shipmentId: number | null;
  readonly person: string | null;
  /** Null: the station of this journal. */
  readonly station: string | null;
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}

export function digest(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The digest before a grouping's first event: no other company's grouping begins with it. */
export function startChain(company: string, groupingId: number): string {
  return digest(JSON.stringify([company, groupingId]));
}

export function extendChain(before: string, { atMs, kind, shipmentId, person, station, data }: ChainedEvent): string {
  return digest(`${before}\n${JSON.stringify([atMs, kind, shipmentId, person, station, data])}`);
}
