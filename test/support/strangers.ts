import fc from 'fast-check';
import type { KnownIssuers } from '#shared/identities/access-key.ts';
import { matchScan } from '../../src/main/dispatch/codes/parcel-codes.ts';
import { OwnerIndex } from '../../src/main/dispatch/collect/name-owners.ts';
import { placePieces } from '../../src/main/dispatch/model/import-placing.ts';
import { findScanned } from '../../src/main/dispatch/model/scan-print.ts';
import type { Shipment } from '#shared/domain/records.ts';
import { normaliseCode } from '#shared/identities/code.ts';
import { readFileName } from '#shared/identities/words.ts';
import { entry, shipment as fake } from '../desk/support/snapshots.ts';
import { accessKey } from './access-key.ts';

/**
 * Rows of a list, and labels of others whose numbers overlap with the list's. The layouts are those
 * that the platforms print: Amazon's order in three groups, Shopee's order with letters and its
 * `BR` code, Mercado Livre's shipment and order, Magalu's order, Correios' S10 in groups and its
 * Data Matrix, Jadlog's and SSCC digits, keys of other companies and series.
 */
export interface Row {
  readonly id: number;
  readonly tracking: string;
  readonly invoice: number;
  readonly order?: number | null;
}

const taxId = '12222333000181';
/** The account's own issuer. */
const known: KnownIssuers = { taxId, issuers: new Set([`${taxId}55001`]) };

const digits = (length: number) =>
  fc.stringMatching(new RegExp(String.raw`^[1-9]\d{${length - 1}}$`));
const capitals = (length: number) => fc.stringMatching(new RegExp(`^[A-Z]{${length}}$`));
const s10 = fc.tuple(capitals(2), digits(9)).map(([service, number]) => `${service}${number}BR`);
const tracking = fc.oneof(
  s10,
  digits(9),
  digits(11),
  digits(14),
  digits(18),
  digits(9).map((number) => `SHP${number}`),
  fc.tuple(digits(12), capitals(1)).map(([number, end]) => `BR${number}${end}`),
);
const number = fc.integer({ min: 3, max: 6 }).chain((length) => digits(length).map(Number));

const rows: fc.Arbitrary<readonly Row[]> = fc
  .uniqueArray(fc.record({ tracking, invoice: number, order: number }), {
    minLength: 1,
    maxLength: 5,
    selector: (row) => row.tracking,
  })
  .map((all) => all.map((row, index) => ({ id: index + 1, ...row })));

const piece = fc.oneof(digits(1), digits(3), digits(7), capitals(1), capitals(2), capitals(3));
/** Signs before, after or on both sides: never none. */
const around = fc.oneof(
  piece.map((end) => ['', end] as const),
  piece.map((start) => [start, ''] as const),
  fc.tuple(piece, piece),
);

/** A longer number that holds one of the list's, whole, in a layout of the field. */
const stretched = (value: string) =>
  fc
    .tuple(around, fc.constantFrom('', '-', '.', ' ', '/', ' - '), fc.boolean())
    .map(([[start, end], drawn, isGrouped]) => {
      // Letters close a code: what stands beside them, after a blank, is another word.
      const separator = /^ /.test(drawn) && /^[A-Z]|[A-Z]$/.test(value) ? '-' : drawn;
      const joined = [start, value, end].filter((part) => part !== '').join(separator);
      return isGrouped && separator === '' ? joined.replaceAll(/(.{3,4})(?=.)/g, '$1 ') : joined;
    });

const marks = fc.constantFrom(
  'ID do pedido: ',
  'Pedido: ',
  'Pedido nº ',
  'NF ',
  'NF-e: ',
  'Nota Fiscal ',
  'Rastreio: ',
  'Código de rastreamento ',
  'Envio: ',
  '#',
  '',
);
const besides = fc.constantFrom(
  'Destinatário Maria da Silva',
  'CEP 01310-100 São Paulo SP',
  'Peso 1,250 kg Volume 1/2',
  'Remetente Loja 2024 Ltda',
);

/** The key of another company's invoice with this number, or of another series of the own one. */
const foreignKey = (invoice: number) =>
  fc.constantFrom(
    accessKey(invoice, '55', '11222333000181'),
    accessKey(invoice, '65'),
    accessKey(invoice, '57'),
    accessKey(invoice, '55', '12ABC34501DE35'),
  );
const long = (value: string) =>
  fc.constantFrom(
    `https://rastreio.example.com/${value}`,
    `https://rastreio.example.com/?codigo=${value}&p=1`,
    `{"order":"${value}","sender_id":1}`,
    `0131090000000880150000000035${value}`,
    `${value}|2|1`,
    `21${value}`,
    `420${value}`,
  );

/** A stranger's code in the place of a known layout. */
const laid = (list: readonly Row[]) =>
  fc.oneof(
    s10.map((code) => `01310100000008801500000000351${code}000000000020`),
    fc
      .constantFrom(...list.map((row) => row.tracking))
      .chain(stretched)
      .map((id) => JSON.stringify({ id, sender_id: 1, hash_code: 'x' })),
    foreignKey(list[0]!.invoice).chain((key) =>
      fc.constantFrom(
        `https://www.nfe.fazenda.gov.br/consulta?p=${key}|2|1`,
        `httpsÇ;;www.nfe.fazenda.gov.br;consulta:chNFe=${key}&tpAmb=1`,
      ),
    ),
    digits(18).map((sscc) => `(00)${sscc}`),
  );

function listValues(list: readonly Row[]): readonly string[] {
  return list.flatMap((row) => [row.tracking, String(row.invoice), String(row.order)]);
}

function drawParts(list: readonly Row[]) {
  const [first] = list;
  const values = listValues(list);
  const longer = fc.constantFrom(...values).chain(stretched);
  const all = fc.oneof(
    { weight: 5, arbitrary: longer },
    { weight: 1, arbitrary: foreignKey(first!.invoice) },
  );
  const whole = new Set(values.map(normaliseCode));
  // Another country's parcel of a list without countries would be the same to a reader.
  const isStranger = (code: string): boolean => {
    const read = normaliseCode(code);
    return !whole.has(read) && !whole.has(read.replace(/^0+/, ''));
  };
  const beside = fc.oneof(fc.constantFrom(...values).chain(long), laid(list));
  const text = fc
    .tuple(marks, all, besides, fc.array(beside, { maxLength: 2 }))
    .map(([mark, code, line, codes]) => ({ text: `${line}\n${mark}${code}\n`, codes, code }));
  const name = fc.oneof(
    fc.constant(''),
    // Beside a hyphen a number of the panel's own stands, as in "1-AA123456785BR.pdf".
    fc
      .tuple(fc.constantFrom(...values), around)
      .map(([value, [start, end]]) => `etiqueta-${start}${value}${end}.pdf`),
    // Letters of a code, in any case.
    fc
      .tuple(fc.constantFrom(...values), capitals(3), fc.constantFrom('-', ' ', '+'))
      .filter(([value]) => /^\d/.test(value))
      .map(([value, start, sign]) => `${start}${sign}${value}.zpl`.toLowerCase()),
  );
  return { all, beside, isStranger, text, name };
}

export const drawStranger = rows.chain((list) => {
  const { all, beside, isStranger, text, name } = drawParts(list);
  return fc
    .record({
      rows: fc.constant(list),
      known: fc.constant(known),
      texts: fc.array(text, { minLength: 1, maxLength: 4 }),
      name,
      more: fc.array(fc.oneof(all, beside), { maxLength: 4 }),
    })
    .map(({ more, texts, ...rest }) => ({
      ...rest,
      texts: texts.filter(({ code }) => isStranger(code)),
      scans: [...more, ...texts.map(({ code }) => code)].filter(isStranger),
    }));
});

/**
 * Labels of others in files, for this list: those of above, and such with the very number of an
 * invoice or order, which another company has too.
 */
export function drawStrangerLabel(list: readonly Row[]) {
  const { isStranger, text, name } = drawParts(list);
  const namesake = fc
    .tuple(fc.constantFrom(...list), fc.boolean(), besides)
    .map(([{ invoice, order }, isInvoice, line]) => {
      const number = isInvoice ? `NF ${String(invoice)}` : `Pedido: ${String(order)}`;
      return { text: `${line}\n${number}\n`, codes: [], name: '' };
    });
  const longer = fc
    .tuple(
      text.filter(({ code }) => isStranger(code)),
      name,
    )
    .map(([{ text: words, codes }, called]) => ({ text: words, codes, name: called }));
  return fc.oneof({ weight: 2, arbitrary: longer }, { weight: 1, arbitrary: namesake });
}

/** Labels of the list's own rows, as the platforms print them. */
export const ownTexts = rows.chain((list) =>
  fc
    .tuple(
      fc.constantFrom(...list),
      besides,
      fc.constantFrom('text', 'groups', 'key', 'codes', 'laid'),
    )
    .map(([row, beside, how]) => {
      const key = accessKey(row.invoice);
      const groups = /^[A-Z]{2}\d{9}[A-Z]{2}$/.test(row.tracking)
        ? row.tracking.replace(/^(..)(...)(...)(...)(..)$/, '$1 $2 $3 $4 $5')
        : row.tracking;
      const text = {
        text: `${beside}\n${row.tracking}\nVolume 1/1`,
        groups: `${beside}\n${groups}\n`,
        key: `DANFE\nCHAVE DE ACESSO ${key.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}\n${beside}`,
        codes: beside,
        laid: beside,
      }[how];
      const matrix = `01310100000008801500000000351${row.tracking}000000000020`;
      const isPostal = groups !== row.tracking;
      const laidOut = isPostal ? matrix : JSON.stringify({ id: row.tracking, sender_id: 1 });
      const shown = new Map([
        ['codes', ['01310100', row.tracking]],
        ['laid', [laidOut]],
      ]);
      const codes = shown.get(how) ?? [];
      return { rows: list, known, id: row.id, text, codes };
    }),
);

export function makeShipment({ id, tracking, invoice, order = null }: Row): Shipment {
  const { logistics, invoice: sent, sale, ...more } = fake(id);
  return {
    ...more,
    logistics: { ...logistics!, trackingCode: tracking },
    invoice: { ...sent!, number: invoice },
    sale: order === null ? null : { ...sale!, id, number: order, date: null, status: null },
  };
}

interface Stranger {
  readonly rows: readonly Row[];
  readonly known: KnownIssuers;
  readonly texts: readonly { readonly text: string; readonly codes: readonly string[] }[];
  readonly name: string;
  readonly scans: readonly string[];
}

/** Returns what a stranger was taken for: rows that its labels are on, scans that count or print. */
export function listTaken({ rows: list, known: issuers, texts, name, scans }: Stranger): string[] {
  const shipments = list.map(makeShipment);
  const index = new OwnerIndex(shipments, issuers);
  const pieces = texts.map(({ text, codes }, page) => {
    const owners = new Map([...index.find(readFileName(name)), ...index.find(text, codes)]);
    return { sha256: String(page), owners, isRead: true, isOther: false, isPaper: false };
  });
  const row = { volumes: 1, present: [], isClosed: false, free: null, takesPapers: true };
  const placed = [...placePieces(pieces, () => row).placed.keys()];
  const entries = shipments.map((shipment) => entry(shipment.id, { shipment }));
  // Whose a key of an unknown issuer is, and which of several: both are asked.
  const counted = scans.filter(
    (scan) => !['unknown', 'unsure', 'ambiguous'].includes(matchScan(scan, entries, issuers).kind),
  );
  const printed = scans.filter((scan) =>
    findScanned(scan, entries, issuers).some(({ by }) => by !== 'unsure'),
  );
  return [...placed.map((id) => `row ${id}`), ...counted, ...printed];
}
