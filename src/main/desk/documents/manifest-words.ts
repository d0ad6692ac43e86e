import type { Language } from '../../../shared/index.ts';

/** The manifest's words in Portuguese, which also define the keys of every language. */
const portuguese = {
  title: 'Romaneio de coleta',
  grouping: 'Agrupamento',
  date: 'Data',
  carrier: 'Transportador',
  shippingMethod: 'Forma de envio',
  printedAt: 'Emitido em',
  issuedBy: 'Emitido por',
  taxId: 'CNPJ/CPF',
  columns: {
    position: 'Nº',
    recipient: 'Destinatário',
    city: 'Cidade/UF',
    postalCode: 'CEP',
    invoice: 'Nota fiscal',
    order: 'Pedido',
    volumes: 'Vol.',
    weight: 'Peso (kg)',
    tracking: 'Rastreio',
  },
  totalShipments: 'Expedições',
  totalVolumes: 'Volumes',
  totalWeight: 'Peso',
  withoutWeight: (count: number) =>
    count === 1 ? '1 expedição sem peso informado' : `${count} expedições sem peso informado`,
  withoutLabel: 'sem etiqueta',
  declaration: 'Recebi os volumes relacionados acima, em boas condições e na quantidade indicada.',
  driver: 'Nome do motorista',
  document: 'RG/CPF',
  plate: 'Placa',
  dateTime: 'Data e hora',
  driverSignature: 'Assinatura do motorista',
  handedOverBy: 'Entregue por',
  companySignature: 'Assinatura da empresa',
  page: (page: number, of: number) => `Página ${page} de ${of}`,
};

export type ManifestWords = typeof portuguese;

const english: ManifestWords = {
  title: 'Pick-up manifest',
  grouping: 'Grouping',
  date: 'Date',
  carrier: 'Carrier',
  shippingMethod: 'Shipping method',
  printedAt: 'Issued',
  issuedBy: 'Issued by',
  taxId: 'Tax ID',
  columns: {
    position: '#',
    recipient: 'Recipient',
    city: 'City/State',
    postalCode: 'Postcode',
    invoice: 'Invoice',
    order: 'Order',
    volumes: 'Pcs',
    weight: 'Weight (kg)',
    tracking: 'Tracking',
  },
  totalShipments: 'Shipments',
  totalVolumes: 'Parcels',
  totalWeight: 'Weight',
  withoutWeight: (count) => (count === 1 ? '1 shipment without weight' : `${count} shipments without weight`),
  withoutLabel: 'no label',
  declaration: 'I received the parcels listed above, in good condition and in the quantity shown.',
  driver: "Driver's name",
  document: 'ID document',
  plate: 'Licence plate',
  dateTime: 'Date and time',
  driverSignature: "Driver's signature",
  handedOverBy: 'Handed over by',
  companySignature: "Company's signature",
  page: (page, of) => `Page ${page} of ${of}`,
};

export const manifestWords: Readonly<Record<Language, ManifestWords>> = { 'pt-BR': portuguese, en: english };
