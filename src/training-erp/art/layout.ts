import { formatDate } from '#shared/formats.ts';
import type { Sender } from '../data/company.ts';
import type { Carrier, WireDispatch } from '../data/dispatches.ts';
import { makeAccessKey } from '../data/ids.ts';
import { trainingWords } from '../data/label-ways.ts';
import { drawCode128 } from './barcodes.ts';
import { type LabelElement, labelWidthDots, makeText, marginDots as left } from './elements.ts';

export interface LabelContent {
  readonly dispatch: WireDispatch;
  readonly carrier: Carrier;
  readonly sender: Sender;
  /** The grouping's, as people see it. */
  readonly identification: string;
}

const right = labelWidthDots - left;
const full = right - left;

function makeArea(x: number, y: number, width: number, height: number): LabelElement {
  return { kind: 'area', x, y, width, height };
}

function centreBarcode(value: string, y: number, height: number, moduleDots: number): LabelElement {
  const width = drawCode128(value).width * moduleDots;
  return {
    kind: 'code128',
    x: Math.round((labelWidthDots - width) / 2),
    y,
    height,
    moduleDots,
    text: value,
  };
}

/**
 * Returns the code that the carrier scans: the tracking code, or a number of its own if the ERP has
 * none.
 */
export function labelCode({
  dispatch,
  carrier,
}: Pick<LabelContent, 'dispatch' | 'carrier'>): string {
  const { codigoRastreio } = dispatch.logistica;
  return codigoRastreio === '' ? `${carrier.codePrefix ?? 'EXP'}${dispatch.id}` : codigoRastreio;
}

/** Draws the shipping label of one volume, 100×150 mm. */
export function layoutLabel(content: LabelContent, nth = 1): readonly LabelElement[] {
  const { dispatch, carrier, sender, identification } = content;
  const { volume, venda, notaFiscal, destinatario: recipient } = dispatch;
  const to = recipient.endereco;
  const from = sender.enderecoEmpresa;
  const code = labelCode(content);
  const cep = to.cep.replace('-', '');
  const inBand = { bold: true, reversed: true };
  const facts = [
    ['NF', String(notaFiscal.numero)],
    ['Pedido', String(venda.numero)],
    ['Volume', `${nth}/${volume.quantidadeVolumes}`],
    ['Peso', `${volume.pesoBruto.toFixed(3).replace('.', ',')} kg`],
    ['Postagem', formatDate(dispatch.data)],
  ] as const;
  return [
    makeArea(left, 24, full, 84),
    makeText(left + 20, 44, 48, carrier.name.toUpperCase(), { ...inBand, width: 430 }),
    makeText(right - 280, 46, 42, carrier.service.nome.toUpperCase(), {
      ...inBand,
      align: 'right',
      width: 260,
    }),
    { kind: 'qr', x: left + 16, y: 124, moduleDots: 6, text: `${code}|${cep}|${identification}` },
    ...facts.flatMap(([name, value], index) => [
      makeText(280, 128 + index * 35, 26, name),
      makeText(420, 126 + index * 35, 30, value, { bold: true }),
    ]),
    makeArea(left, 316, full, 3),
    makeText(left, 328, 44, code, { bold: true, align: 'center' }),
    centreBarcode(code, 380, 190, drawCode128(code).width <= 160 ? 4 : 3),
    makeArea(left, 632, full, 3),
    makeArea(left, 632, 250, 40),
    makeText(left + 16, 639, 28, 'DESTINATÁRIO', inBand),
    makeText(left + 16, 682, 36, recipient.nome, { bold: true }),
    makeText(left + 16, 726, 30, [to.endereco, to.numero].join(', ')),
    makeText(
      left + 16,
      762,
      30,
      [to.complemento, to.bairro].filter((part) => part !== '').join(' - '),
    ),
    makeText(left + 16, 800, 34, `${to.cep}  ${to.municipio} - ${to.uf}`, { bold: true }),
    { kind: 'code128', x: left + 33, y: 884, height: 104, moduleDots: 3, text: cep },
    makeArea(350, 884, right - 350, 104),
    makeText(366, 892, 54, trainingWords[0], { ...inBand, align: 'center', width: right - 382 }),
    makeText(366, 946, 34, trainingWords[1], { ...inBand, align: 'center', width: right - 382 }),
    makeArea(left, 1006, full, 3),
    makeText(left, 1022, 24, `REMETENTE ${sender.fantasia}`, { bold: true }),
    makeText(
      left,
      1054,
      24,
      [from.endereco, from.numero, from.complemento, from.bairro].join(', '),
    ),
    makeText(left, 1086, 24, `${from.cep}  ${from.municipio} - ${from.uf}`),
    makeText(left, 1138, 22, `Agrupamento ${identification}`),
    makeText(left, 1138, 22, `Expedição ${dispatch.id}`, { align: 'right' }),
  ];
}

function listLines(lines: readonly string[]): readonly LabelElement[] {
  return lines.map((line, index) => makeText(40, 60 + index * 48, 30, line, { bold: index === 0 }));
}

/** Draws the page that marketplaces add to a label: the parcel's contents, for the packer. */
export function drawControlSheet(content: LabelContent): readonly LabelElement[] {
  const { dispatch, sender, identification } = content;
  return listLines([
    'CONTROLE DE EXPEDIÇÃO',
    `Objeto ${labelCode(content)}`,
    `Agrupamento ${identification}, expedição ${dispatch.id}`,
    `Nota fiscal ${dispatch.notaFiscal.numero}, pedido ${dispatch.venda.numero}`,
    `Para: ${dispatch.destinatario.nome}`,
    `De: ${sender.fantasia}`,
    'Fica com o remetente: não cole no volume.',
    trainingWords.join(', '),
  ]);
}

/**
 * Draws the small paper of an invoice that goes with a parcel: issuer, recipient, and the access
 * key as a code.
 */
export function drawDanfe({ dispatch, sender }: LabelContent): readonly LabelElement[] {
  const { notaFiscal, destinatario, volume } = dispatch;
  const accessKey = makeAccessKey(notaFiscal, sender.cpfCnpj);
  return [
    ...listLines([
      'DANFE SIMPLIFICADO - ETIQUETA',
      `NF-e ${notaFiscal.numero}, série 1, ${formatDate(notaFiscal.data)}`,
      `Emitente: ${sender.razaoSocial}`,
      `CNPJ ${sender.cpfCnpj}`,
      `Destinatário: ${destinatario.nome}`,
      `Volumes: ${volume.quantidadeVolumes}`,
      'Chave de acesso',
      accessKey.replaceAll(/(\d{4})(?=\d)/g, '$1 '),
      trainingWords.join(', '),
    ]),
    centreBarcode(accessKey, 620, 140, 2),
  ];
}
