/** The largest file of labels: some hundred with everything that they embed. */
export const mostImportBytes = 128 * 1024 * 1024;

/**
 * The evidence that a label from a file is a shipment's, strongest first: a tracking code, an invoice's key or number,
 * an order's number, the file's name, a person's word.
 */
export type NamedBy = 'tracking' | 'invoice' | 'order' | 'name' | 'person';

/** Why a label from a file is on no row. */
export type LeftReason =
  /** It names somebody, but no shipment of this grouping. */
  | 'stranger'
  /** Nothing on it says whose it is. */
  | 'unreadable'
  /** It names several shipments. */
  | 'several'
  /** Other labels name the same shipment, and it has fewer volumes than labels. */
  | 'rivals'
  /** It names its shipment by an invoice or an order, and shows another parcel's tracking code. */
  | 'other-code'
  /** Its row is another station's, or is being printed. */
  | 'closed'
  /** It cannot be printed, or is another row's label already. */
  | 'unusable';

/** A label from a file that a person may put on a row. */
export interface LeftLabel {
  readonly id: number;
  /** The name of the file. */
  readonly file: string;
  /** Its place in the file, from 1. */
  readonly place: number;
  readonly why: LeftReason;
  /** The first of its codes that a person can compare with the paper. */
  readonly code: string | null;
  /** The shipments that it names. */
  readonly shipmentIds: readonly number[];
}

/** What came of the files that were brought in since the packer last put this away. */
export interface LabelImport {
  /** The last file. */
  readonly file: string;
  readonly isReading: boolean;
  /** The labels that are on their rows. */
  readonly placed: number;
  /** Labels with the same bytes as their row's, or as one before them. */
  readonly same: number;
  readonly left: readonly LeftLabel[];
}
