import type { FoundParcel } from '#shared/contract/scan.ts';
import { asksForToken, type Fault } from '#shared/faults/faults.ts';
import type { Screen } from './screens.ts';
import type { Window } from './window.ts';

/** The meaning of a code that opened nothing. */
export type FoundScan =
  | { readonly kind: 'parcel'; readonly parcel: FoundParcel }
  | { readonly kind: 'several' }
  | { readonly kind: 'nothing' }
  /** Nobody knows what it means. */
  | { readonly kind: 'failed'; readonly fault: Fault };

export class ScanFinder {
  readonly #app: Window;
  /** A later scan opens something else. */
  #asked = 0;

  constructor(app: Window) {
    this.#app = app;
  }

  /**
   * Returns null if it was a grouping's number, which is open now. On the Desk a number is a
   * grouping's before it is an invoice's, and a parcel's code opens its row.
   */
  async find(code: string, isDesk = false): Promise<FoundScan | null> {
    this.#asked += 1;
    const asked = this.#asked;
    const go = (screen: Screen): null => {
      if (asked === this.#asked) this.#app.go(screen);
      return null;
    };
    const found = await this.#app.request('scan.find', { code, isDesk });
    if (!found.ok) {
      // The field for a token.
      if (asksForToken(found.fault)) this.#app.addNotice(found.fault);
      return { kind: 'failed', fault: found.fault };
    }
    const { number, groupings, parcels } = found.value;
    for (const { groupingId } of groupings) this.#app.names.set(groupingId, String(number));
    const [grouping] = groupings;
    if (number !== null && grouping !== undefined) {
      if (groupings.length === 1) return go({ name: 'grouping', groupingId: grouping.groupingId });
      if (asked === this.#asked) this.#app.choice = { number, groupings };
      return go({ name: 'desk' });
    }
    const [first] = parcels;
    if (first === undefined) return { kind: 'nothing' };
    if (parcels.some((parcel) => parcel.groupingId !== first.groupingId))
      return { kind: 'several' };
    if (!isDesk) return { kind: 'parcel', parcel: first };
    return go({ name: 'grouping', groupingId: first.groupingId, shipmentId: first.shipmentId });
  }
}
