import { hasLabel, isSettled, isStuck, type LabelSnapshot } from '#shared/domain/job.ts';
import { fail, failed, fault, isCancelled, ok, type Result } from '#shared/faults/faults.ts';
import { findPrinterName } from '#shared/label-route.ts';
import type { GroupingJob } from '../../dispatch/index.ts';
import { Serial } from '#shared/serial.ts';
import type { OpenedJob } from '../jobs/opened-job.ts';
import type { UnaskedPrinting } from './auto-print.ts';

/**
 * The labels that scans have sent for, in the order of the scans. Each is a print of its own, like
 * any other.
 */
export function createScanPrints({ settings, print, notice }: UnaskedPrinting) {
  const isOn = (): boolean => settings().printsOnScan;
  /** By printer: one that stands holds no label of another. */
  const turns = new Map<string | null, Serial>();
  const findTurn = (label: LabelSnapshot | undefined): Serial => {
    const printer = label === undefined ? null : findPrinterName(settings(), label);
    const turn = turns.get(printer) ?? new Serial();
    turns.set(printer, turn);
    return turn;
  };
  const underWay = new WeakMap<GroupingJob, Set<number>>();

  const follow = async (
    job: GroupingJob,
    id: number,
    work: Promise<Result<void>>,
  ): Promise<boolean> => {
    const ids = underWay.get(job) ?? new Set();
    underWay.set(job, ids.add(id));
    const ended = await job.hold(() => work.finally(() => ids.delete(id)));
    if (!ended.ok && !isCancelled(ended.fault)) notice(ended.fault);
    return ended.ok;
  };

  /** Prints this label in its turn, unless it was printed meanwhile by another way. */
  const start = ({ job }: OpenedJob, id: number): void => {
    const seen = job.find(id)?.label.timesPrinted;
    const isWanted = (): boolean => isOn() && job.find(id)?.label.timesPrinted === seen;
    /** Null while a print that was begun by another way goes on, perhaps on another printer. */
    const printNow = async (): Promise<Result<void> | null> => {
      if (job.overview().printing) return null;
      return isWanted() ? print(job, [id], isWanted, false) : ok();
    };
    const printInTurn = async (): Promise<Result<void>> => {
      const turn = findTurn(job.find(id)?.label);
      for (;;) {
        const printed = await turn.run(printNow);
        if (printed !== null) return printed;
        await waitForPrint(job);
      }
    };
    void follow(job, id, printInTurn());
  };

  return {
    start,
    startWhenHere(opened: OpenedJob, id: number): Promise<void> {
      return opened.job.hold(async () => {
        if (await follow(opened.job, id, fetchLabel(opened, id, isOn))) start(opened, id);
      });
    },
    isUnderWay: (job: GroupingJob, id: number): boolean => underWay.get(job)?.has(id) ?? false,
  };
}

/**
 * Resolves when this label is here: it is fetched before all others, and again if it had failed.
 */
async function fetchLabel(
  opened: OpenedJob,
  id: number,
  isOn: () => boolean,
): Promise<Result<void>> {
  const { job } = opened;
  const { promise, resolve } = Promise.withResolvers<Result<void>>();
  let isFetched = false;
  const inspect = (): void => {
    const label = job.find(id)?.label;
    if (!isOn() || label === undefined) resolve(fail('cancelled'));
    else if (hasLabel(label)) resolve(ok());
    else if (!isSettled(label)) {
      isFetched = true;
      job.labels.hurry(id);
    } else if (isFetched) resolve(failed(label.fault ?? fault('label-missing')));
  };
  const stop = job.subscribe(inspect);
  const before = job.find(id)?.label;
  const isFailed = before !== undefined && before.file !== 'panel' && isStuck(before);
  const begun = await opened.start(async (one) => {
    const ended = await (isFailed ? one.labels.retry([id]) : one.labels.collect());
    inspect();
    // Without a fault of its own, somebody has stopped the search.
    resolve(failed(job.find(id)?.label.fault ?? (ended.ok ? fault('cancelled') : ended.fault)));
    return ended;
  });
  if (!begun.ok) resolve(begun);
  return promise.finally(stop);
}

async function waitForPrint(job: GroupingJob): Promise<void> {
  while (job.overview().printing) {
    const changed = Promise.withResolvers<null>();
    await changed.promise.finally(job.subscribe(() => changed.resolve(null)));
  }
}
