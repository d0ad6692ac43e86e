import { type LabelContent, makeLabel } from '../art/index.ts';
import { BackOffice } from '../data/back-office.ts';
import { makeCompany, type Sender } from '../data/company.ts';
import {
  type Carrier,
  carriers,
  makeDispatch,
  type WireDispatch,
  type WireNamed,
} from '../data/dispatches.ts';
import { describeKind } from '../data/kinds.ts';
import { sandboxFormats, type SandboxKind, type SandboxLabelFormat } from '../data/label-ways.ts';
import { Random } from '../data/random.ts';

export interface WorldOptions {
  /** Same seed, same data. Default 1. */
  readonly seed?: number;
  /** The accepted token; by default a fixed training token. */
  readonly token?: string;
  /** Shipments of the first grouping. Default 12. */
  readonly shipments?: number;
  /** Number of groupings. Default 3. */
  readonly groupings?: number;
  /** Adds one grouping of each kind, with that kind's labels. Default: none. */
  readonly kinds?: readonly SandboxKind[];
  /** Label formats, in turn. Default: all, as real ERPs send them. */
  readonly formats?: readonly SandboxLabelFormat[];
  /** Answers endpoint 8 with 400 until the grouping is concluded. */
  readonly labelsAfterConclusion?: boolean;
  /**
   * Some shipments have two or three volumes and a label for one of them. Default: every shipment
   * is one parcel.
   */
  readonly severalVolumes?: boolean;
  /**
   * How many label files (evenly spread) are permanently broken: the host answers 200 with an HTML
   * page.
   */
  readonly brokenLabels?: number;
}

/**
 * Returns the id of the grouping at this 0-based place: ids and running numbers grow with the day
 * of the list.
 */
export function groupingIdOf(place: number): number {
  return 746_500_123 + rankOf(place) * 37;
}

/** By age: the first two share a day, each further one is a day older. */
function rankOf(place: number): number {
  return place < 2 ? place : 1 - place;
}

const dayMs = 86_400_000;
/** After the conclusion. */
const lateLabelsMs = 4_000;

/** A shipment as the ERP keeps it, with its label file and its history. */
export interface ShipmentRecord {
  dispatch: WireDispatch;
  readonly carrier: Carrier;
  readonly format: SandboxLabelFormat;
  /** The ERP's words if there is no label. */
  readonly refusal: string | null;
  /** The label host answers with a page instead of the file. */
  readonly broken: boolean;
  downloads: number;
  /** Null until it is requested. */
  label: Promise<Uint8Array> | null;
}

export interface GroupingRecord {
  readonly id: number;
  /** 0-based, in the order in which they were made. */
  readonly place: number;
  readonly identification: string;
  readonly date: string;
  readonly method: WireNamed;
  /** In turn. */
  readonly carriers: readonly Carrier[];
  readonly shipments: ShipmentRecord[];
  conclusions: number;
  /** Infinity before. */
  concludedAtMs: number;
}

function writeIsoDate(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

/** The account behind the sandbox: its whole state. */
export class World {
  readonly company: Sender;
  readonly groupings: ReadonlyMap<number, GroupingRecord>;
  readonly backOffice = new BackOffice();
  /** The only valid token. It opens nothing but a sandbox on this machine. */
  token: string;
  readonly #seed: number;
  readonly #formats: readonly SandboxLabelFormat[];
  readonly #options: WorldOptions;
  #serial = 0;

  constructor(options: WorldOptions) {
    const { seed = 1, formats = [], groupings = 3, kinds = [] } = options;
    this.#seed = seed;
    this.#options = options;
    this.#formats = formats.length > 0 ? formats : sandboxFormats;
    this.company = makeCompany(seed);
    this.token = options.token ?? 'doca-training-token';
    const usual = Array.from({ length: groupings }, () => null);
    const made = [...usual, ...kinds].map((kind, index) => this.#makeGrouping(index, kind));
    this.groupings = new Map(made.map((grouping) => [grouping.id, grouping]));
  }

  #makeGrouping(index: number, kind: SandboxKind | null): GroupingRecord {
    const random = new Random(this.#seed, `grouping ${index}`);
    const { shipments = 12, brokenLabels = 0 } = this.#options;
    const yearStart = Date.UTC(2025, 0, 6);
    const date = writeIsoDate(
      yearStart + ((((this.#seed * 11) % 340) + 340) % 340) * dayMs + index * dayMs,
    );
    const usual = carriers[index % carriers.length] ?? carriers[0];
    const grouping: GroupingRecord = {
      id: groupingIdOf(index),
      place: index,
      identification: String(8412 + rankOf(index)),
      date,
      ...(kind === null ? { method: usual.method, carriers: [usual] } : describeKind(kind)),
      shipments: [],
      conclusions: 0,
      concludedAtMs: Infinity,
    };
    const further = kind === null ? random.int(3, 9) : 6;
    const count = index === 0 ? shipments : further;
    const broken = index === 0 ? Math.min(brokenLabels, count) : 0;
    const brokenPlaces = new Set(
      Array.from({ length: broken }, (_, nth) => Math.floor(((nth + 0.5) * count) / broken)),
    );
    for (let place = 0; place < count; place++) this.append(grouping, brokenPlaces.has(place));
    return grouping;
  }

  /** Adds a shipment at the end. */
  append(grouping: GroupingRecord, broken = false): void {
    const serial = this.#serial++;
    const random = new Random(this.#seed, `dispatch ${serial}`);
    const { carriers: inTurn, shipments } = grouping;
    const carrier = inTurn[shipments.length % inTurn.length] ?? carriers[0];
    const { labels } = carrier;
    const issued = writeIsoDate(Date.parse(grouping.date) - random.int(0, 3) * dayMs);
    const usualVolumes = this.#options.severalVolumes === true ? 'several' : null;
    shipments.push({
      carrier,
      broken,
      refusal: labels?.refusals?.[shipments.length % labels.refusals.length] ?? null,
      dispatch: makeDispatch(random, {
        carrier,
        serial,
        date: grouping.date,
        issueDate: issued,
        // A sheet has four places.
        volumes: labels?.drawing === 'sheet' ? (shipments.length % 4) + 1 : usualVolumes,
      }),
      format: labels?.format ?? this.#formats[shipments.length % this.#formats.length] ?? 'pdf',
      downloads: 0,
      label: null,
    });
  }

  /**
   * Returns true if its carrier has made the label: some make it with the conclusion, or some time
   * after it.
   */
  hasLabelNow({ concludedAtMs }: GroupingRecord, { carrier: { labels } }: ShipmentRecord): boolean {
    const { labelsAfterConclusion = false } = this.#options;
    const from = labels === undefined ? labelsAfterConclusion && 'conclusion' : labels.from;
    return !from || Date.now() >= concludedAtMs + (from === 'later' ? lateLabelsMs : 0);
  }

  /** Returns the bytes of the shipment's label, always the same. */
  label(grouping: GroupingRecord, shipment: ShipmentRecord): Promise<Uint8Array> {
    return (shipment.label ??= makeLabel(this.describe(grouping, shipment), shipment.format));
  }

  findInvoice(id: number) {
    for (const grouping of this.groupings.values()) {
      const shipment = grouping.shipments.find(({ dispatch }) => dispatch.notaFiscal.id === id);
      if (shipment !== undefined) return { grouping, shipment };
    }
    return null;
  }

  /** Applies a correction to a shipment; its label is made anew. */
  correct(
    shipment: ShipmentRecord,
    {
      volume,
      logistica,
    }: { readonly [Part in 'volume' | 'logistica']: Partial<WireDispatch[Part]> },
  ): void {
    const { dispatch } = shipment;
    shipment.dispatch = {
      ...dispatch,
      volume: { ...dispatch.volume, ...volume },
      logistica: { ...dispatch.logistica, ...logistica },
    };
    shipment.label = null;
  }

  /** Returns the facts on a shipment's label. */
  describe(grouping: GroupingRecord, { dispatch, carrier }: ShipmentRecord): LabelContent {
    return { dispatch, carrier, sender: this.company, identification: grouping.identification };
  }
}
