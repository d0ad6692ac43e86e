import type { Language } from '../../../shared/index.ts';

/** Every word of the manifest. */
export interface ManifestWords {
  readonly title: string;
  readonly grouping: string;
  readonly date: string;
  readonly carrier: string;
  readonly shippingMethod: string;
  readonly printedAt: string;
  readonly taxId: string;
  readonly columns: {
    readonly position: string;
    readonly recipient: string;
    readonly city: string;
    readonly postalCode: string;
    readonly invoice: string;
    readonly order: string;
    readonly volumes: string;
    readonly weight: string;
    readonly tracking: string;
  };
  readonly totalShipments: string;
  readonly totalVolumes: string;
  readonly totalWeight: string;
  readonly withoutWeight: (count: number) => string;
  readonly withoutLabel: string;
  readonly declaration: string;
  readonly driver: string;
  readonly document: string;
  readonly plate: string;
  readonly dateTime: string;
  readonly driverSignature: string;
  readonly handedOverBy: string;
  readonly companySignature: string;
  readonly page: (page: number, of: number) => string;
}

export const manifestWords: Readonly<Record<Language, ManifestWords>> = {
  'pt-BR': {
    title: 'Romaneio de coleta',
    grouping: 'Agrupamento',
    date: 'Data',
    carrier: 'Transportador',
    shippingMethod: 'Forma de envio',
    printedAt: 'Emitido em',
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
    totalShipments: 'Remessas',
    totalVolumes: 'Volumes',
    totalWeight: 'Peso',
    withoutWeight: (count) => (count === 1 ? '1 remessa sem peso informado' : `${count} remessas sem peso informado`),
    withoutLabel: 'sem etiqueta',
    declaration: 'Recebi os volumes relacionados acima, em boas condições e na quantidade indicada.',
    driver: 'Nome do motorista',
    document: 'RG/CPF',
    plate: 'Placa',
    dateTime: 'Data e hora',
    driverSignature: 'Assinatura do motorista',
    handedOverBy: 'Entregue por',
    companySignature: 'Assinatura da empresa',
    page: (page, of) => `Página ${page} de ${of}`,
  },
  en: {
    title: 'Pick-up manifest',
    grouping: 'Grouping',
    date: 'Date',
    carrier: 'Carrier',
    shippingMethod: 'Shipping method',
    printedAt: 'Issued',
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
    totalVolumes: 'Packages',
    totalWeight: 'Weight',
    withoutWeight: (count) => (count === 1 ? '1 shipment without weight' : `${count} shipments without weight`),
    withoutLabel: 'no label',
    declaration: 'I received the packages listed above, in good condition and in the quantity shown.',
    driver: "Driver's name",
    document: 'ID document',
    plate: 'Licence plate',
    dateTime: 'Date and time',
    driverSignature: "Driver's signature",
    handedOverBy: 'Handed over by',
    companySignature: "Company's signature",
    page: (page, of) => `Page ${page} of ${of}`,
  },
};
