import type { TestCups } from '../support/cups.ts';
import type { Break } from './harm/breaks.ts';
import type { DiskWay } from './harm/disk.ts';

/** Shared by all jobs of a campaign. */
export interface Tools {
  readonly tmp: string;
  readonly compileCache: string;
  /** Null if this machine has no print service to start. */
  readonly cups: TestCups | null;
  /** Each job prints, in place of one in five. */
  readonly onlyPaper: boolean;
  /** The first scenario of each job is one whose name begins so; '': any. */
  readonly first: string;
  readonly diskWay: DiskWay;
  readonly broken: Break | null;
}

/** A folder of label files that the packer has: own labels, and others' that look like them. */
export interface Panel {
  readonly scenario: string;
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** Each is on one label of others, and on nothing else. */
  readonly marks: readonly string[];
  /** The codes of the own labels, by shipment. */
  readonly own: ReadonlyMap<number, string>;
}

export interface Counts {
  runs: number;
  kills: number;
  stops: number;
  jumps: number;
  fullDisks: number;
  damages: number;
  litter: number;
  pairs: number;
  accounts: number;
}

/** Counts that must be zero. */
export interface Figures {
  /** Requests to conclude that were not asked for. */
  readonly conclusions: number;
  /** Printed labels beyond the requested copies, and strangers'. */
  readonly labels: number;
  /** Sentences that were not true. */
  readonly sentences: number;
}

export interface JobReport {
  readonly seed: number;
  readonly figures: Figures;
  readonly counts: Readonly<Counts>;
  /** Scenarios that really struck. */
  readonly met: readonly string[];
  readonly untrue: readonly string[];
  /** How the job ended. */
  readonly end: string;
  /** The events, run by run. */
  readonly log: readonly string[];
  /** Labels that a printer which died had taken, and that its spooler calls printed. */
  readonly lostByPrinter: number;
}
