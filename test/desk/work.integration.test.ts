import { tellState } from '../support/tell-state.ts';
import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterEach, describe, expect, it } from 'vitest';
import type { JobChange, OpenJob } from '#shared/contract/job.ts';
import type { PrintRequest } from '#shared/contract/print.ts';
import type { JobSnapshot } from '#shared/domain/job.ts';
import { describeWithTools } from '../support/tools.ts';
import {
  collectOn,
  type Connected,
  connectedWorkstation,
  isSettled,
  openWorkstation,
  printRequest,
  readHistory,
  valueOf,
} from './support/harness.ts';
import { see } from '../support/seen.ts';

let station: Connected;
afterEach(() => station.close());

const printer = 'PDF';
const everything = (at: Pick<Connected, 'ask'> = station): Promise<PrintRequest> =>
  printRequest(at, station.groupingId, 'all', { printer });

async function collected(
  options: Parameters<typeof connectedWorkstation>[0] = {},
): Promise<JobSnapshot> {
  station = await connectedWorkstation(options);
  return collectOn(station);
}

/** Returns the state of a window that opened the job and then only listened. */
function followed(start: OpenJob, changes: readonly JobChange[]): OpenJob {
  let { revision, snapshot } = start;
  for (const change of changes) {
    if (change.revision <= revision) continue;
    if (change.revision !== revision + 1)
      throw new Error(`revision ${change.revision} after ${revision}`);
    revision = change.revision;
    const changed = new Map(change.shipments.map((one) => [one.position, one]));
    snapshot = change.whole ?? {
      ...change.head,
      shipments: snapshot.shipments.map((one) => ({ ...one, ...changed.get(one.position) })),
    };
  }
  return { revision, snapshot };
}

const changesOf = ({ events }: Connected): JobChange[] =>
  events
    .filter(({ channel }) => channel === 'job.changed')
    .map(({ payload }) => payload as JobChange);

const rested = async ({ desk }: Connected): Promise<void> => {
  await expect.poll(() => desk.runningJobs(), { interval: 10 }).toBe(0);
};

const pagesOf = async (pdf: Uint8Array): Promise<number> =>
  (await PDFDocument.load(pdf)).getPageCount();

const pixelsOf = (pdf: Uint8Array): string =>
  execFileSync('pdftoppm', ['-r', '40', '-gray', '-'], { input: pdf, maxBuffer: 1 << 28 }).toString(
    'base64',
  );

describe('a grouping from scan to conclusion', () => {
  it('opens, collects, prints, checks, concludes, and is in the history', async () => {
    const job = await collected();
    const { ask, groupingId, sandbox, outDir } = station;
    expect(job.shipments.map(({ label }) => tellState(label))).toEqual(Array(6).fill('ready'));
    expect(valueOf(await ask('desk.list')).unfinished).toMatchObject([
      { groupingId, shipments: 6, ready: 6, printed: 0, checked: 0, concludedAtMs: null },
    ]);

    expect(valueOf(await ask('print.printers'))).toEqual([
      {
        name: printer,
        kind: 'file',
        isDefault: false,
        zplOnly: false,
        state: 'ready',
        conditions: [],
        reason: null,
      },
    ]);
    valueOf(await ask('print.start', await everything()));
    const [file] = await readdir(outDir);
    expect(await pagesOf(await readFile(join(outDir, file!)))).toBeGreaterThanOrEqual(6);

    const concluding = { groupingId, beforeLabels: false };
    const unchecked = { ok: false, fault: { kind: 'unchecked' } };
    expect(await ask('job.conclude', { ...concluding, seen: [] })).toMatchObject(unchecked);
    // If checking is mandatory, an acknowledgement does not replace it.
    valueOf(await ask('settings.change', { change: { mustCheck: true } }));
    expect(
      await ask('job.conclude', { ...concluding, seen: await see(ask, groupingId) }),
    ).toMatchObject(unchecked);
    expect(sandbox.conclusions(groupingId)).toBe(0);

    for (const [index, { shipment }] of job.shipments.entries()) {
      const tracking = shipment.logistics!.trackingCode!;
      const code = index % 2 === 0 || tracking === '' ? String(shipment.invoice!.number) : tracking;
      expect(
        valueOf(await ask('check.scan', { groupingId, code: ` ${code.toLowerCase()} ` })),
      ).toMatchObject({
        result: 'ok',
        shipmentId: shipment.id,
        recipient: shipment.recipient!.name,
        checked: index + 1,
        total: 6,
      });
    }
    const { grouping } = valueOf(await ask('job.open', { groupingId })).snapshot;
    const cutoffs = [{ method: grouping.shippingMethod!, time: '00:00' }];
    valueOf(await ask('settings.change', { change: { cutoffs } }));
    const past = { time: '00:00', isMissed: true };
    expect(valueOf(await ask('desk.list')).unfinished[0]!.cutoff).toMatchObject(past);
    valueOf(await ask('job.conclude', { ...concluding, seen: [] }));
    expect(sandbox.conclusions(groupingId)).toBe(1);
    const list = valueOf(await ask('desk.list'));
    expect(list.recent[0]!.cutoff).toBeNull();
    const { concludedAtMs: atMs } = list.recent[0]!;
    expect(valueOf(await ask('job.conclusion', { groupingId }))).toMatchObject({
      atMs,
      person: null,
      station: null,
    });
    expect(list.unfinished).toEqual([]);
    expect(list.recent).toMatchObject([{ groupingId, state: 'concluded', printed: 6, checked: 6 }]);
    expect(list.recent[0]!.concludedAtMs).toBeGreaterThan(Date.now() - 600_000);
    expect(list.today).toEqual({ labels: 6, parcels: 6, groupings: 1 });

    const code = job.shipments[3]!.shipment.logistics!.trackingCode!;
    expect(code).not.toBe('');
    const history = await readHistory(station, code);
    expect(history.map(({ kind }) => kind).sort()).toEqual([
      'checked',
      'collected',
      'concluded',
      'printed',
    ]);
    expect(history.find(({ kind }) => kind === 'printed')).toMatchObject({
      groupingId,
      trackingCode: code,
    });

    const again = await ask('job.conclude', {
      groupingId,
      beforeLabels: false,
      seen: await see(ask, groupingId),
    });
    expect(again.ok || again.fault.kind === 'already-concluded').toBe(true);
    expect(sandbox.conclusions(groupingId)).toBe(1);
  });

  it('sends a listening window all the data that it needs, in few messages', async () => {
    station = await connectedWorkstation({ shipments: 40, formats: ['pdf'] });
    const { ask, groupingId } = station;
    const start = valueOf(await ask('job.open', { groupingId }));
    await station.until(groupingId, isSettled);
    valueOf(await ask('print.start', await everything()));
    valueOf(await ask('check.undo', { groupingId }));
    const look = async () => valueOf(await ask('job.open', { groupingId }));
    const now = await look();
    // A change is published a moment after it was made. The number of sent requests counts without
    // being a change.
    const seen = () => followed(start, changesOf(station));
    await expect
      .poll(() => ({ ...seen().snapshot, requests: 0 }))
      .toEqual({ ...now.snapshot, requests: 0 });
    expect(seen().revision).toBe((await look()).revision);
    const changes = changesOf(station);
    const labelChanges = changes.reduce((sum, change) => sum + change.shipments.length, 0);
    expect(changes.every(({ whole }) => whole === null)).toBe(true);
    expect(labelChanges).toBeLessThan(40 * changes.length);
    expect(now.snapshot).not.toHaveProperty('pdfPath');
  });

  it('is opened once however often and fast it is requested', async () => {
    station = await connectedWorkstation();
    const { ask, groupingId, sandbox } = station;
    const opened = await Promise.all([1, 2, 3].map(() => ask('job.open', { groupingId })));
    for (const one of opened) expect(valueOf(one).snapshot.grouping.id).toBe(groupingId);
    await station.until(groupingId, isSettled);
    const reads = sandbox.requests.filter(({ path }) => path.endsWith(`/expedicao/${groupingId}`));
    expect(reads).toHaveLength(1);
    for (let place = 0; place < 6; place++) expect(sandbox.downloads(groupingId, place)).toBe(1);
  });

  it('is refused to a second window, and opens there when the first closes it', async () => {
    await collected();
    const { ask, groupingId, home, tokens } = station;
    const second = await openWorkstation(home, tokens);
    expect(await second.ask('job.open', { groupingId })).toMatchObject({
      fault: { kind: 'already-open' },
    });
    valueOf(await ask('job.leave', { groupingId }));
    expect(valueOf(await second.ask('job.open', { groupingId })).snapshot.shipments).toHaveLength(
      6,
    );
    expect(await ask('job.collect', { groupingId })).toMatchObject({
      fault: { kind: 'invalid-input' },
    });
    await second.close();
  });

  it('goes on after a restart without downloading anything again', async () => {
    await collected();
    const { groupingId, home, tokens, sandbox } = station;
    valueOf(await station.ask('check.scan', { groupingId, code: '' }));
    await station.desk.close();
    const next = await openWorkstation(home, tokens);
    const reopened = await next
      .until(groupingId, isSettled)
      .then(() => next.ask('job.open', { groupingId }));
    expect(
      valueOf(reopened).snapshot.shipments.every(({ label }) => tellState(label) === 'ready'),
    ).toBe(true);
    valueOf(await next.ask('print.start', await everything(next)));
    for (let place = 0; place < 6; place++) expect(sandbox.downloads(groupingId, place)).toBe(1);
    await next.close();
  });

  it('returns the ERP’s answer about an unknown grouping immediately', async () => {
    station = await connectedWorkstation();
    expect(await station.ask('job.open', { groupingId: 999_999 })).toMatchObject({
      fault: { kind: 'not-found' },
    });
    expect(await station.ask('job.accept', { groupingId: 999_999, shipmentIds: [] })).toMatchObject(
      { ok: false },
    );
  });
});

describe('labels that fail', () => {
  it('are retried by themselves, or accepted as missing', async () => {
    const job = await collected({ brokenLabels: 2, labelLess: 1, formats: ['pdf'] });
    const { ask, groupingId, sandbox } = station;
    const withState = (snapshot: JobSnapshot, state: string) =>
      snapshot.shipments
        .filter(({ label }) => tellState(label) === state)
        .map(({ shipment }) => shipment.id);
    expect(withState(job, 'failed')).toHaveLength(2);
    expect(withState(job, 'panel')).toHaveLength(1);
    const { unfinished, unfinishedTotal } = valueOf(await ask('desk.list'));
    expect(unfinished).toMatchObject([{ failed: 2, retryable: 2, without: 1, accepted: 0 }]);
    expect(unfinishedTotal).toBe(1);

    const before = sandbox.requests.length;
    valueOf(await ask('job.retry', { groupingId, shipmentIds: [withState(job, 'failed')[0]!] }));
    await rested(station);
    const asked = sandbox.requests
      .slice(before)
      .filter(({ host, path }) => host === 'erp' && path.endsWith('/etiquetas'));
    expect(new Set(asked.map(({ path }) => path)).size).toBe(1);

    valueOf(await ask('print.start', await everything()));
    const concluded = await ask('job.conclude', {
      groupingId,
      beforeLabels: false,
      seen: await see(ask, groupingId),
    });
    expect(concluded).toMatchObject({ fault: { kind: 'not-ready' } });
    expect(sandbox.conclusions(groupingId)).toBe(0);
    valueOf(
      await ask('job.accept', {
        groupingId,
        shipmentIds: [...withState(job, 'failed'), ...withState(job, 'panel')],
      }),
    );
    valueOf(
      await ask('job.conclude', {
        groupingId,
        beforeLabels: false,
        seen: await see(ask, groupingId),
      }),
    );
    expect(sandbox.conclusions(groupingId)).toBe(1);
  });

  it('come after the conclusion if the ERP sends them only then', async () => {
    const job = await collected({ labelsAfterConclusion: true, formats: ['pdf'] });
    const { ask, groupingId } = station;
    expect(job.labelsAfterConclusion).toBe(true);
    valueOf(
      await ask('job.conclude', {
        groupingId,
        beforeLabels: true,
        seen: await see(ask, groupingId),
      }),
    );
    const done = await station.until(groupingId, (now) =>
      now.shipments.every(({ label }) => tellState(label) === 'ready'),
    );
    expect(done.state).toBe('concluded');
  });

  it('come after the conclusion if the packer chose it for the shipping method, whatever the ERP says', async () => {
    station = await connectedWorkstation({ shipments: 2, formats: ['pdf'] });
    const { ask, groupingId, sandbox } = station;
    const body = JSON.stringify({ mensagem: 'Etiqueta indisponível' });
    const give = sandbox.inject({ on: 'etiquetas', fault: { type: 'status', status: 400, body } });
    valueOf(await ask('job.open', { groupingId }));
    const refused = await station.until(groupingId, isSettled);
    expect(refused.labelsAfterConclusion).toBe(false);
    const { shippingMethod } = refused.grouping;
    valueOf(await ask('settings.change', { change: { concludeFirst: [shippingMethod!] } }));
    valueOf(
      await ask('job.retry', { groupingId, shipmentIds: [refused.shipments[0]!.shipment.id] }),
    );
    await station.until(groupingId, ({ labelsAfterConclusion }) => labelsAfterConclusion);
    expect(sandbox.conclusions(groupingId)).toBe(0);
    give();
    valueOf(
      await ask('job.conclude', {
        groupingId,
        beforeLabels: true,
        seen: await see(ask, groupingId),
      }),
    );
    const done = await station.until(groupingId, (now) =>
      now.shipments.every(({ label }) => tellState(label) === 'ready'),
    );
    expect(done.state).toBe('concluded');
  });

  it('are not collected further after a cancellation, and resume on request', async () => {
    station = await connectedWorkstation({ shipments: 12, formats: ['pdf'] });
    const { ask, groupingId, desk, sandbox } = station;
    const stalled = Array.from({ length: 6 }, (_, index) =>
      sandbox.inject({ on: 'etiquetas', shipment: index + 6, fault: { type: 'stall' } }),
    );
    valueOf(await ask('job.open', { groupingId }));
    await station.until(groupingId, ({ shipments }) =>
      shipments.some(({ label }) => tellState(label) === 'ready'),
    );
    expect(desk.runningJobs()).toBe(1);
    valueOf(await ask('job.cancel', { groupingId }));
    await rested(station);
    const stopped = valueOf(await ask('job.open', { groupingId })).snapshot;
    expect(stopped.state).not.toBe('collecting');
    expect(isSettled(stopped)).toBe(false);
    for (const free of stalled) free();
    valueOf(await ask('job.collect', { groupingId }));
    const done = await station.until(groupingId, isSettled);
    expect(done.shipments.every(({ label }) => tellState(label) === 'ready')).toBe(true);
  });
});

describe('concluding', () => {
  it('happens once for a double click', async () => {
    await collected({ latencyMs: 30, formats: ['pdf'] });
    const { ask, groupingId, sandbox } = station;
    valueOf(await ask('print.start', await everything()));
    const seen = await see(ask, groupingId);
    const conclude = () => ask('job.conclude', { groupingId, beforeLabels: false, seen });
    const answers = await Promise.all([conclude(), conclude(), conclude()]);
    for (const answer of answers) valueOf(answer);
    const posts = sandbox.requests.filter(({ path }) => path.endsWith('/concluir'));
    expect(posts).toHaveLength(1);
  });

  it('shows the ERP’s changes since the print, and goes on after the packer’s decision', async () => {
    await collected({ formats: ['pdf'] });
    const { ask, groupingId, sandbox } = station;
    valueOf(await ask('print.start', await everything()));
    sandbox.addShipment(groupingId);
    sandbox.removeShipment(groupingId, 0);
    const refused = await ask('job.conclude', {
      groupingId,
      beforeLabels: false,
      seen: await see(ask, groupingId),
    });
    expect(refused).toMatchObject({ fault: { kind: 'grouping-changed' } });
    const { difference } = valueOf(await ask('job.open', { groupingId })).snapshot;
    expect([difference?.added.length, difference?.removed.length]).toEqual([1, 1]);
    await expect.poll(() => changesOf(station).some(({ whole }) => whole !== null)).toBe(true);
    valueOf(
      await ask('job.conclude', {
        groupingId,
        beforeLabels: false,
        seen: await see(ask, groupingId, 'added', 'removed', 'changed'),
      }),
    );
    expect(sandbox.conclusions(groupingId)).toBe(1);
  });

  it('asks the packer if the answer was lost, and never repeats the request by itself', async () => {
    await collected({ formats: ['pdf'] });
    const { ask, groupingId, sandbox } = station;
    valueOf(await ask('print.start', await everything()));
    sandbox.inject({ on: 'concluir', times: 1, fault: { type: 'cut-after' } });
    expect(
      (
        await ask('job.conclude', {
          groupingId,
          beforeLabels: false,
          seen: await see(ask, groupingId),
        })
      ).ok,
    ).toBe(false);
    expect(valueOf(await ask('job.open', { groupingId })).snapshot.state).toBe(
      'conclusion-unknown',
    );
    expect(
      (
        await ask('job.conclude', {
          groupingId,
          beforeLabels: false,
          seen: await see(ask, groupingId),
        })
      ).ok,
    ).toBe(false);
    valueOf(await ask('job.resolve-conclusion', { groupingId, concluded: true }));
    expect(valueOf(await ask('job.open', { groupingId })).snapshot.state).toBe('concluded');
    expect(sandbox.conclusions(groupingId)).toBe(1);
  });
});

describe('printing', () => {
  it('prints labels that arrived meanwhile, right after the print before it', async () => {
    await collected({ formats: ['pdf'] });
    const { ask, groupingId, sandbox } = station;
    const rest = () => printRequest(station, groupingId, 'unprinted', { printer });
    valueOf(await ask('print.start', await rest()));
    sandbox.addShipment(groupingId);
    await ask('job.conclude', {
      groupingId,
      beforeLabels: false,
      seen: await see(ask, groupingId),
    });
    valueOf(await ask('job.collect', { groupingId }));
    await station.until(groupingId, isSettled);
    valueOf(await ask('print.start', await rest()));
    const { shipments } = valueOf(await ask('job.open', { groupingId })).snapshot;
    expect(shipments.map(({ label }) => label.timesPrinted)).toEqual(shipments.map(() => 1));
  });

  it('prints the requested labels, in list order, and counts them', async () => {
    const job = await collected({ formats: ['pdf'] });
    const { ask, groupingId, outDir } = station;
    const printedPositions = async () =>
      valueOf(await ask('job.open', { groupingId }))
        .snapshot.shipments.filter(({ label }) => label.timesPrinted > 0)
        .map(({ position }) => position);
    const print = (shipmentIds: readonly number[]) =>
      ask('print.start', { groupingId, printer, copies: 1, sheet: null, shipmentIds });
    const idAt = (position: number): number => job.shipments[position - 1]!.shipment.id;

    valueOf(await print([idAt(2), idAt(3)]));
    expect(await printedPositions()).toEqual([2, 3]);
    valueOf(await print([idAt(6)]));
    expect(await printedPositions()).toEqual([2, 3, 6]);
    valueOf(await print([idAt(1), idAt(4), idAt(5)]));
    expect(await printedPositions()).toEqual([1, 2, 3, 4, 5, 6]);
    const after = valueOf(await ask('job.open', { groupingId })).snapshot;
    expect(after.shipments.map(({ label }) => label.timesPrinted)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await print([99])).toMatchObject({ fault: { kind: 'invalid-input' } });
    expect(
      await ask('print.start', { ...(await everything()), printer: 'Elsewhere' }),
    ).toMatchObject({
      fault: { kind: 'printer-unavailable' },
    });
    expect(await readdir(outDir)).toHaveLength(3);
    expect(station.opened).toEqual([]);
  });

  it('prints once for a double click', async () => {
    await collected({ formats: ['pdf'] });
    const { ask, groupingId, outDir } = station;
    const request = await everything();
    const answers = await Promise.all([1, 2].map(() => ask('print.start', request)));
    for (const answer of answers) valueOf(answer);
    expect(await readdir(outDir)).toHaveLength(1);
    const { snapshot } = valueOf(await ask('job.open', { groupingId }));
    expect(snapshot.shipments.every(({ label }) => label.timesPrinted === 1)).toBe(true);
  });

  it('says of a label in a folder that it was saved, and opens the folder', async () => {
    await collected({ shipments: 1 });
    const { ask, groupingId, outDir, opened } = station;
    valueOf(await ask('print.start', await printRequest(station, groupingId, 'all', { printer })));
    const [row] = valueOf(await ask('job.open', { groupingId })).snapshot.shipments;
    expect(row!.label).toMatchObject({
      file: 'ready',
      block: null,
      timesPrinted: 1,
      isSaved: true,
    });
    const history = await readHistory(station, '');
    expect(history.find(({ kind }) => kind === 'printed')).toMatchObject({ printer: 'PDF' });
    valueOf(await ask('print.open-folder'));
    expect(opened).toEqual([outDir]);
  });

  describeWithTools(['pdftoppm'], 'a preview', () => {
    it('shows beforehand exactly the pages that come out', async () => {
      const job = await collected();
      const { ask, groupingId, outDir } = station;
      const request = await printRequest(station, groupingId, [2, 5], { printer });
      const preview = valueOf(await ask('print.preview', request));
      expect(valueOf(await ask('job.open', { groupingId })).snapshot.shipments).toEqual(
        job.shipments,
      );
      valueOf(await ask('print.start', request));
      const [file] = await readdir(outDir);
      expect(pixelsOf(preview)).toBe(pixelsOf(await readFile(join(outDir, file!))));
      const leftovers = await readdir(join(station.dataDir, 'prints'));
      expect(leftovers.filter((name) => name.includes('preview'))).toEqual([]);
    });
  });

  it('shows one label, and reports if there is none', async () => {
    const job = await collected({ shipments: 2, labelLess: 1, formats: ['png'] });
    const { ask, groupingId } = station;
    const idAt = (index: number) => job.shipments.at(index)!.shipment.id;
    expect(
      await pagesOf(valueOf(await ask('job.preview', { groupingId, shipmentId: idAt(0) }))),
    ).toBe(1);
    expect(await ask('job.preview', { groupingId, shipmentId: idAt(-1) })).toMatchObject({
      fault: { kind: 'not-ready' },
    });
    expect(await ask('job.preview', { groupingId, shipmentId: 1 })).toMatchObject({
      fault: { kind: 'invalid-input' },
    });
  });

  it('prints a test page of the label’s size', async () => {
    await collected({ shipments: 1 });
    const { ask, outDir } = station;
    expect(valueOf(await ask('print.test-page', { printer }))).toBe(outDir);
    // Under its final name, for a user who looks into the folder: no unfinished hidden file.
    expect(await readdir(outDir)).toEqual(['doca-test-page.pdf']);
    const [page] = (
      await PDFDocument.load(await readFile(join(outDir, 'doca-test-page.pdf')))
    ).getPages();
    expect(
      [page!.getWidth(), page!.getHeight()].map((points) => Math.round((points / 72) * 25.4)),
    ).toEqual([100, 150]);
    expect(await ask('print.test-page', { printer: 'x' })).toMatchObject({
      fault: { kind: 'printer-unavailable' },
    });
  });
});
