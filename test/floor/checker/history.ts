/**
 * The true events of a floor, from sources that cannot be wrong: the paper, the ERP, the screens of
 * the stations and the answers of their packers. The checker believes no other source.
 */
export interface History {
  /** The shipments of each grouping. */
  readonly lists: ReadonlyMap<number, readonly number[]>;
  /** Of all stations, in the order in which they happened. */
  readonly marks: readonly Mark[];
  /** The requests to conclude that reached the ERP, in their order. */
  readonly conclusions: readonly { readonly groupingId: number; readonly took: boolean }[];
  /**
   * The floor's state when all faults are repaired and everything was published; empty until then.
   */
  readonly ends: readonly FloorEnd[];
  /** Stations whose journal was lost, or put back: they ask again. */
  readonly forgetful?: ReadonlySet<string>;
  /** Whether all work is done: each label should be on paper. */
  readonly isOver: boolean;
}

/** One line of a station's witness, on disk before any later event. */
export type Mark = MarkHead & Happening;

interface MarkHead {
  readonly station: string;
  /** Grows with each line of its station, through all of its processes. */
  readonly n: number;
}

export type Happening =
  /** A packer asks for these labels again, knowing that they are printed. */
  | { readonly kind: 'again'; readonly groupingId: number; readonly shipmentIds: readonly number[] }
  /**
   * From here on these labels may be printed: the floor is asked for them, or a printer gets them.
   * `alone`: without asking the floor, because the packer decided so.
   */
  | {
      readonly kind: 'intent';
      readonly groupingId: number;
      readonly shipmentIds: readonly number[];
      readonly alone: boolean;
    }
  /**
   * Right before they were sent, the floor confirmed that these are still this station's; without
   * any: the conclusion.
   */
  | { readonly kind: 'held'; readonly groupingId: number; readonly shipmentIds: readonly number[] }
  /** The floor refused that intent, so it had no effect. */
  | { readonly kind: 'refused'; readonly groupingId: number; readonly intent: number }
  /** A label came out of the station's printer. */
  | {
      readonly kind: 'paper';
      readonly groupingId: number;
      readonly shipmentId: number;
      readonly alone: boolean;
    }
  /** The station knows how its print of these labels ended. */
  | { readonly kind: 'ended'; readonly groupingId: number; readonly shipmentIds: readonly number[] }
  /**
   * The program accepted a person's answer about an uncertain label: of that station, and since
   * that intent of it; null if the asked station knew the end of all of them.
   */
  | {
      readonly kind: 'answer';
      readonly groupingId: number;
      readonly shipmentId: number;
      readonly about: { readonly station: string; readonly intent: number | null };
      readonly onPaper: boolean;
    }
  /** It asks the floor for that station's rows. */
  | { readonly kind: 'takes-over'; readonly groupingId: number; readonly from: string }
  /** The floor knows all deeds of this station so far. */
  | { readonly kind: 'told'; readonly groupingId: number }
  /** The packer wants to conclude. `alone`: without asking the floor, by the packer's word. */
  | { readonly kind: 'concludes'; readonly groupingId: number; readonly alone: boolean }
  /** The packer accepted that it goes without its label. */
  | { readonly kind: 'accept'; readonly groupingId: number; readonly shipmentId: number }
  /** A process received an event of the floor. `what` is the event as text. */
  | {
      readonly kind: 'heard';
      readonly groupingId: number;
      /** One listening of one process. */
      readonly listener: string;
      readonly seq: number;
      readonly what: string;
    };

/** The floor's state of a grouping, and those of the stations. */
export interface FloorEnd {
  readonly groupingId: number;
  readonly rows: ReadonlyMap<
    number,
    { readonly state: 'taken' | 'printing' | 'doubt' | 'printed' }
  >;
  /** Shipments that are reported as printed twice. */
  readonly twice: readonly number[];
  /** Shipments that a station would still ask its packer about. */
  readonly asked: readonly number[];
  /** Shipments that some station shows as printed. */
  readonly shown: readonly number[];
  /** Each event, by its position: its station, its kind and its shipment. */
  readonly events: readonly {
    readonly seq: number;
    readonly station: string;
    readonly kind: string;
    readonly shipmentId: number | null;
    readonly copy: number | null;
    readonly alone: boolean;
  }[];
}
