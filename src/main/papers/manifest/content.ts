import { staysHere } from '#shared/domain/cancelled.ts';
import type { CompanyInfo } from '#shared/domain/erp.ts';
import {
  addTotals,
  countVolumes,
  hasLabel,
  type JobSnapshot,
  type ShipmentSnapshot,
} from '#shared/domain/job.ts';
import type { Language } from '#shared/faults/languages.ts';
import { readShare } from '#shared/floor-rows.ts';
import {
  formatDate,
  formatDateTime,
  formatPostalCode,
  formatTaxId,
  nameGrouping,
  writeCity,
} from '#shared/formats.ts';
import { manifestWords, type ManifestWords } from './words.ts';

const integer = new Intl.NumberFormat('pt-BR');
const kilograms = new Intl.NumberFormat('pt-BR', {
  minimumFractionDigits: 3,
  maximumFractionDigits: 3,
});

/** The manifest or a grouping's record as text, before it is drawn. */
export type PaperContent = Omit<ReturnType<typeof makeManifestContent>, 'rows'> & {
  readonly rows: readonly PaperRow[];
};

export type ColumnKey = keyof ManifestWords['columns'];
/** Widths in their order, together that of the page between its margins: 186 mm. */
export type Columns = Readonly<Partial<Record<ColumnKey, number>>>;
/**
 * A line end in a cell ends a line. `withoutLabel`: goes by the packer's word, without a label of
 * ours.
 */
export type PaperRow = Readonly<Partial<Record<ColumnKey, string>>> & {
  readonly withoutLabel: boolean;
};

const columns: Columns = {
  position: 9,
  recipient: 40,
  city: 30,
  postalCode: 17,
  invoice: 15.5,
  order: 14,
  volumes: 8.5,
  weight: 15,
  tracking: 37,
};

type LabelledText = readonly [label: string, value: string];

/**
 * Only parcels that go are listed: those with a label, checked by hand, or accepted without a label
 * by the packer.
 */
function goes(entry: ShipmentSnapshot): boolean {
  const mayGo = entry.label.waived !== null && !staysHere(entry);
  return (
    hasLabel(entry.label) || mayGo || entry.checkedAtMs !== null || readShare(entry) === 'printed'
  );
}

/** `issuer`: the person at work, and the station if there are several; empty if unknown. */
export function makeManifestContent({
  snapshot,
  company,
  language,
  nowMs,
  issuer,
  training = false,
}: {
  readonly snapshot: Pick<JobSnapshot, 'grouping' | 'shipments'>;
  readonly company: CompanyInfo | null;
  readonly language: Language;
  readonly nowMs: number;
  readonly issuer: string;
  readonly training?: boolean;
}) {
  const words = manifestWords(language);
  const { grouping } = snapshot;
  const going = snapshot.shipments.filter(goes);
  const carriers = new Set(
    going.map((entry) => entry.shipment.logistics?.carrier?.name).filter(Boolean),
  );
  const { shipments, volumes, weightKg, unweighed } = addTotals(
    going.map(({ shipment }) => shipment),
  );
  const facts: readonly LabelledText[] = [
    [words.grouping, nameGrouping(grouping.id, grouping.identification)],
    [words.date, formatDate(grouping.date ?? '')],
    [words.carrier, [...carriers].join(', ')],
    [words.shippingMethod, grouping.shippingMethod?.name ?? ''],
    [words.printedAt, formatDateTime(nowMs)],
    [words.issuedBy, issuer],
  ];
  const totals: readonly LabelledText[] = [
    [words.totalShipments, integer.format(shipments)],
    [words.totalVolumes, integer.format(volumes)],
    [words.totalWeight, unweighed === shipments ? '–' : `${kilograms.format(weightKg)} kg`],
  ];
  return {
    language,
    words,
    /** At the head of each sheet. */
    banner: training ? words.training : '',
    /** Empty if the ERP did not say. */
    companyName: company?.legalName ?? company?.tradeName ?? '',
    companyLines: company === null ? [] : writeCompanyLines(company, words),
    /** As a barcode too: the Desk opens the grouping by it. */
    groupingId: String(grouping.id),
    facts: facts.filter(([, value]) => value !== ''),
    columns,
    rows: going.map(makeRow),
    totals,
    notes: unweighed === 0 ? [] : [words.withoutWeight(unweighed)],
    /** With lines to be signed after the table. */
    signed: true,
  };
}

function makeRow({ position, shipment, label }: ShipmentSnapshot) {
  const { recipient, invoice, sale, volume, logistics } = shipment;
  const weight = volume?.grossWeight ?? null;
  return {
    position: String(position),
    recipient: recipient?.name ?? recipient?.tradeName ?? '',
    city: writeCity(recipient?.address ?? null),
    postalCode: formatPostalCode(recipient?.address?.postalCode ?? ''),
    invoice: String(invoice?.number ?? ''),
    order: String(sale?.number ?? ''),
    volumes: integer.format(countVolumes(volume) ?? 1),
    weight: weight === null ? '' : kilograms.format(weight),
    tracking: logistics?.trackingCode ?? '',
    withoutLabel: label.waived !== null && label.waived !== 'keeps' && !hasLabel(label),
  };
}

function writeCompanyLines(company: CompanyInfo, words: ManifestWords) {
  const { address } = company;
  const street = [address?.street, address?.number, address?.complement, address?.district]
    .filter(Boolean)
    .join(', ');
  const town = writeCity(address);
  const zip = formatPostalCode(address?.postalCode ?? '');
  const taxId = company.taxId === null ? '' : `${words.taxId} ${formatTaxId(company.taxId)}`;
  return [
    [taxId, company.phone, company.email].filter(Boolean).join(' · '),
    [street, town, zip === '' ? '' : `CEP ${zip}`].filter(Boolean).join(' · '),
  ].filter(Boolean);
}
