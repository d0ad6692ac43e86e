/**
 * A whole job in a process that may be killed at any moment. Every external effect is one line in
 * `effects.log`, written when it happens, so that the journal can be compared with the true events
 * afterwards.
 *
 * Usage: kill-child.ts <dir> <shipments> <conclude-was: yes|no> <print-was: yes|no> | hold <dir>
 */
import { readState } from '#shared/domain/job.ts';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { openGrouping } from '../../../src/main/dispatch/index.ts';
import type { LabelSlot, LabelStore, StoredLabel } from '../../../src/main/labels/index.ts';
import type { Printer } from '../../../src/main/printing/index.ts';
import { labelPaper } from '#shared/domain/labels.ts';
import { ok, type Result } from '#shared/faults/faults.ts';
import { FakeErp, groupingId, pass, shipments, unused } from './fakes.ts';
import { makeServices } from './services.ts';
import { openJournalIn } from '../../support/journal-in.ts';
import { printOn } from '../../support/print-on.ts';

const [dir = '', count = '1', concludeWas, printWas] = process.argv.slice(2);
const effect = (line: string): void => {
  appendFileSync(join(dir, 'effects.log'), `${line}\n`);
};

const labelDir = join(dir, 'labels');
mkdirSync(labelDir, { recursive: true });

const labels: LabelStore = {
  find: (slot) => Promise.resolve(storedAt(slot)),
  adopt: unused,
  hasAny: (slots) => Promise.resolve(slots.some((slot) => storedAt(slot) !== null)),
  download: async (slot, url): Promise<Result<StoredLabel>> => {
    if (storedAt(slot) !== null) effect(`again ${slot.shipmentId}`);
    await pass(4);
    const path = pathOf(slot);
    writeFileSync(`${path}.part`, url);
    renameSync(`${path}.part`, path);
    return ok(storedAt(slot)!);
  },
  discard: (slot) => {
    rmSync(pathOf(slot), { force: true });
    return Promise.resolve();
  },
};

const erp = new FakeErp(shipments(Number(count)));
erp.delayMs = 3;
erp.conclude = async () => {
  await pass(15);
  effect('conclude');
  await pass(15);
  return ok();
};

const printer: Printer = {
  name: 'paper',
  print: async ({ path }) => {
    await pass(15);
    effect(`print ${readFileSync(path, 'utf8').replaceAll('\n', ' ')}`);
    await pass(15);
    return ok('done');
  },
};

const opened = openJournalIn(dir);
for (const { kind } of opened.notices) effect(`notice ${kind}`);

const services = makeServices(dir, {
  erp,
  labels,
  openBook: () => ({
    warmUp: () => undefined,
    isLost: () => false,
    prepare: () =>
      Promise.resolve(
        ok({
          format: 'pdf',
          pages: 1,
          filePages: 1,
          croppedPages: 0,
          hasZpl: false,
          leftOut: [],
          isMended: false,
          kind: 'PDF',
          paper: labelPaper,
          isDrawn: true,
          looks: { sha256: '', findings: [] },
        } as const),
      ),
    draw: () => Promise.resolve(ok()),
    split: unused,
    drawDanfe: unused,
    writePdf: (entries, outPath) => {
      const text = entries.map(({ path }) => readFileSync(path, 'utf8')).join('\n');
      writeFileSync(outPath, text);
      return Promise.resolve(
        ok({
          path: outPath,
          bytes: text.length,
          pages: entries.length,
          entryPages: entries.map(() => 1),
        }),
      );
    },
    writePages: (_entries, outPath) => Promise.resolve(ok({ path: outPath, bytes: 0, pages: 0 })),
    writeZpl: (_entries, outPath) => Promise.resolve(ok({ path: outPath, bytes: 0, pages: 0 })),
    close: () => Promise.resolve(),
  }),
  journal: opened.journal,
});

const grouping = await openGrouping(services, groupingId);
if (!grouping.ok) throw new Error(grouping.fault.kind);
const job = grouping.value;
if (concludeWas === 'hold') {
  process.stdout.write('held\n');
  setInterval(() => undefined, 1000);
} else {
  process.stdout.write('begun\n');
  if (job.snapshot().state === 'conclusion-unknown')
    demand(job.conclusion.resolve(concludeWas === 'yes'));
  // The guard is written before the journal: killed between the two, it asks of a print that the
  // journal never saw.
  if (['print-unknown', 'paper-unknown'].includes(job.snapshot().fault?.kind ?? ''))
    demand(await job.prints.resolve(printWas === 'yes'));
  demand(await job.labels.collect());
  if (job.snapshot().shipments.some(({ label }) => readState(label) === 'ready'))
    demand(await printOn(job, printer));
  if (job.snapshot().state !== 'concluded') demand(await job.conclusion.request());
  await job.close();
  opened.journal.close();
}

function demand(result: Result<void>): void {
  if (!result.ok) throw new Error(`${result.fault.kind} ${result.fault.detail ?? ''}`);
}

function pathOf({ shipmentId, ordinal }: LabelSlot): string {
  return join(labelDir, `${shipmentId}-${ordinal}`);
}

function storedAt(slot: LabelSlot): StoredLabel | null {
  const path = pathOf(slot);
  if (!existsSync(path)) return null;
  const bytes = readFileSync(path);
  return {
    slot,
    path,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}
