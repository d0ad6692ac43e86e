import type { BenchStep } from '../domain/bench.ts';
import { nothing, takes } from './define.ts';

export const benchRequests = {
  /** Examines this workstation as the doctor does. Changes nothing. */
  'bench.look': takes(nothing()).gives<BenchLook>(),
  /** Writes the sheet about what was set up here. */
  'bench.sheet': takes(nothing()).gives(),
};

export interface BenchLook {
  readonly findings: readonly BenchFinding[];
  /** The test page's code, and the widths of its bars and spaces in modules, a bar first. */
  readonly code: { readonly text: string; readonly bars: readonly number[] };
}

/** One of the doctor's findings, in the settings' language, at the step that it belongs to. */
export interface BenchFinding {
  readonly step: BenchStep;
  readonly level: 'ok' | 'warn' | 'fail';
  readonly what: string;
  /** What to do; empty if nothing. */
  readonly next: string;
}
