import { createHash } from 'node:crypto';

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The digest before a grouping's first event: no other company's grouping begins with it. */
export function startChain(company: string, groupingId: number): string {
  return digest(JSON.stringify([company, groupingId]));
}

export function extendChain(
  before: string,
  {
    atMs,
    kind,
    shipmentId,
    person,
    station,
    data,
  }: Readonly<Record<'atMs' | 'kind' | 'shipmentId' | 'person' | 'station' | 'data', unknown>>,
): string {
  return digest(`${before}\n${JSON.stringify([atMs, kind, shipmentId, person, station, data])}`);
}
