import type { Bridge, FoundParcel, GroupingChoice, ScanFindings } from '../../shared/index.ts';
import { parseId, type Screen } from './screens.ts';

/** The meaning of a code that opened nothing. */
export type FoundScan =
  | { readonly kind: 'parcel'; readonly parcel: FoundParcel }
  | { readonly kind: 'several' }
  | { readonly kind: 'nothing' };

const longestCode = 200;
const nothingKnown: ScanFindings = { groupings: [], parcels: [] };

interface Way {
  readonly isOpen: () => boolean;
  readonly go: (screen: Screen) => void;
  readonly choose: (number: number, groupings: readonly GroupingChoice[]) => void;
}

export class ScanFinder {
  readonly #bridge: Bridge;
  readonly #way: Way;
  /** A later scan opens something else. */
  #asked = 0;

  constructor(bridge: Bridge, way: Way) {
    this.#bridge = bridge;
    this.#way = way;
  }

  /**
   * Returns null if it was a grouping's number, which is open now. On the Desk a number is a grouping's before it is an
   * invoice's, and a parcel's code opens its row.
   */
  async find(code: string, isDesk = false): Promise<FoundScan | null> {
    const asked = (this.#asked += 1);
    const go = (screen: Screen): null => {
      if (asked === this.#asked) this.#way.go(screen);
      return null;
    };
    const number = parseId(code);
    const { groupings: known, parcels } = await this.#find(code, number);
    const groupings =
      number === null || known.length > 0 ? known : await this.#search(number, parcels.length > 0, isDesk);
    const [grouping] = groupings;
    if (number !== null && grouping !== undefined) {
      if (groupings.length === 1) return go({ name: 'grouping', groupingId: grouping.groupingId, shipmentId: null });
      if (asked === this.#asked) this.#way.choose(number, groupings);
      return null;
    }
    const [first] = parcels;
    if (first === undefined) return { kind: 'nothing' };
    if (parcels.some((parcel) => parcel.groupingId !== first.groupingId)) return { kind: 'several' };
    if (!isDesk) return { kind: 'parcel', parcel: first };
    return go({ name: 'grouping', groupingId: first.groupingId, shipmentId: first.shipmentId });
  }

  /** For a number that was not opened here: the Desk opens it, and shows the obstacle. */
  async #search(number: number, isParcel: boolean, isDesk: boolean): Promise<readonly GroupingChoice[]> {
    // Elsewhere the number of a known invoice is that invoice's.
    if ((isParcel && !isDesk) || !this.#way.isOpen()) return [];
    const found = await this.#bridge.request('scan.search', { number, wait: isDesk && !isParcel });
    return found.ok ? found.value : [];
  }

  async #find(code: string, number: number | null): Promise<ScanFindings> {
    if (!this.#way.isOpen()) return nothingKnown;
    const found = await this.#bridge.request('scan.find', { code: code.slice(0, longestCode), number });
    return found.ok ? found.value : nothingKnown;
  }
}
