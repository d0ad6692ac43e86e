import type { Language } from '#shared/faults/languages.ts';
import { choose } from '../types.ts';

export type ManifestWords = ReturnType<typeof manifestWords>;

export function manifestWords(language: Language) {
  const say = choose(language);
  return {
    title: say('Romaneio de coleta', 'Pick-up manifest'),
    scan: say('Leia na Mesa para abrir o agrupamento', 'Scan at the Desk to open the grouping'),
    training: say('TREINAMENTO, SEM VALOR', 'TRAINING, WITHOUT VALUE'),
    grouping: say('Agrupamento', 'Grouping'),
    date: say('Data', 'Date'),
    carrier: say('Transportador', 'Carrier'),
    shippingMethod: say('Forma de envio', 'Shipping method'),
    printedAt: say('Emitido em', 'Issued'),
    issuedBy: say('Emitido por', 'Issued by'),
    taxId: say('CNPJ/CPF', 'Tax ID'),
    columns: {
      position: say('Nº', '#'),
      recipient: say('Destinatário', 'Recipient'),
      city: say('Cidade/UF', 'City/State'),
      postalCode: say('CEP', 'Postcode'),
      invoice: say('Nota fiscal', 'Invoice'),
      order: say('Pedido', 'Order'),
      volumes: say('Vol.', 'Pcs'),
      weight: say('Peso (kg)', 'Weight (kg)'),
      tracking: say('Rastreio', 'Tracking'),
      at: say('Quando', 'When'),
      what: say('O quê', 'What'),
      who: say('Quem', 'Who'),
      where: say('Onde', 'Where'),
    },
    totalShipments: say('Expedições', 'Shipments'),
    totalVolumes: say('Volumes', 'Parcels'),
    totalWeight: say('Peso', 'Weight'),
    withoutWeight: (count: number) =>
      count === 1
        ? say('1 expedição sem peso informado', '1 shipment without weight')
        : say(`${count} expedições sem peso informado`, `${count} shipments without weight`),
    withoutLabel: say('sem etiqueta', 'no label'),
    declaration: say(
      'Recebi os volumes relacionados acima, em boas condições e na quantidade indicada.',
      'I received the parcels listed above, in good condition and in the quantity shown.',
    ),
    driver: say('Nome do motorista', "Driver's name"),
    document: say('RG/CPF', 'ID document'),
    plate: say('Placa', 'Licence plate'),
    dateTime: say('Data e hora', 'Date and time'),
    driverSignature: say('Assinatura do motorista', "Driver's signature"),
    handedOverBy: say('Entregue por', 'Handed over by'),
    companySignature: say('Assinatura da empresa', "Company's signature"),
    record: {
      title: say('Relatório do agrupamento', "The grouping's record"),
      fileName: say('relatorio', 'record'),
      nobody: say('não identificado', 'not identified'),
      confirmed: say('o ERP confirmou', 'the ERP confirmed it'),
      done: say('concluído', 'concluded'),
      open: say('não concluído', 'not concluded'),
    },
    page: (page: number, of: number) => say(`Página ${page} de ${of}`, `Page ${page} of ${of}`),
  };
}
