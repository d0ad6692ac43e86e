import type { BothLanguages } from '../faults/languages.ts';

/** The largest file of labels: some hundred with everything that they embed. */
export const mostImportBytes = 128 * 1024 * 1024;

/** GIF is taken to be refused by its name; passed over, its label would only be missing. */
export const labelExtensions = 'zip zpl txt prn pdf png jpg jpeg gif'.split(' ');

/** A file that came into the watched folder. */
export interface OfferedFile {
  readonly id: number;
  readonly name: string;
}

/** Why a label from a file is on no row, in words for people. */
export const leftWords = {
  /** It names somebody, but no shipment of this grouping. */
  stranger: `É de outra expedição, fora deste agrupamento.
    It belongs to no shipment of this grouping.`,
  /** It has no text and no code. */
  unreadable: ['Nada nela diz de quem é.', 'Nothing on it says whose it is.'],
  several: ['Cita mais de uma expedição.', 'It names several shipments.'],
  /** The shipment has fewer volumes than labels. */
  rivals: `Há outra etiqueta diferente para a mesma expedição.
    There is another, different label for the same shipment.`,
  'other-code': `Cita o pedido ou a nota, mas com outro código de rastreio.
    It names the order or the invoice, but shows another tracking code.`,
  number: `Cita o número da nota ou do pedido, que outra empresa também pode ter. Se for desta linha, coloque-a.
    It shows the number of the invoice or the order, which another company can have too. If it is this row’s, put it there.`,
  replaces: `A linha já tem etiqueta. Para trocá-la por esta, coloque-a na linha.
    The row has a label already. To replace it with this one, put it on the row.`,
  paper: `Acompanha uma etiqueta que não está aqui, já foi impressa ou é menor.
    It goes with a label that is not here, is printed already or is smaller.`,
  closed: `A expedição está em outra bancada, ou sendo impressa agora.
    The shipment is at another station, or being printed now.`,
  unusable: `Não dá para imprimi-la, ou já é a etiqueta de outra linha.
    It cannot be printed, or is another row’s label already.`,
} as const satisfies Readonly<Record<string, BothLanguages>>;
export type LeftReason = keyof typeof leftWords;

/** A label from a file that a person may put on a row. */
export interface LeftLabel {
  readonly id: number;
  readonly file: string;
  /** Its place in the file, from 1. */
  readonly place: number;
  readonly why: LeftReason;
  /** The first of its codes that a person can compare with the paper. */
  readonly code: string | null;
  readonly shipmentIds: readonly number[];
}

/** The result of the files that were brought in since the packer last put this away. */
export interface LabelImport {
  readonly file: string;
  readonly isReading: boolean;
  readonly placed: number;
  /** Labels with the same bytes as their row's, or as one before them. */
  readonly same: number;
  readonly left: readonly LeftLabel[];
}
