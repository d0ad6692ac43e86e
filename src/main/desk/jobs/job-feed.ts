import { basename } from 'node:path';
import type { JobChange, JobSnapshot, OpenJob, ShipmentSnapshot } from '../../../shared/index.ts';
import type { Clock } from '../../os/clock.ts';
import { throttle } from './throttle.ts';

/** Publishes a job's changes, numbered, at most one message per interval however fast the job changes. */
export interface JobFeed {
  current(): OpenJob;
  /** Publishes pending changes and stops. */
  stop(): void;
}

export const feedIntervalMs = 50;

interface Source {
  snapshot(): JobSnapshot;
  subscribe(listener: () => void): () => void;
}

export function startJobFeed(source: Source, clock: Clock, tell: (change: JobChange) => void): JobFeed {
  const stopped = new AbortController();
  let told = source.snapshot();
  let revision = 1;

  const tellNow = (): void => {
    const now = source.snapshot();
    revision += 1;
    const change = compareSnapshots(told, now, revision);
    told = now;
    tell(change);
  };

  const tellSoon = throttle(tellNow, feedIntervalMs, clock, stopped.signal);

  const unsubscribe = source.subscribe(tellSoon);

  return {
    current: () => ({ revision, snapshot: hidePaths(source.snapshot()) }),
    stop() {
      if (stopped.signal.aborted) return;
      unsubscribe();
      stopped.abort();
      if (source.snapshot() !== told) tellNow();
    },
  };
}

/**
 * Returns the message for a window that has `before`. Snapshots share unchanged objects, so comparing identities is
 * enough; if the list itself changed, the whole snapshot is sent.
 */
function compareSnapshots(before: JobSnapshot, after: JobSnapshot, revision: number): JobChange {
  const visible = hidePaths(after);
  const { shipments, ...head } = visible;
  const sameList =
    before.shipments.length === shipments.length &&
    shipments.every((entry, index) => isSamePlace(before.shipments[index], entry));
  return {
    groupingId: after.grouping.id,
    revision,
    head,
    shipments: sameList
      ? shipments
          .filter((entry, index) => !isSameState(before.shipments[index], entry))
          .map(({ position, label, checkedAtMs, scannedVolumes, share }) => ({
            position,
            label,
            checkedAtMs,
            scannedVolumes,
            share,
          }))
      : [],
    whole: sameList ? null : visible,
  };
}

/** The snapshot for the window: files by name, without the path to the user's folders. */
function hidePaths(snapshot: JobSnapshot): JobSnapshot {
  const { pdfPath, zplPath } = snapshot;
  return {
    ...snapshot,
    pdfPath: pdfPath === null ? null : basename(pdfPath),
    zplPath: zplPath === null ? null : basename(zplPath),
  };
}

function isSamePlace(before: ShipmentSnapshot | undefined, after: ShipmentSnapshot): boolean {
  return before === after || (before?.position === after.position && before.shipment === after.shipment);
}

function isSameState(before: ShipmentSnapshot | undefined, after: ShipmentSnapshot): boolean {
  if (before === after) return true;
  return (
    before?.label === after.label &&
    before.checkedAtMs === after.checkedAtMs &&
    before.scannedVolumes === after.scannedVolumes &&
    before.share === after.share
  );
}
