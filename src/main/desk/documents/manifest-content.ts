import type { CompanyInfo, JobSnapshot, Language, ShipmentSnapshot } from '../../../shared/index.ts';
import { manifestWords } from './manifest-words.ts';
import type { ManifestWords } from './manifest-words.ts';

/** One parcel that goes, as it is printed. */
export interface ManifestRow {
  readonly position: string;
  readonly recipient: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly invoice: string;
  readonly order: string;
  readonly volumes: string;
  readonly weight: string;
  readonly tracking: string;
  /** Goes by the packer's word, without a label of ours on it. */
  readonly withoutLabel: boolean;
}

/** The pick-up manifest as text, before anything is drawn. */
export interface ManifestContent {
  readonly words: ManifestWords;
  /** Empty where the ERP did not tell. */
  readonly companyName: string;
  readonly companyLines: readonly string[];
  /** Label and value, for the head of the page. */
  readonly facts: readonly (readonly [string, string])[];
  readonly rows: readonly ManifestRow[];
  readonly totals: readonly (readonly [string, string])[];
  readonly note: string | null;
}

export interface ManifestInput {
  readonly snapshot: JobSnapshot;
  readonly company: CompanyInfo | null;
  readonly language: Language;
  readonly nowMs: number;
}

/** Only parcels that go are listed: those with a label, checked by hand, or let go without a label by the packer. */
export function goes(entry: ShipmentSnapshot): boolean {
  const { state, accepted } = entry.label;
  return state === 'ready' || state === 'printed' || accepted || entry.checkedAtMs !== null;
}

export function makeManifestContent({ snapshot, company, language, nowMs }: ManifestInput): ManifestContent {
  const words = manifestWords[language];
  const going = snapshot.shipments.filter(goes);
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const kilograms = new Intl.NumberFormat(language, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  const weights = going.map((entry) => entry.shipment.volume?.grossWeight ?? null);
  const known = weights.filter((weight) => weight !== null);
  const totalWeight = known.reduce((sum, weight) => sum + weight, 0);
  const totalVolumes = going.reduce((sum, entry) => sum + volumes(entry), 0);
  return {
    words,
    companyName: company?.legalName ?? company?.tradeName ?? '',
    companyLines: company === null ? [] : companyLines(company, words),
    facts: facts(snapshot, going, language, nowMs, words),
    rows: going.map((entry) => row(entry, whole, kilograms)),
    totals: [
      [words.totalShipments, whole.format(going.length)],
      [words.totalVolumes, whole.format(totalVolumes)],
      [words.totalWeight, known.length === 0 ? '–' : `${kilograms.format(totalWeight)} kg`],
    ],
    note: known.length === weights.length ? null : words.withoutWeight(weights.length - known.length),
  };
}

function row(entry: ShipmentSnapshot, whole: Intl.NumberFormat, kilograms: Intl.NumberFormat): ManifestRow {
  const { recipient, invoice, sale, volume, logistics } = entry.shipment;
  const weight = volume?.grossWeight ?? null;
  return {
    position: String(entry.position),
    recipient: recipient?.name ?? recipient?.tradeName ?? '',
    city: recipient?.address?.city ?? '',
    state: recipient?.address?.state ?? '',
    postalCode: postalCode(recipient?.address?.postalCode ?? ''),
    invoice: text(invoice?.number),
    order: text(sale?.number),
    volumes: whole.format(volumes(entry)),
    weight: weight === null ? '' : kilograms.format(weight),
    tracking: logistics?.trackingCode ?? '',
    withoutLabel: entry.label.accepted && entry.label.state !== 'ready' && entry.label.state !== 'printed',
  };
}

function facts(
  snapshot: JobSnapshot,
  going: readonly ShipmentSnapshot[],
  language: Language,
  nowMs: number,
  words: ManifestWords,
): (readonly [string, string])[] {
  const { grouping } = snapshot;
  const name = grouping.identification === null ? '' : ` · ${grouping.identification}`;
  const carriers = new Set(going.map((entry) => entry.shipment.logistics?.carrier?.name).filter(isPresent));
  const all: (readonly [string, string])[] = [
    [words.grouping, `${grouping.id}${name}`],
    [words.date, dateText(grouping.date ?? '', language)],
    [words.carrier, [...carriers].join(', ')],
    [words.shippingMethod, grouping.shippingMethod?.name ?? ''],
    [
      words.printedAt,
      new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
        dateStyle: 'short',
        timeStyle: 'short',
      }).format(nowMs),
    ],
  ];
  return all.filter(([, value]) => value !== '');
}

function companyLines(company: CompanyInfo, words: ManifestWords): string[] {
  const { address } = company;
  const street = [address?.street, address?.number, address?.complement, address?.district]
    .filter(isPresent)
    .join(', ');
  const town = [address?.city, address?.state].filter(isPresent).join('/');
  const zip = postalCode(address?.postalCode ?? '');
  const taxId = company.taxId === null || company.taxId === '' ? '' : `${words.taxId} ${formatTaxId(company.taxId)}`;
  return [
    [taxId, company.phone, company.email].filter(isPresent).join(' · '),
    [street, town, zip === '' ? '' : `CEP ${zip}`].filter(isPresent).join(' · '),
  ].filter(isPresent);
}

/** A parcel of which the ERP tells no number of volumes is one volume. */
function volumes(entry: ShipmentSnapshot): number {
  const quantity = entry.shipment.volume?.quantity ?? 1;
  return quantity > 0 ? quantity : 1;
}

function postalCode(raw: string): string {
  const digits = raw.replace(/\D/g, '');
  return digits.length === 8 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : raw;
}

function formatTaxId(raw: string): string {
  const plain = raw.replace(/[.\-/\s]/g, '').toUpperCase();
  if (/^\d{11}$/.test(plain)) return plain.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
  if (/^[\dA-Z]{12}\d\d$/.test(plain)) return plain.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
  return raw;
}

/** Brazilian readers get 31/12/2026; a date in any other form stays as the ERP sent it. */
function dateText(raw: string, language: Language): string {
  const parts = /^(\d{4})-(\d\d)-(\d\d)/.exec(raw);
  if (parts === null || language === 'en') return raw;
  const [, year = '', month = '', day = ''] = parts;
  return `${day}/${month}/${year}`;
}

function text(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

function isPresent(value: string | null | undefined): value is string {
  return value !== null && value !== undefined && value !== '';
}
