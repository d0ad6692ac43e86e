import { readCatalogue } from './catalogue.ts';

/** Texts of the office, loaded with its screen. */
export const officeMessages = readCatalogue({
  actions: ['O que fazer', 'What to do'],
  groups: {
    order: ['Ordem de serviço', 'Service order'],
    quote: ['Orçamento', 'Quote'],
    invoice: ['Nota fiscal', 'Invoice'],
  },
  names: {
    'set-status': ['Mudar a situação', 'Change the status'],
    'add-tags': ['Adicionar marcadores', 'Add tags'],
    'replace-tags': ['Trocar os marcadores', 'Replace the tags'],
    'delete-tags': ['Apagar os marcadores', 'Delete the tags'],
    'generate-invoice': ['Gerar nota fiscal', 'Generate an invoice'],
    'generate-sale': ['Gerar venda', 'Generate a sale'],
    'reverse-accounts': ['Estornar contas', 'Reverse accounts'],
  },
  serviceOrderId: ['Número (id) da ordem de serviço', 'Service order number (id)'],
  quoteId: ['Número (id) do orçamento', 'Quote number (id)'],
  invoiceId: ['Número (id) da nota fiscal', 'Invoice number (id)'],
  status: ['Nova situação', 'New status'],
  statuses: [
    [
      'Em aberto',
      'Orçada',
      'Serviço concluído',
      'Finalizada',
      'Não aprovada',
      'Aprovada',
      'Em andamento',
      'Cancelada',
    ],
    [
      'Open',
      'Quoted',
      'Service done',
      'Finished',
      'Not approved',
      'Approved',
      'In progress',
      'Cancelled',
    ],
  ],
  noStatus: ['Sem situação', 'No status'],
  tags: ['Marcadores', 'Tags'],
  tag: ['Marcador #', 'Tag #'],
  addTag: ['Mais um marcador', 'One more tag'],
  removeTag: ['Tirar este marcador', 'Remove this tag'],
  idMissing: ['Digite o número, só com algarismos.', 'Type the number, digits only.'],
  will: ['O que vai acontecer', 'What will happen'],
  does: {
    'set-status': ['A ordem de serviço # passa a “#”.', 'Service order # becomes “#”.'],
    'add-tags': `A ordem de serviço # ganha #; os marcadores que ela já tem ficam.
      Service order # gets #; its other tags stay.`,
    'replace-tags': `A ordem de serviço # fica só com #; os outros marcadores somem.
      Service order # keeps # only; its other tags are removed.`,
    'delete-tags': `A ordem de serviço # perde todos os marcadores.
      Service order # loses all its tags.`,
    'generate-invoice': `O ERP gera uma nota fiscal para a ordem de serviço #. A Doca não tem como desfazer.
      The ERP generates an invoice for service order #. Doca has no way to undo it.`,
    'generate-sale': `O ERP gera uma venda a partir do orçamento #. A Doca não tem como desfazer.
      The ERP generates a sale from quote #. Doca has no way to undo it.`,
    'reverse-accounts': [
      'O ERP estorna as contas lançadas pela nota #. Ele recusa se não houver contas, se elas vierem da origem ou se alguma já estiver paga.',
      'The ERP reverses the accounts posted by invoice #. It refuses if there are none, if the origin posted them, or if one is settled.',
    ],
  },
  confirm: ['Confirmar: #', 'Confirm: #'],
  sending: ['Enviando ao ERP…', 'Sending to the ERP…'],
  done: ['O ERP aceitou.', 'The ERP accepted it.'],
  invoiceMade: ['Nota fiscal #, série #.', 'Invoice #, series #.'],
  saleMade: ['Venda #.', 'Sale #.'],
  another: ['Outro número', 'Another number'],
  madeBefore: ['Este número já tem:', 'It was already made for this number:'],
  perhapsMade: `Já foi pedido, e a resposta do ERP se perdeu: confira no ERP se foi gerado.
    It was requested before, and the ERP's answer was lost: check in the ERP whether it was made.`,
  makeAnother: ['Gerar outra mesmo assim', 'Generate another one anyway'],
} as const);
