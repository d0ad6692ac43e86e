import { findListedStep } from '../../src/main/dispatch/model/decide.ts';
import type { GroupingSummary } from '#shared/contract/job.ts';
import type { CompanyInfo } from '#shared/domain/erp.ts';
import type { GroupingShare, RowShare } from '#shared/domain/floor.ts';
import type { LabelSnapshot, ShipmentSnapshot } from '#shared/domain/job.ts';
import type { Shipment } from '#shared/domain/records.ts';
import { noLabel } from '../support/no-label.ts';

/** Made-up people and places: the same number always returns the same shipment. */
const firstNames = [
  'Ana',
  'Bruno',
  'Cecília',
  'Davi',
  'Érica',
  'Fábio',
  'Gláucia',
  'Hélio',
  'Inês',
  'João',
  'Kátia',
];
const lastNames = [
  'Antunes',
  'Brandão',
  'Conceição',
  'Duarte',
  'Esteves',
  'Fonseca',
  'Guimarães',
  'Hermínio',
  'Ibanez',
];
const shops = [
  'Armazém Exemplo Ltda',
  'Papelaria Fictícia ME',
  'Comércio de Peças Imaginárias do Vale S/A',
];
const cities = [
  ['São Paulo', 'SP', '01000000'],
  ['Belo Horizonte', 'MG', '30000-000'],
  ['Florianópolis', 'SC', '88000000'],
  ['São José do Vale do Rio Preto', 'RJ', '25780000'],
  ['Maceió', 'AL', '57000000'],
  ['Goiânia', 'GO', '74000000'],
] as const;
const boxes = [
  { description: 'Caixa P', width: 18, height: 13.5, length: 9, weight: 0.35 },
  { description: 'Caixa M', width: 27, height: 18, length: 9, weight: 1.25 },
  { description: 'Envelope', width: 24, height: 1, length: 32, weight: 0.12 },
  { description: 'Caixa G reforçada', width: 54, height: 36, length: 27, weight: 12.8 },
] as const;

function pick<T>(list: readonly [T, ...T[]] | readonly T[], index: number): T {
  return list[index % list.length]!;
}

export function makeShipment(position: number, groupingId = 1): Shipment {
  const id = groupingId * 10_000 + position;
  const company = position % 7 === 0;
  const name = company
    ? pick(shops, position)
    : `${pick(firstNames, position)} ${pick(lastNames, position * 5 + 2)} ${pick(lastNames, position * 3)}`;
  const [city, state, postalCode] = pick(cities, position * 5);
  const box = pick(boxes, position * 3);
  return {
    id,
    date: '2026-03-09',
    status: null,
    objectType: 'venda',
    sale: { id, number: 5200 + position, date: '2026-03-08', status: 'other' },
    invoice: { id, number: 48_100 + position, date: '2026-03-09', status: 'other' },
    recipient: {
      id,
      name,
      code: null,
      tradeName: null,
      taxId: company ? '00000000000191' : `000000001${String(position % 100).padStart(2, '0')}`,
      phone: null,
      mobile: '11900000000',
      email: 'pessoa@exemplo.invalid',
      address: {
        street: 'Rua do Exemplo',
        number: String(100 + position),
        complement: position % 3 === 0 ? 'Apto 12' : '',
        district: 'Centro',
        city,
        postalCode,
        state,
        country: 'Brasil',
      },
    },
    volume: {
      packaging: { id: 1, type: 2, description: box.description },
      width: box.width,
      height: box.height,
      length: box.length,
      diameter: null,
      grossWeight: box.weight,
      quantity: position % 11 === 0 ? 2 : 1,
    },
    logistics: {
      trackingCode: position % 13 === 5 ? '' : `ZZ${String(100_000_000 + position * 37)}BR`,
      trackingUrl: 'https://rastreio.exemplo.invalid/',
      hasDeclaredValue: position % 4 === 0,
      declaredValue: position % 4 === 0 ? 1234.5 + position : 0,
      hasReceiptNotice: position % 9 === 0,
      freightMode: { id: 1, name: 'SEDEX Contrato' },
      carrier: { id: 1, name: 'Transportadora Modelo' },
    },
  };
}

export const readyLabel: LabelSnapshot = {
  ...noLabel,
  file: 'ready',
  formats: ['pdf'],
  kinds: ['PDF'],
  pages: 1,
  filePages: 1,
};
export const printedLabel: LabelSnapshot = {
  ...readyLabel,
  timesPrinted: 1,
  printRunId: 1,
};

export function makeRow(
  position: number,
  label: LabelSnapshot = noLabel,
  groupingId = 1,
): ShipmentSnapshot {
  return {
    position,
    shipment: makeShipment(position, groupingId),
    label,
    checkedAtMs: null,
    scannedVolumes: null,
    share: null,
  };
}

/** A row of another station, or of this one. */
export function makeShare(
  state: RowShare['state'],
  isHere = false,
  more: Partial<RowShare> = {},
): RowShare {
  return {
    ...{
      state,
      isHere,
      stationId: isHere ? 'b1' : 'b2',
      station: isHere ? 'Bancada 1' : 'Bancada 2',
    },
    ...{ person: null, atMs: Date.UTC(2026, 2, 9, 13, 32), differs: false },
    ...more,
  };
}

/**
 * Two stations on one grouping; the parameters set when the other one was last heard, and its work.
 */
export function makeGroupingShare({
  isAlive = true,
  conclusion = null,
  isHere = false,
}: {
  readonly isAlive?: boolean;
  readonly conclusion?: 'concluding' | 'concluded' | 'unknown' | null;
  readonly isHere?: boolean;
}): GroupingShare {
  const none = { taken: 0, printing: 0, doubt: 0, printed: 0 };
  return {
    stations: [
      { stationId: 'b1', station: 'Bancada 1', person: null, isHere: true, isAlive: true, ...none },
      { stationId: 'b2', station: 'Bancada 2', person: 'Beto', isHere: false, isAlive, ...none },
    ],
    conclusion:
      conclusion === null
        ? null
        : {
            ...{ state: conclusion, isHere, station: isHere ? 'Bancada 1' : 'Bancada 2' },
            ...{ person: isHere ? null : 'Beto', atMs: Date.UTC(2026, 2, 9, 13, 41) },
          },
    twice: [],
  };
}

/** Returns a shipment with hostile text in every field. */
export function makeHostile(position: number, groupingId: number): Shipment {
  const texts = [
    '<img src=x onerror="document.title=1"><script>document.title=1</script>',
    '\u202Eevil gnp.exe\u202D\u2066right to left',
    'A'.repeat(10_000),
    'שלום עולם مرحبا بالعالم '.repeat(40),
    'palavra '.repeat(1250),
  ];
  const text = pick(texts, position);
  const base = makeShipment(position, groupingId);
  return {
    ...base,
    recipient: {
      ...base.recipient!,
      name: text,
      taxId: text,
      mobile: text,
      address: {
        ...base.recipient!.address!,
        street: text,
        city: text,
        district: text,
        state: text,
        postalCode: text,
      },
    },
    volume: { ...base.volume!, packaging: { id: 1, type: 2, description: text } },
    logistics: {
      ...base.logistics!,
      trackingCode: text,
      trackingUrl: 'javascript:alert(1)',
      freightMode: { id: 1, name: text },
      carrier: { id: 1, name: text },
    },
  };
}

export function fakeCompany(): CompanyInfo {
  return {
    legalName: 'Depósito Modelo Comércio de Exemplos Ltda',
    taxId: '00000000000191',
    tradeName: 'Depósito Modelo',
    address: makeShipment(1).recipient!.address,
    phone: null,
    email: null,
  };
}

/** A grouping of the Desk's list, with all labels there and none printed. */
export function makeSummary(
  groupingId: number,
  more: Partial<GroupingSummary> = {},
): GroupingSummary {
  const listed = {
    groupingId,
    identification: null,
    date: null,
    shippingMethod: null,
    state: 'ready' as const,
    shipments: 40,
    ready: 40,
    printed: 0,
    failed: 0,
    retryable: 0,
    without: 0,
    accepted: 0,
    staying: 0,
    checked: 0,
    labelsAfterConclusion: false,
    asksAboutPaper: false,
    concludedAtMs: null,
    cutoff: null,
    ...more,
  };
  return { ...listed, step: findListedStep(listed, { printWhenChecked: false }) };
}

/** A checked parcel, its labels on paper, one for each volume. */
export function makePrintedRow(
  position: number,
  label: Partial<LabelSnapshot> = {},
  quantity = 1,
): ShipmentSnapshot {
  const shipment = makeShipment(position);
  const volume = shipment.volume && { ...shipment.volume, quantity };
  return {
    position,
    shipment: { ...shipment, volume },
    label: { ...noLabel, ...printedLabel, pages: quantity, ...label },
    checkedAtMs: 1,
    scannedVolumes: null,
    share: null,
  };
}
