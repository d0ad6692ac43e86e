import type { Bridge, FoundParcel, ScanFindings } from '../../shared/index.ts';
import { parseId } from './screens.ts';
import type { Screen } from './screens.ts';

/** What a code turned out to be that led nowhere. */
export type FoundScan =
  | { readonly kind: 'parcel'; readonly parcel: FoundParcel }
  /** Parcels of several groupings have it. */
  | { readonly kind: 'several' }
  | { readonly kind: 'nothing' };

const longestCode = 200;
const nothingKnown: ScanFindings = { isGrouping: false, parcels: [] };

interface Way {
  readonly isOpen: () => boolean;
  readonly go: (screen: Screen) => void;
}

/** Leads from a scanned code to what it stands for, whatever screen it was scanned on. */
export class ScanFinder {
  readonly #bridge: Bridge;
  readonly #way: Way;
  /** A later scan leads elsewhere. */
  #asked = 0;

  constructor(bridge: Bridge, way: Way) {
    this.#bridge = bridge;
    this.#way = way;
  }

  /** Opens the grouping of this number; false where the code is none, and the screen says what it is. */
  async openGrouping(code: string): Promise<boolean> {
    return (await this.find(code)) === null;
  }

  /** Null where it was a grouping's number, which is open now. */
  find(code: string): Promise<FoundScan | null> {
    return this.#lead(code, false);
  }

  /** On the Desk a number is a grouping's before it is an invoice's, and a parcel's code leads to its row. */
  findFromDesk(code: string): Promise<FoundScan | null> {
    return this.#lead(code, true);
  }

  async #lead(code: string, isDesk: boolean): Promise<FoundScan | null> {
    const asked = (this.#asked += 1);
    const go = (screen: Screen): null => {
      if (asked === this.#asked) this.#way.go(screen);
      return null;
    };
    const groupingId = parseId(code);
    const { isGrouping, parcels } = await this.#find(code, groupingId);
    if (groupingId !== null && (isGrouping || (await this.#opens(groupingId, parcels.length > 0, isDesk)))) {
      return go({ name: 'grouping', groupingId, shipmentId: null });
    }
    const [first] = parcels;
    if (first === undefined) return { kind: 'nothing' };
    if (parcels.some((parcel) => parcel.groupingId !== first.groupingId)) return { kind: 'several' };
    if (!isDesk) return { kind: 'parcel', parcel: first };
    return go({ name: 'grouping', groupingId: first.groupingId, shipmentId: first.shipmentId });
  }

  /** Of a number that was not opened here: on the Desk it is opened, and what is in the way of that is seen there. */
  async #opens(groupingId: number, isParcel: boolean, isDesk: boolean): Promise<boolean> {
    if (isDesk && !isParcel) return true;
    // Elsewhere the number of an invoice that is known here is that invoice's.
    return (isDesk || !isParcel) && this.#isInErp(groupingId);
  }

  async #find(code: string, groupingId: number | null): Promise<ScanFindings> {
    if (!this.#way.isOpen()) return nothingKnown;
    const found = await this.#bridge.request('scan.find', { code: code.slice(0, longestCode), groupingId });
    return found.ok ? found.value : nothingKnown;
  }

  async #isInErp(groupingId: number): Promise<boolean> {
    if (!this.#way.isOpen()) return false;
    const answer = await this.#bridge.request('scan.is-grouping', { groupingId });
    return answer.ok && answer.value;
  }
}
