import { faultText, type FaultText, type Language } from './fault-text.ts';

/**
 * All that may stand against a parcel's leaving, in display order. `red`: it must not leave, or the conclusion will be
 * refused; `amber`: a person has to see to it; `work`: amber too, and only what is still to be done.
 */
export const leavingKinds = {
  'grouping-empty': 'red',
  forbidden: 'red',
  'sale-cancelled': 'red',
  'invoice-cancelled': 'red',
  'invoice-rejected': 'red',
  'invoice-denied': 'red',
  'conclusion-refused': 'amber',
  cutoff: 'amber',
  'invoice-unauthorised': 'amber',
  'invoice-unknown': 'amber',
  'no-invoice': 'amber',
  'no-recipient': 'amber',
  'no-postal-code': 'amber',
  'no-weight': 'amber',
  'grouping-changed': 'amber',
  'label-outlived': 'amber',
  'label-of-another': 'amber',
  'label-many-pages': 'amber',
  'label-in-panel': 'amber',
  'not-ready': 'amber',
  'fewer-labels': 'amber',
  waiting: 'work',
  unprinted: 'work',
  unchecked: 'work',
} as const;
export type LeavingKind = keyof typeof leavingKinds;

/** One reason, with all shipments that it concerns; none if it concerns the grouping as a whole. */
export interface LeavingReason {
  readonly kind: LeavingKind;
  readonly shipmentIds: readonly number[];
  /** The carrier's time, or the shipping method whose service has to act; null if there is nothing to name. */
  readonly detail: string | null;
}

/** May the grouping leave? Green: nothing that is known stands against it. */
export interface Leaving {
  readonly tone: 'green' | 'amber' | 'red';
  readonly reasons: readonly LeavingReason[];
}

type Own = Readonly<Record<`${Exclude<LeavingKind, Told>}.${'what' | 'next'}`, string>>;

/** These are faults too, with the same words. */
const told = [
  ...(['grouping-empty', 'forbidden', 'conclusion-refused', 'invoice-unauthorised', 'grouping-changed'] as const),
  ...(['label-of-another', 'label-many-pages', 'label-in-panel', 'not-ready', 'fewer-labels', 'unchecked'] as const),
];
type Told = (typeof told)[number];

const ptBr: Own = {
  'sale-cancelled.what': 'NÃO ENVIE: o pedido foi cancelado.',
  'sale-cancelled.next': 'Separe o volume e siga sem a etiqueta.',
  'invoice-cancelled.what': 'NÃO ENVIE: a nota fiscal foi cancelada.',
  'invoice-cancelled.next': 'Separe o volume; se a venda vale, emita outra nota no ERP.',
  'invoice-rejected.what': 'NÃO ENVIE: a nota fiscal foi rejeitada.',
  'invoice-rejected.next': 'Corrija a nota no ERP, envie de novo e abra o agrupamento outra vez.',
  'invoice-denied.what': 'NÃO ENVIE: a nota fiscal foi denegada.',
  'invoice-denied.next': 'Separe o volume e fale com quem cuida das notas.',
  'cutoff.what': 'No ritmo atual, as etiquetas não ficam prontas até o horário-limite da transportadora.',
  'cutoff.next': 'Imprima já as que estão prontas, ou combine outra coleta.',
  'invoice-unknown.what': 'A nota está no ERP em uma situação que a Doca não conhece.',
  'invoice-unknown.next': 'Veja no ERP se a nota está autorizada.',
  'no-invoice.what': 'Sem nota fiscal: desde 6 de abril de 2026 precisa de DC-e, e a Doca não conhece nenhuma.',
  'no-invoice.next': 'O serviço da forma de envio a emite após a conclusão; imprima a DACE na tela do ERP.',
  'no-recipient.what': 'Sem destinatário no ERP.',
  'no-recipient.next': 'Complete o destinatário no ERP e abra o agrupamento de novo.',
  'no-postal-code.what': 'Falta o CEP do destinatário, que os Correios exigem.',
  'no-postal-code.next': 'Complete o endereço no ERP e abra o agrupamento de novo.',
  'no-weight.what': 'Falta o peso, que os Correios exigem.',
  'no-weight.next': 'Pese o volume, informe o peso no ERP e abra o agrupamento de novo.',
  'label-outlived.what': 'A etiqueta é mais antiga do que a transportadora aceita.',
  'label-outlived.next': 'Faça uma nova no ERP e busque de novo.',
  'waiting.what': 'A etiqueta ainda não veio do ERP.',
  'waiting.next': 'Busque, ou espere: chegam uma a uma.',
  'unprinted.what': 'A etiqueta ainda não está no papel.',
  'unprinted.next': 'Imprima, ou espere a bancada que a pegou.',
};

const en: Own = {
  'sale-cancelled.what': 'DO NOT SHIP: the order was cancelled.',
  'sale-cancelled.next': 'Put the parcel aside and continue without its label.',
  'invoice-cancelled.what': 'DO NOT SHIP: the invoice was cancelled.',
  'invoice-cancelled.next': 'Put the parcel aside; if the sale stands, issue another invoice in the ERP.',
  'invoice-rejected.what': 'DO NOT SHIP: the invoice was rejected.',
  'invoice-rejected.next': 'Correct the invoice in the ERP, send it again and open the grouping once more.',
  'invoice-denied.what': 'DO NOT SHIP: the invoice was denied.',
  'invoice-denied.next': 'Put the parcel aside and ask whoever handles your invoices.',
  'cutoff.what': "At this pace the labels will not be done by the carrier's cutoff.",
  'cutoff.next': 'Print those that are ready now, or arrange another pick-up.',
  'invoice-unknown.what': 'The ERP gives the invoice a status that Doca does not know.',
  'invoice-unknown.next': 'Look in the ERP whether the invoice is authorised.',
  'no-invoice.what': 'No invoice: since 6 April 2026 it needs a DC-e, and Doca knows of none.',
  'no-invoice.next': "The shipping method's service issues it at the conclusion; print its DACE from the ERP.",
  'no-recipient.what': 'The ERP does not say who it is for.',
  'no-recipient.next': 'Complete the recipient in the ERP and open the grouping again.',
  'no-postal-code.what': "The recipient's postal code is missing, which Correios want.",
  'no-postal-code.next': 'Complete the address in the ERP and open the grouping again.',
  'no-weight.what': 'The weight is missing, which Correios want.',
  'no-weight.next': 'Weigh the parcel, enter the weight in the ERP and open the grouping again.',
  'label-outlived.what': 'The label is older than the carrier accepts.',
  'label-outlived.next': 'Make a new one in the ERP and fetch it again.',
  'waiting.what': 'The label has not come from the ERP yet.',
  'waiting.next': 'Fetch it, or wait: they come one by one.',
  'unprinted.what': 'The label is not on paper yet.',
  'unprinted.next': 'Print it, or wait for the station that has it.',
};

const own: Readonly<Record<Language, Own>> = { 'pt-BR': ptBr, en };

/** Returns what a reason is and its next step; the detail, if there is one, stands before the words. */
export function leavingText({ kind, detail }: Pick<LeavingReason, 'kind' | 'detail'>, language: Language): FaultText {
  const { what, next } = isTold(kind)
    ? faultText(kind, language)
    : { what: own[language][`${kind}.what`], next: own[language][`${kind}.next`] };
  return { what: detail === null ? what : `${detail} · ${what}`, next };
}

/** Returns the reasons against this shipment that no fault and no step of the work says already. */
export function listOwnReasons(reasons: readonly LeavingReason[], shipmentId: number): readonly LeavingReason[] {
  return reasons.filter(
    ({ kind, shipmentIds }) => shipmentIds.includes(shipmentId) && !isTold(kind) && leavingKinds[kind] !== 'work',
  );
}

function isTold(kind: LeavingKind): kind is Told {
  return told.some((one) => one === kind);
}
