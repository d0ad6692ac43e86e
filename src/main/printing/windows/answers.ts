import { z } from 'zod';
import type { PrinterCondition, PrinterDescription } from '../types.ts';

/** PowerShell writes flags as `Printing, Retained`. */
const flags = z.string().transform((text) =>
  text
    .split(',')
    .map((flag) => flag.trim())
    .filter((flag) => flag !== ''),
);

const listAnswer = z.object({
  default: z.string().nullable(),
  printers: z.array(
    z.object({
      name: z.string(),
      driver: z.string().nullable(),
      location: z.string().nullable(),
      status: flags,
      /** In hundredths of an inch. */
      papers: z.array(z.object({ name: z.string(), width: z.number(), height: z.number() })),
    }),
  ),
});

const stateAnswer = z.object({
  printer: z.object({ status: flags, driver: z.string().nullable() }).nullable(),
  jobs: z.array(
    z.object({
      id: z.number(),
      title: z.string().nullable(),
      status: flags,
      printed: z.number().nullable(),
      pages: z.number().nullable(),
    }),
  ),
});

const spoolAnswer = z.object({ jobId: z.number().nullable(), error: z.string().nullable() });

export type WindowsState = z.infer<typeof stateAnswer>;
export type WindowsJob = WindowsState['jobs'][number];
export type SpoolAnswer = z.infer<typeof spoolAnswer>;

export function parseState(answer: unknown): WindowsState | null {
  return stateAnswer.safeParse(answer).data ?? null;
}

export function parseSpool(answer: unknown): SpoolAnswer | null {
  return spoolAnswer.safeParse(answer).data ?? null;
}

export function parseList(answer: unknown): readonly PrinterDescription[] | null {
  const list = listAnswer.safeParse(answer).data;
  if (list === undefined) return null;
  return list.printers.map(({ name, driver, location, status, papers }) => {
    const conditions = readConditions(status);
    const busy = status.some((flag) => /^(?:Printing|Processing|Busy|IOActive)$/.test(flag));
    return {
      name,
      info: [driver, location].filter((text) => text !== null && text !== '').join(', ') || null,
      kind: 'system',
      isDefault: name === list.default,
      accepts: readAccepts(driver),
      state: conditions.length > 0 ? 'stopped' : busy ? 'printing' : 'ready',
      conditions,
      reason: conditions.length > 0 ? status.join(', ') : null,
      papers: papers.map((paper) => ({
        name: paper.name,
        widthMm: Math.round(paper.width * 2.54) / 10,
        heightMm: Math.round(paper.height * 2.54) / 10,
      })),
      anyPaper: !isRaw(driver),
    };
  });
}

/** The driver that only passes text on: PDF through it would print its pages as text. */
export function isRaw(driver: string | null): boolean {
  return /^Generic \/ Text Only$/i.test(driver ?? '');
}

function readAccepts(driver: string | null): PrinterDescription['accepts'] {
  if (isRaw(driver)) return ['zpl'];
  return /zebra|zdesigner|zpl/i.test(driver ?? '') ? ['pdf', 'zpl'] : ['pdf'];
}

const conditionOf: readonly (readonly [RegExp, PrinterCondition])[] = [
  [/^Paper(?:Out|Problem)$/, 'paper-out'],
  [/^NoToner$/, 'ribbon-out'],
  [/^DoorOpen$/, 'open'],
  [/^PaperJam$/, 'jam'],
  [/^Paused$/, 'paused'],
  [/^(?:Offline|NotAvailable|ServerUnknown)$/, 'offline'],
  [/^OutOfMemory$/, 'buffer-full'],
  [/^(?:Error|UserIntervention|Blocked|PendingDeletion)/, 'needs-attention'],
];

/** Of a printer's or a job's flags. */
export function readConditions(status: readonly string[]): readonly PrinterCondition[] {
  return conditionOf.filter(([pattern]) => status.some((flag) => pattern.test(flag))).map(([, condition]) => condition);
}
