/**
 * What really happened on a floor, as those tell it who cannot be wrong: the paper, the ERP, what stations were shown and
 * what people at them said. The checker believes nothing else.
 */
export interface History {
  /** The shipments of each grouping. */
  readonly lists: ReadonlyMap<number, readonly number[]>;
  /** Of all stations, in the order in which they happened. */
  readonly marks: readonly Mark[];
  /** The requests to conclude that reached the ERP, in their order. */
  readonly conclusions: readonly { readonly groupingId: number; readonly took: boolean }[];
  /** What the floor says when all is well again and everything was told; none while that is not so. */
  readonly ends: readonly FloorEnd[];
  /** Stations whose journal was lost, or put back: they ask again. */
  readonly forgetful?: ReadonlySet<string>;
  /** Whether all work is done: each label should be on paper. */
  readonly isOver: boolean;
}

/** One line of what a station's witness wrote, on disk before what came after it. */
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
   * From here on these labels may come out: the floor is asked for them, or a printer gets them. `alone`: without asking the
   * floor, by the packer's word.
   */
  | {
      readonly kind: 'intent';
      readonly groupingId: number;
      readonly shipmentIds: readonly number[];
      readonly alone: boolean;
    }
  /** The floor said, right before they were sent, that these are still this station's; without any: the conclusion. */
  | { readonly kind: 'held'; readonly groupingId: number; readonly shipmentIds: readonly number[] }
  /** Nothing came of that intent: the floor refused it. */
  | { readonly kind: 'refused'; readonly groupingId: number; readonly intent: number }
  /** A label came out of the station's printer. */
  | { readonly kind: 'paper'; readonly groupingId: number; readonly shipmentId: number; readonly alone: boolean }
  /** The station knows how its print of these labels ended. */
  | { readonly kind: 'ended'; readonly groupingId: number; readonly shipmentIds: readonly number[] }
  /**
   * The program took a person's word on a label in doubt: of that station, and since that intent of it; null where the end of
   * all of them was known to whoever is asked.
   */
  | {
      readonly kind: 'answer';
      readonly groupingId: number;
      readonly shipmentId: number;
      readonly about: { readonly station: string; readonly intent: number | null };
      readonly onPaper: boolean;
    }
  /** It asks the floor for what that station has. */
  | { readonly kind: 'takes-over'; readonly groupingId: number; readonly from: string }
  /** The floor knows all that was done here so far. */
  | { readonly kind: 'told'; readonly groupingId: number }
  /** The packer wants to conclude. `alone`: without asking the floor, by the packer's word. */
  | { readonly kind: 'concludes'; readonly groupingId: number; readonly alone: boolean }
  /** The packer said that it goes without its label. */
  | { readonly kind: 'accept'; readonly groupingId: number; readonly shipmentId: number }
  /** A process heard of an event of the floor. `what` is the event as text. */
  | {
      readonly kind: 'heard';
      readonly groupingId: number;
      /** One listening of one process. */
      readonly listener: string;
      readonly seq: number;
      readonly what: string;
    };

/** What the floor says of a grouping, and the stations of theirs. */
export interface FloorEnd {
  readonly groupingId: number;
  readonly rows: ReadonlyMap<number, { readonly state: 'taken' | 'printing' | 'doubt' | 'printed' }>;
  /** Shipments that are said to be printed twice. */
  readonly twice: readonly number[];
  /** Shipments that a station would still ask its packer about. */
  readonly asked: readonly number[];
  /** Shipments that some station shows as printed. */
  readonly shown: readonly number[];
  /** Each event, by its place: who told what of which shipment. */
  readonly events: readonly {
    readonly seq: number;
    readonly station: string;
    readonly kind: string;
    readonly shipmentId: number | null;
    readonly copy: number | null;
    readonly alone: boolean;
  }[];
}
