import type { JobChange, OpenJob } from '#shared/contract/job.ts';
import type { JobSnapshot, ShipmentSnapshot } from '#shared/domain/job.ts';
import { type FiledSnapshot, type GroupingJob, leavingIntervalMs } from '../../dispatch/index.ts';
import { pauseUnlessAborted, type Clock } from '../../os/clock.ts';
import { throttle } from './throttle.ts';

export const feedIntervalMs = 50;

/**
 * Publishes a job's changes, numbered, at most one message per interval however fast the job
 * changes.
 */
export function startJobFeed(
  source: Pick<GroupingJob, 'subscribe'> & { snapshot(): JobSnapshot },
  clock: Clock,
  publish: (change: JobChange) => void,
  seen: (snapshot: JobSnapshot) => void = () => undefined,
) {
  const stopped = new AbortController();
  let published = source.snapshot();
  let revision = 1;

  const publishNow = () => {
    const now = source.snapshot();
    revision += 1;
    const change = compareSnapshots(published, now, revision);
    published = now;
    publish(change);
    seen(now);
  };

  /** Publishes pending changes, so that no answer comes before those that it is about. */
  const flush = () => {
    if (!stopped.signal.aborted && source.snapshot() !== published) publishNow();
  };

  const publishSoon = throttle(flush, feedIntervalMs, clock, stopped.signal);

  const unsubscribe = source.subscribe(publishSoon);
  void watchLight();
  seen(published);

  /** The light changes by itself, because a carrier's cutoff comes closer. */
  async function watchLight(): Promise<void> {
    const write = ({ problems }: JobSnapshot): string => JSON.stringify(problems);
    while (await pauseUnlessAborted(clock, leavingIntervalMs, stopped.signal)) {
      if (write(source.snapshot()) !== write(published)) publishNow();
      else seen(published);
    }
  }

  return {
    current: (): OpenJob => ({ revision, snapshot: hidePaths(source.snapshot()) }),
    flush,
    /** Publishes pending changes and stops. */
    stop() {
      flush();
      unsubscribe();
      stopped.abort();
    },
  };
}

/**
 * Returns the message for a window that has `before`. Unchanged objects are shared: identities are
 * compared.
 */
function compareSnapshots(before: JobSnapshot, after: JobSnapshot, revision: number): JobChange {
  const visible = hidePaths(after);
  const { shipments, ...head } = visible;
  const sameList =
    before.shipments.length === shipments.length &&
    shipments.every(({ position, shipment }, index) => {
      const known = before.shipments[index];
      return known?.position === position && known.shipment === shipment;
    });
  const changed = shipments.filter((entry, index) =>
    changing.some((key) => before.shipments[index]?.[key] !== entry[key]),
  );
  return {
    groupingId: after.grouping.id,
    revision,
    head,
    shipments: sameList ? changed.map(leaveShipmentOut) : [],
    whole: sameList ? null : visible,
  };
}

function leaveShipmentOut(entry: ShipmentSnapshot): JobChange['shipments'][number] {
  const { shipment: _, ...state } = entry;
  return state;
}

const changing = ['label', 'checkedAtMs', 'scannedVolumes', 'share'] as const;

function hidePaths(snapshot: JobSnapshot & Partial<FiledSnapshot>): JobSnapshot {
  const { pdfPath: _pdf, zplPath: _zpl, ...shown } = snapshot;
  return shown;
}
