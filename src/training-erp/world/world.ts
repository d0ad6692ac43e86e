import { makeDanfe, makeLabel, makeLabelArchive, makeLabelPages } from '../art/index.ts';
import type { LabelContent } from '../art/index.ts';
import { BackOffice } from '../data/back-office.ts';
import { makeCompany } from '../data/company.ts';
import type { Sender } from '../data/company.ts';
import { carriers, makeDispatch } from '../data/dispatches.ts';
import type { Carrier, WireDispatch } from '../data/dispatches.ts';
import { makeAccessKey } from '../data/ids.ts';
import { LabelShelf } from './label-shelf.ts';
import { Random } from '../data/random.ts';
import type { SandboxLabelFormat, SandboxOptions } from '../types.ts';

export const firstGroupingId = 1001;
/** A valid token without any permission: 403 everywhere. */
export const powerlessToken = 'doca-training-token-without-permissions';
const allFormats: readonly SandboxLabelFormat[] = ['pdf', 'png', 'zpl', 'zip'];
/** Beyond that labels are made again rather than kept. */
const shelfBytes = 512 * 1024 * 1024;
const dayMs = 86_400_000;

/** One shipment as the ERP keeps it, with its label file and what happened to it. */
export interface ShipmentRecord {
  dispatch: WireDispatch;
  readonly format: SandboxLabelFormat;
  readonly hasLabel: boolean;
  /** The label host answers with a page instead of the file. */
  readonly broken: boolean;
  downloads: number;
}

export interface GroupingRecord {
  readonly id: number;
  /** 0-based, in the order of the ids. */
  readonly place: number;
  readonly identification: string;
  readonly date: string;
  readonly carrier: Carrier;
  readonly shipments: ShipmentRecord[];
  conclusions: number;
}

function writeIsoDate(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

/** The account behind the sandbox: everything that it knows and remembers. */
export class World {
  readonly company: Sender;
  readonly groupings: ReadonlyMap<number, GroupingRecord>;
  readonly backOffice: BackOffice;
  /** The only good one at this moment. It opens nothing but a sandbox on this machine. */
  token: string;
  readonly #seed: number;
  readonly #formats: readonly SandboxLabelFormat[];
  readonly #shelf = new LabelShelf<ShipmentRecord>(shelfBytes);
  readonly #severalVolumes: boolean;
  #serial = 0;

  constructor(options: SandboxOptions) {
    this.#seed = options.seed ?? 1;
    this.#severalVolumes = options.severalVolumes ?? false;
    this.#formats = options.formats !== undefined && options.formats.length > 0 ? options.formats : allFormats;
    this.company = makeCompany(this.#seed);
    this.token = options.token ?? 'doca-training-token';
    const groupings = new Map<number, GroupingRecord>();
    for (let index = 0; index < (options.groupings ?? 3); index++) {
      const grouping = this.#makeGrouping(index, options);
      groupings.set(grouping.id, grouping);
    }
    this.groupings = groupings;
    this.backOffice = new BackOffice((invoiceId) => this.findInvoice(invoiceId) !== null);
  }

  #makeGrouping(index: number, options: SandboxOptions): GroupingRecord {
    const random = new Random(this.#seed, `grouping ${index}`);
    const yearStart = Date.UTC(2025, 0, 6);
    const date = writeIsoDate(yearStart + ((((this.#seed * 11) % 340) + 340) % 340) * dayMs + index * dayMs);
    const grouping: GroupingRecord = {
      id: firstGroupingId + index,
      place: index,
      identification: `Coleta ${date.slice(8, 10)}/${date.slice(5, 7)} nº ${index + 1}`,
      date,
      carrier: carriers[index % carriers.length] ?? carriers[0],
      shipments: [],
      conclusions: 0,
    };
    const count = index === 0 ? (options.shipments ?? 12) : random.int(3, 9);
    const labelLess = index === 0 ? (options.labelLess ?? 0) : 0;
    const broken = index === 0 ? Math.min(options.brokenLabels ?? 0, count) : 0;
    const brokenPlaces = new Set(
      Array.from({ length: broken }, (_, nth) => Math.floor(((nth + 0.5) * count) / broken)),
    );
    for (let place = 0; place < count; place++) {
      this.#append(grouping, { hasLabel: place < count - labelLess, broken: brokenPlaces.has(place) });
    }
    return grouping;
  }

  #append(grouping: GroupingRecord, how: { readonly hasLabel: boolean; readonly broken: boolean }): void {
    const serial = this.#serial++;
    const random = new Random(this.#seed, `dispatch ${serial}`);
    const issued = writeIsoDate(Date.parse(grouping.date) - random.int(0, 3) * dayMs);
    grouping.shipments.push({
      ...how,
      dispatch: makeDispatch(random, {
        carrier: grouping.carrier,
        serial,
        date: grouping.date,
        issueDate: issued,
        withLabel: how.hasLabel,
        severalVolumes: this.#severalVolumes,
      }),
      format: this.#formats[grouping.shipments.length % this.#formats.length] ?? 'pdf',
      downloads: 0,
    });
  }

  addShipment(grouping: GroupingRecord): void {
    this.#append(grouping, { hasLabel: true, broken: false });
  }

  /** The bytes of the shipment's label, always the same. */
  label(grouping: GroupingRecord, shipment: ShipmentRecord): Promise<Uint8Array> {
    return this.#shelf.get(shipment, () => this.labelAs(grouping, shipment, shipment.format));
  }

  /** The shipment's label in another format than its own. */
  labelAs(grouping: GroupingRecord, shipment: ShipmentRecord, format: SandboxLabelFormat): Promise<Uint8Array> {
    return makeLabel(this.#describe(grouping, shipment), format);
  }

  /** Many labels as pages of one PDF. */
  labelPages(grouping: GroupingRecord, shipments: readonly ShipmentRecord[]): Promise<Uint8Array> {
    return makeLabelPages(
      shipments.map((shipment) => this.#describe(grouping, shipment)),
      `Agrupamento ${grouping.id}`,
    );
  }

  /** Many labels as files of one ZIP, each in its own format. */
  labelArchive(grouping: GroupingRecord, shipments: readonly ShipmentRecord[]): Promise<Uint8Array> {
    return makeLabelArchive(
      shipments.map((shipment) => ({ content: this.#describe(grouping, shipment), format: shipment.format })),
    );
  }

  danfe(grouping: GroupingRecord, shipment: ShipmentRecord): Promise<Uint8Array> {
    const key = makeAccessKey(shipment.dispatch.notaFiscal, this.company.cpfCnpj);
    return makeDanfe(this.#describe(grouping, shipment), key);
  }

  findInvoice(id: number): { readonly grouping: GroupingRecord; readonly shipment: ShipmentRecord } | null {
    for (const grouping of this.groupings.values()) {
      const shipment = grouping.shipments.find(({ dispatch }) => dispatch.notaFiscal.id === id);
      if (shipment !== undefined) return { grouping, shipment };
    }
    return null;
  }

  /** What somebody corrected of a shipment; its label is made anew with it. */
  correct(
    shipment: ShipmentRecord,
    correction: { readonly pesoBruto: number | undefined; readonly codigoRastreio: string | undefined },
  ): void {
    const { dispatch } = shipment;
    const { pesoBruto = dispatch.volume.pesoBruto, codigoRastreio = dispatch.logistica.codigoRastreio } = correction;
    shipment.dispatch = {
      ...dispatch,
      volume: { ...dispatch.volume, pesoBruto },
      logistica: { ...dispatch.logistica, codigoRastreio },
    };
    this.#shelf.forget(shipment);
  }

  #describe(grouping: GroupingRecord, { dispatch }: ShipmentRecord): LabelContent {
    return {
      dispatch,
      sender: this.company,
      carrierName: grouping.carrier.name,
      serviceName: grouping.carrier.service.nome,
      groupingId: grouping.id,
    };
  }
}
