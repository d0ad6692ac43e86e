import type { Language } from '../../../shared/index.ts';
import { choose } from './files.ts';

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
      label: say('Etiqueta (SHA-256…)', 'Label (SHA-256…)'),
      printed: say('Impressa', 'Printed'),
      checked: say('Conferida', 'Checked'),
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
    journal: say('Resumo do diário (SHA-256)', "The journal's digest (SHA-256)"),
    proof: {
      title: say('Comprovante de despacho', 'Proof of dispatch'),
      fileName: say('comprovante', 'proof'),
      concludedAt: say('Concluído em', 'Concluded'),
      concludedBy: say('Concluído por', 'Concluded by'),
      answer: say('Resposta do ERP', "The ERP's answer"),
      answers: {
        confirmed: say('confirmou a conclusão', 'confirmed the conclusion'),
        labels: say('deu etiquetas que só vêm depois', 'gave labels that come only then'),
        person: say('visto no ERP por uma pessoa', 'seen in the ERP by a person'),
      },
      open: say('não concluído', 'not concluded'),
      nobody: say('não identificado', 'not identified'),
      byWord: say('confirmada por pessoa', 'confirmed by a person'),
      station: say('Bancada', 'Station'),
      zone: say('Horários de', 'Times of'),
      end: say('Resumo do comprovante (SHA-256)', "The proof's digest (SHA-256)"),
      how: say(
        'O arquivo JSON deste comprovante traz cada registro por inteiro',
        'The JSON file of this proof has each record in full',
      ),
    },
    page: (page: number, of: number) => say(`Página ${page} de ${of}`, `Page ${page} of ${of}`),
  };
}
