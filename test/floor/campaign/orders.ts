/**
 * Guards that can be removed, to show that the campaign detects it. Without `claims`, labels are
 * printed whatever the floor answers; without `holds`, claimed labels are sent without another
 * question.
 */
export const guards = ['claims', 'holds'] as const;
export type Guard = (typeof guards)[number];

/**
 * The moments from a claim to the request that concludes at which a station can fall asleep, in
 * their order.
 */
export const moments = [
  'before it claims',
  'with its claim',
  'before it asks for its spool job',
  'before its spool job',
  'in its spool job',
  'after its spool job',
  'before it begins to conclude',
  'before it asks for its conclusion',
  'before it asks the ERP',
  'after it asked the ERP',
] as const;
export type Moment = (typeof moments)[number];

/** The start parameters of a station. */
export interface StationOrders {
  readonly name: string;
  /** Its data; its notes are in `witnessDir`, with those of the others. */
  readonly dir: string;
  readonly witnessDir: string;
  /** Its computer. */
  readonly machine: string;
  readonly baseUrl: string;
  readonly token: string;
  /** Of the floor, by way of this station's own piece of network. */
  readonly floorAddress: string;
  readonly floorPassword: string;
  readonly clockOffMs: number;
  readonly without: Guard | null;
  /** Its journal was lost, or is one of before. */
  readonly hasForgotten: boolean;
  readonly seed: number;
}

/** A message from the controller to a station. */
export type Order =
  /** Work on these groupings, this many deeds, then report. */
  | { readonly type: 'work'; readonly groupingIds: readonly number[]; readonly deeds: number }
  /**
   * All faults are repaired: answer the questions, publish the outbox, finish the remaining work if
   * `finishes` is set, and report.
   */
  | { readonly type: 'heal'; readonly groupingIds: readonly number[]; readonly finishes: boolean }
  /** Stop, as a computer does whose lid is closed, when this moment comes. */
  | { readonly type: 'sleep'; readonly moment: Moment | null }
  | { readonly type: 'concluded'; readonly groupingId: number; readonly concluded: boolean }
  | { readonly type: 'end' };

/** A message from a station to the controller. */
export type Word =
  | { readonly type: 'up' }
  | { readonly type: 'worked' }
  /** It stops now. */
  | { readonly type: 'asleep' }
  /** It asks the floor for labels, or the ERP to conclude, at this moment. */
  | { readonly type: 'claiming' | 'concluding' }
  /** Its packer looks in the ERP. */
  | { readonly type: 'look'; readonly groupingId: number }
  | { readonly type: 'report'; readonly report: StationReport }
  | { readonly type: 'said'; readonly text: string };

export interface StationReport {
  readonly state: string;
  readonly unsent: number;
  /** Stations that have not published again since the database was restored. */
  readonly waitedFor: number;
  /** The deeds since the last report, with their counts. */
  readonly deeds: Readonly<Record<string, number>>;
  readonly groupings: readonly GroupingReport[];
}

interface GroupingReport {
  readonly groupingId: number;
  readonly state: string;
  /** Shipments that its packer is still to be asked about. */
  readonly asked: readonly number[];
  readonly shown: readonly number[];
  readonly unprinted: number;
}
