import type { Handlers } from '#shared/contract/define.ts';
import type { RequestInput } from '#shared/contract/index.ts';
import type { importRequests, jobRequests } from '#shared/contract/job.ts';
import { ok } from '#shared/faults/faults.ts';
import { need, refuse } from '../../os/errors.ts';
import type { DeskParts } from '../parts/parts.ts';

export function makeJobHandlers({
  connection,
  once,
  options,
}: DeskParts): Handlers<typeof jobRequests> {
  return {
    'job.open': async ({ groupingId }) => {
      const { jobs, ahead } = await connection.awaitWorkspace();
      const opened = need(await jobs.open(groupingId));
      ahead.show(opened.job, groupingId);
      return opened.current();
    },
    'job.leave': async ({ groupingId }) => {
      const { ahead, jobs, room } = await connection.awaitWorkspace();
      const open = jobs.all().map(({ job }) => job.snapshot().grouping.id);
      const left = groupingId === null ? open : [groupingId];
      for (const id of left) ahead.hide(id);
      if (room.settings().printsOnScan) for (const id of left) ahead.keep(id);
      else await Promise.all(left.map((id) => jobs.leave(id)));
    },
    'job.collect': connection.onJob((opened) => opened.start((job) => job.labels.collect())),
    'job.cancel': connection.onJob(({ job }) => {
      job.cancel();
      return ok();
    }),
    'job.retry': connection.onJob((opened, { shipmentIds }) =>
      opened.start((job) => job.labels.retry(shipmentIds ?? undefined)),
    ),
    'job.accept': connection.onLabels((job, { shipmentIds }) => job.words.accept(shipmentIds)),
    'job.take-back': connection.onJob(({ job }, { shipmentIds }) =>
      job.words.takeBack(shipmentIds),
    ),
    'job.choose-pages': connection.onJob(({ job }, { shipmentIds, choice }) =>
      job.labels.choosePages(shipmentIds, choice),
    ),
    'job.accept-fewer': connection.onJob(({ job }, { shipmentIds }) =>
      job.words.acceptFewer(shipmentIds),
    ),
    'job.confirm': connection.onLabels((job, { shipmentIds }) => job.words.confirm(shipmentIds)),
    'job.correct': connection.onJob(
      async (opened, { shipmentId, grossWeightKg, trackingCode }, { room }) => {
        if (!room.settings().correctShipments) refuse('not allowed here');
        if (grossWeightKg === null && trackingCode === null) return ok();
        const correction = {
          ...(grossWeightKg !== null && { grossWeightKg }),
          ...(trackingCode !== null && { trackingCode }),
        };
        need(await opened.job.labels.correct(shipmentId, correction));
        opened.collectWanted();
        return ok();
      },
    ),
    'job.open-tracking': connection.onJob(async ({ job }, { shipmentId }) => {
      const entry = job.snapshot().shipments.find(({ shipment }) => shipment.id === shipmentId);
      const address = parseTrackingAddress(entry?.shipment.logistics?.trackingUrl ?? null);
      if (address === null) refuse('no https tracking address');
      await options.openExternal(address);
      return ok();
    }),
    'job.conclude': once(
      connection.onJob(({ job }, { beforeLabels, seen }, { room }) => {
        const may = seen.filter(({ kind }) => kind !== 'unchecked' || !room.settings().mustCheck);
        return job.conclusion.request({ beforeLabels, seen: may, mustBeChecked: true });
      }),
      ({ groupingId }) => groupingId,
    ),
    'job.resolve-conclusion': connection.onJob(({ job }, { concluded }) =>
      job.conclusion.resolve(concluded),
    ),
    'job.labels-anyway': connection.onJob((opened) =>
      opened.start((job) => job.conclusion.askAnyway()),
    ),
    'job.conclusion': connection.onJob(({ job }, { groupingId }, { journal }) => {
      const last = journal.past
        .events(job.company, groupingId)
        .findLast(({ kind, shipmentId }) => kind === 'concluded' && shipmentId === null);
      return ok(last ?? null);
    }),
  };
}

export function makeImportHandlers({
  connection,
  downloads,
  options,
}: DeskParts): Handlers<typeof importRequests> {
  const take = connection.onLabels((job, file: RequestInput<'import.take'>) =>
    job.labels.import(file),
  );
  return {
    'import.take': take,
    'import.offers': () => downloads.offered(),
    'import.take-offer': async ({ groupingId, id }) =>
      take({ groupingId, ...(await downloads.take(id)) }),
    'import.drop-offer': ({ id }) => downloads.drop(id),
    'import.put': connection.onLabels((job, { id, shipmentId }) =>
      job.labels.putImported(id, shipmentId),
    ),
    'import.show': connection.onJob(({ job }, { id }) => job.labels.showImported(id)),
    'import.panel': async ({ groupingId }) => {
      const panel = connection.findWorkspace()?.practice?.panel ?? refuse('there is no training');
      await options.openSignInPage(`${panel}${groupingId}`);
    },
    'import.dismiss': connection.onJob(({ job }) => job.labels.dismissImported()),
  };
}

const longestAddress = 2_000;

/**
 * Returns a tracking link that a browser may open: https, no password, of a sane length. Null
 * otherwise.
 */
export function parseTrackingAddress(raw: string | null): string | null {
  const url = raw === null || raw.length > longestAddress ? null : URL.parse(raw.trim());
  const isSafe = url?.protocol === 'https:' && url.username === '' && url.password === '';
  return isSafe ? url.href : null;
}
