import type { Language } from './fault-text.ts';

/** What a workstation remembers. Never the token. */
export interface Settings {
  readonly language: Language;
  readonly theme: 'system' | 'light' | 'dark';
  readonly sounds: boolean;
  /** Days that label files and finished jobs are kept (LGPD). */
  readonly retentionDays: number;
  /** Which printer, by label kind; `null`: ask. */
  readonly printer: string | null;
  readonly copies: number;
  /** Labels in one spool job, so that a jam costs little; `null`: all in one. */
  readonly labelsPerJob: number | null;
  /** Labels on a sheet, or `null` for one label a page. */
  readonly perSheet: 2 | 4 | null;
  /** Column ids of the grouping table, in order. */
  readonly columns: readonly string[];
}

/** What IT can decide for a workstation: a packer sees it and cannot change it. */
export type LockedKey = 'erpAddress' | 'updates' | keyof Settings;

export const defaultSettings: Settings = {
  language: 'pt-BR',
  theme: 'system',
  sounds: true,
  retentionDays: 30,
  printer: null,
  copies: 1,
  labelsPerJob: 50,
  perSheet: null,
  columns: ['position', 'recipient', 'city', 'invoice', 'order', 'volume', 'tracking', 'label'],
};
