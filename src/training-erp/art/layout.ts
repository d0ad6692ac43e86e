import type { Sender } from '../data/company.ts';
import type { WireDispatch } from '../data/dispatches.ts';
import type { Drawing } from '../data/label-ways.ts';
import { encodeCode128 } from './barcodes.ts';
import { labelWidthDots } from './elements.ts';
import type { LabelElement } from './elements.ts';
import { findFittingSize, shorten, wrap } from './text-fit.ts';

/** All facts on one label. */
export interface LabelContent {
  readonly dispatch: WireDispatch;
  readonly sender: Sender;
  readonly carrierName: string;
  readonly serviceName: string;
  /** The grouping's, as people see it. */
  readonly identification: string;
  /** The code that the carrier scans. */
  readonly code: string;
  /** Null: the label alone. */
  readonly drawing: Drawing | null;
  /** The invoice's. */
  readonly accessKey: string;
}

const left = 24;
const right = labelWidthDots - 24;
const full = right - left;
const frameLine = 3;
/** The white that Code 128 needs on both sides, with the frame's line. */
const quietModules = 10;

type TextOptions = Partial<Omit<Extract<LabelElement, { kind: 'text' }>, 'kind' | 'x' | 'y' | 'size' | 'text'>>;

export function makeText(x: number, y: number, size: number, value: string, more: TextOptions = {}): LabelElement {
  return {
    kind: 'text',
    x,
    y,
    size,
    text: value,
    bold: false,
    align: 'left',
    width: right - x,
    reversed: false,
    ...more,
  };
}

function makeArea(x: number, y: number, width: number, height: number): LabelElement {
  return { kind: 'area', x, y, width, height };
}

function centreBarcode(value: string, y: number, height: number, moduleDots: number): LabelElement {
  const width = encodeCode128(value).width * moduleDots;
  return { kind: 'code128', x: Math.round((labelWidthDots - width) / 2), y, height, moduleDots, text: value };
}

/** Returns the code that the carrier scans: the tracking code, or a number of its own if the ERP has none. */
export function labelCode(dispatch: WireDispatch, prefix = 'EXP'): string {
  const { codigoRastreio } = dispatch.logistica;
  return codigoRastreio === '' ? `${prefix}${dispatch.id}` : codigoRastreio;
}

/** AA123456785BR is read aloud as AA 123 456 785 BR. */
function groupForReading(code: string): string {
  const [, prefix = '', digits = '', suffix = ''] = /^(\D*)(\d+)(\D*)$/.exec(code) ?? ['', code];
  return [prefix, ...(digits.match(/\d{1,3}/g) ?? []), suffix].filter((part) => part !== '').join(' ');
}

function writeDecimal(value: number, digits: number): string {
  return value.toFixed(digits).replace('.', ',');
}

function writeNumber(value: number): string {
  return String(value).replace('.', ',');
}

function writeBrazilianDate(date: string): string {
  return date.split('-').reverse().join('/');
}

function writeDimensions({ largura, altura, comprimento, diametro }: WireDispatch['volume']): string {
  const parts =
    diametro > 0
      ? [`Ø ${writeNumber(diametro)}`, writeNumber(comprimento)]
      : [largura, altura, comprimento].map(writeNumber);
  return `${parts.join(' × ')} cm`;
}

/** White capitals in the black band, smaller if the name is long. */
function placeInBand(name: string, largest: number, x: number, width: number, align: 'left' | 'right'): LabelElement {
  const capitals = name.toUpperCase();
  const size = findFittingSize(capitals, largest, width, true);
  return makeText(x, Math.round(66 - size / 2), size, capitals, { bold: true, reversed: true, align, width });
}

function layHead(
  { dispatch, carrierName, serviceName, identification, code }: LabelContent,
  nth: number,
): readonly LabelElement[] {
  const { volume, venda, notaFiscal } = dispatch;
  const cep = dispatch.destinatario.endereco.cep.replace('-', '');
  const facts: readonly (readonly [string, string])[] = [
    ['NF', String(notaFiscal.numero)],
    ['Pedido', String(venda.numero)],
    ['Volume', `${nth}/${volume.quantidadeVolumes}`],
    ['Peso', `${writeDecimal(volume.pesoBruto, 3)} kg`],
    ['Postagem', writeBrazilianDate(dispatch.data)],
  ];
  return [
    makeArea(left, 24, full, 84),
    placeInBand(carrierName, 48, left + 20, 430, 'left'),
    placeInBand(serviceName, 42, right - 280, 260, 'right'),
    { kind: 'logo', x: left + 8, y: 126, size: 168 },
    { kind: 'qr', x: 270, y: 124, moduleDots: 6, text: `${code}|${cep}|${identification}` },
    ...facts.flatMap(([name, value], index) => [
      makeText(490, 128 + index * 35, 26, name),
      makeText(610, 126 + index * 35, 30, value, { bold: true, align: 'right', width: right - 610 }),
    ]),
  ];
}

function layTracking({ code }: LabelContent): readonly LabelElement[] {
  return [
    makeArea(left, 316, full, 3),
    makeText(left, 328, 44, groupForReading(code), { bold: true, align: 'center', width: full }),
    centreBarcode(code, 380, 150, encodeCode128(code).width <= 160 ? 4 : 3),
    makeText(left, 552, 22, 'Recebedor:'),
    makeArea(left + 124, 574, 292, 2),
    makeText(460, 552, 22, 'Documento:'),
    makeArea(588, 574, right - 588, 2),
    makeText(left, 590, 22, 'Assinatura:'),
    makeArea(left + 124, 612, full - 124, 2),
  ];
}

function layRecipient({ dispatch }: LabelContent): readonly LabelElement[] {
  const { destinatario: recipient, logistica: logistics } = dispatch;
  const address = recipient.endereco;
  const top = 632;
  const inner = left + 16;
  const width = full - 32;
  const line = (row: number, value: string, size: number, bold = false): LabelElement =>
    makeText(inner, top + row, size, shorten(value, size, width, bold), { bold });
  const name = wrap(recipient.nome, 36, width, 2, true);
  const extra = name.length > 1 ? 38 : 0;
  const barcodeY = top + 252;
  const services = [
    logistics.possuiAvisoRecebimento ? 'AR' : '',
    logistics.possuiValorDeclarado ? `VD R$ ${writeDecimal(logistics.valorDeclarado, 2)}` : '',
  ].filter((service) => service !== '');
  const facts = [
    { row: 0, value: services.join('  '), size: 36, bold: true },
    { row: 48, value: dispatch.volume.embalagem.descricao, size: 24, bold: false },
    { row: 80, value: writeDimensions(dispatch.volume), size: 24, bold: false },
  ];
  return [
    { kind: 'frame', x: left, y: top, width: full, height: 374, line: frameLine },
    makeArea(left, top, 250, 40),
    makeText(inner, top + 7, 28, 'DESTINATÁRIO', { bold: true, reversed: true, width: 230 }),
    ...name.map((part, index) => line(50 + index * 38, part, 36, true)),
    line(94 + extra, [address.endereco, address.numero].join(', '), 30),
    line(130 + extra, [address.complemento, address.bairro].filter((part) => part !== '').join(' - '), 30),
    line(168 + extra, `${address.cep}  ${address.municipio} - ${address.uf}`, 34, true),
    {
      kind: 'code128',
      x: left + frameLine + quietModules * 3,
      y: barcodeY,
      height: 104,
      moduleDots: 3,
      text: address.cep.replace('-', ''),
    },
    ...facts
      .filter(({ value }) => value !== '')
      .map(({ row, value, size, bold }) =>
        makeText(330, barcodeY + row, size, shorten(value, size, right - 346, bold), {
          bold,
          align: 'right',
          width: right - 346,
        }),
      ),
  ];
}

function laySender({ sender, dispatch, identification }: LabelContent): readonly LabelElement[] {
  const { enderecoEmpresa: address } = sender;
  const street = `${address.endereco}, ${address.numero} - ${address.complemento} - ${address.bairro}`;
  return [
    makeText(left, 1022, 24, 'REMETENTE', { bold: true }),
    makeText(left + 170, 1022, 24, shorten(sender.fantasia, 24, full - 170)),
    makeText(left, 1054, 24, shorten(street, 24, full)),
    makeText(left, 1086, 24, `${address.cep}  ${address.municipio} - ${address.uf}`),
    makeArea(left, 1124, full, 2),
    makeText(left, 1138, 22, `Agrupamento ${identification}`),
    makeText(left, 1138, 22, `Expedição ${dispatch.id}`, { align: 'right', width: full }),
  ];
}

/** Draws the shipping label of one volume, 100×150 mm. */
export function layoutLabel(content: LabelContent, nth = 1): readonly LabelElement[] {
  return [...layHead(content, nth), ...layTracking(content), ...layRecipient(content), ...laySender(content)];
}
