import type { FaultKind } from './faults.ts';
import type { BothLanguages } from './languages.ts';
import type { KindAgainst } from './problems.ts';
import { completeInErp } from './words.ts';

const settleInvoice = `Separe o volume; se a venda vale, resolva a nota no ERP.
  Put the parcel aside; if the sale stands, settle the invoice in the ERP.`;
const lookAtInvoice = `Veja no ERP se a nota está autorizada, ou busque de novo.
  Look in the ERP whether the invoice is authorised, or fetch again.`;

/** The problem in a few words, alone or after a number: in patterns of the window's catalogue. */
export const problemNames = {
  forbidden: ['sem permissão no ERP', 'without permission in the ERP'],
  'sale-cancelled': `[pedido cancelado|pedidos cancelados]: NÃO ENVIE
    [order|orders] cancelled: DO NOT SHIP`,
  'invoice-cancelled': `[nota cancelada|notas canceladas]: NÃO ENVIE
    [invoice|invoices] cancelled: DO NOT SHIP`,
  'invoice-rejected': `[nota rejeitada|notas rejeitadas]: NÃO ENVIE
    [invoice|invoices] rejected: DO NOT SHIP`,
  'invoice-denied': `[nota denegada|notas denegadas]: NÃO ENVIE
    [invoice|invoices] denied: DO NOT SHIP`,
  'invoice-unauthorised': `[nota não autorizada|notas não autorizadas]
    [invoice|invoices] not authorised`,
  removed: `[saiu|saíram] do agrupamento: NÃO ENVIE
    left the grouping: DO NOT SHIP`,
  added: ['[entrou|entraram] no agrupamento', 'joined the grouping'],
  changed: `[etiqueta antiga|etiquetas antigas] no papel
    outdated [label|labels] on paper`,
  'label-of-another': `[etiqueta|etiquetas] de outra expedição
    [label|labels] of another shipment`,
  'label-many-pages': ['com páginas demais', 'with too many pages'],
  'printed-before': `[impressa|impressas] em outro agrupamento
    printed in another grouping`,
  unchecked: ['não [conferida|conferidas]', 'not checked'],
  failed: ['[etiqueta falhou|etiquetas falharam]', 'failed [label|labels]'],
  waiting: ['[etiqueta|etiquetas] por buscar', '[label|labels] to fetch'],
  'label-in-panel': `[etiqueta|etiquetas] que o ERP não fornece
    [label|labels] that the ERP does not provide`,
  unprinted: ['[etiqueta não impressa|etiquetas não impressas]', '[label|labels] not printed'],
  'fewer-labels': ['com menos etiquetas do que volumes', 'with fewer labels than parcels'],
  'floor-busy': ['em outra bancada', 'at another station'],
  accepted: ['[segue|seguem] sem etiqueta da Doca', "[goes|go] without Doca's label"],
  staying: ['[fica|ficam] aqui', '[stays|stay] here'],
  'no-label': ['sem etiqueta', 'no label'],
  unsure: ['esta nota é a sua?', 'is this invoice yours?'],
  named: ['é este o volume?', 'is it this parcel?'],
} as const satisfies Readonly<
  Record<KindAgainst<'conclusion'> | KindAgainst<'check'>, BothLanguages>
>;

type OwnKind = Exclude<KindAgainst<'leaving'>, FaultKind>;

/** `what` is the name, if there is no other. Problems that are faults too have their words. */
export const problemWords = {
  'sale-cancelled.next': `Separe o volume e siga sem a etiqueta.
    Put the parcel aside and continue without its label.`,
  'invoice-cancelled.next': settleInvoice,
  'invoice-rejected.next': settleInvoice,
  'invoice-denied.next': settleInvoice,
  'trouble.what': ['Há um aviso neste agrupamento.', 'There is a notice on this grouping.'],
  'trouble.next': ['Leia-o no alto da tela.', 'Read it at the top of the screen.'],
  'cutoff.what': `No ritmo atual, as etiquetas não ficam prontas até o horário-limite da transportadora.
    At this pace the labels will not be done by the carrier's cutoff.`,
  'cutoff.next': `Imprima já as que estão prontas, ou combine outra coleta.
    Print those that are ready now, or arrange another pick-up.`,
  'removed.next': ['Separe o volume.', 'Put the parcel aside.'],
  'added.next': [
    'Busque a etiqueta, ou conclua sem ela.',
    'Fetch its label, or conclude without it.',
  ],
  'changed.next': [
    'Busque a nova e troque a do volume.',
    'Fetch the new one and replace the one on the parcel.',
  ],
  'invoice-unknown.what': `A nota está no ERP em uma situação que a Doca não conhece.
    The ERP gives the invoice a status that Doca does not know.`,
  'invoice-unknown.next': lookAtInvoice,
  'invoice-unread.what': `O ERP não disse a situação desta nota: ela pode ter sido cancelada ou excluída.
    The ERP did not say this invoice's status: it may have been cancelled or deleted.`,
  'invoice-unread.next': lookAtInvoice,
  'no-invoice.what': `Sem nota fiscal: desde 6 de abril de 2026 precisa de DC-e, e a Doca não conhece nenhuma.
    No invoice: since 6 April 2026 it needs a DC-e, and Doca knows of none.`,
  'no-invoice.next': `O serviço da forma de envio a emite após a conclusão; imprima a DACE na tela do ERP.
    The shipping method's service issues it at the conclusion; print its DACE from the ERP.`,
  'no-recipient.what': ['Sem destinatário no ERP.', 'The ERP does not say who it is for.'],
  'no-recipient.next': completeInErp,
  'no-postal-code.what': `Falta o CEP do destinatário, que os Correios exigem.
    The recipient's postal code is missing, which Correios want.`,
  'no-postal-code.next': completeInErp,
  'no-weight.what': [
    'Falta o peso, que os Correios exigem.',
    'The weight is missing, which Correios want.',
  ],
  'no-weight.next': completeInErp,
  'label-outlived.what': `A etiqueta é mais antiga do que a transportadora aceita.
    The label is older than the carrier accepts.`,
  'label-outlived.next': [
    'Faça uma nova no ERP e busque de novo.',
    'Make a new one in the ERP and fetch it again.',
  ],
  'failed.next': ['Busque de novo, ou siga sem ela.', 'Fetch it again, or continue without it.'],
  'waiting.next': [
    'Busque, ou espere: chegam uma a uma.',
    'Fetch it, or wait: they come one by one.',
  ],
  'unprinted.next': [
    'Imprima, ou diga que o volume segue assim.',
    'Print it, or say that the parcel goes as it is.',
  ],
  'under-way.what': ['O trabalho ainda não terminou.', 'The work is not done yet.'],
  'under-way.next': [
    'O próximo passo está no botão grande.',
    'The large button has the next step.',
  ],
  'unread.what': `A lista não foi lida no ERP nos últimos minutos.
    The list was not read from the ERP in the last minutes.`,
  'unread.next': ['A Doca a lê de novo sozinha.', 'Doca reads it again by itself.'],
  'accepted.next': ['Você aceitou que vão assim.', 'You accepted this.'],
  'staying.next': [
    'Você as separou: não estão no romaneio.',
    'You put them aside: they are not on the manifest.',
  ],
  'no-label.next': [
    'A Doca não a tem: confirme se o volume segue assim.',
    'Doca does not have it: check whether the parcel goes without one.',
  ],
  'unsure.next': `O número é o desta nota, mas pode ser também o de outro volume. Compare o destinatário.
    The number is this invoice’s, but it may be another parcel’s too. Compare the recipient.`,
  'named.next': `Compare o destinatário na etiqueta.
    Compare the recipient on the label.`,
} as const satisfies Readonly<
  Record<string, BothLanguages> &
    Record<`${OwnKind}.next`, BothLanguages> &
    Record<`${Exclude<OwnKind, keyof typeof problemNames>}.what`, BothLanguages>
>;
