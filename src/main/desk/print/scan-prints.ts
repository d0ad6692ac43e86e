import { failed, fault, ok } from '../../../shared/index.ts';
import type { Fault, Result } from '../../../shared/index.ts';
import type { GroupingJob } from '../../dispatch/index.ts';
import { Serial } from '../../os/serial.ts';
import type { OpenedJob } from '../jobs/opened-job.ts';

/** Prints one label; `isWanted` is asked at the last moment. */
type PrintOne = (job: GroupingJob, shipmentId: number, isWanted: () => boolean) => Promise<Result<void>>;

/**
 * The labels that scans have sent for, printed one after the other in the order of the scans. Each is a print of its
 * own, so that it is claimed, recorded and asked about like any other.
 */
export class ScanPrints {
  readonly #isOn: () => boolean;
  readonly #print: PrintOne;
  readonly #notice: (fault: Fault) => void;
  readonly #turns = new Serial();
  readonly #underWay = new WeakMap<GroupingJob, Set<number>>();

  constructor(isOn: () => boolean, print: PrintOne, notice: (fault: Fault) => void) {
    this.#isOn = isOn;
    this.#print = print;
    this.#notice = notice;
  }

  isUnderWay(job: GroupingJob, shipmentId: number): boolean {
    return this.#underWay.get(job)?.has(shipmentId) ?? false;
  }

  /** Prints this label in its turn, unless it was printed meanwhile by another way. */
  start({ job }: OpenedJob, shipmentId: number): void {
    const seen = job.find(shipmentId)?.label.timesPrinted;
    const isWanted = (): boolean => this.#isOn() && job.find(shipmentId)?.label.timesPrinted === seen;
    const printed = this.#turns.run(async () => {
      await waitForPrint(job);
      return isWanted() ? this.#print(job, shipmentId, isWanted) : ok();
    });
    this.#follow(job, shipmentId, printed);
  }

  /** Prints this label as soon as it is here: it is fetched before all others, and again if it had failed. */
  startWhenHere(opened: OpenedJob, shipmentId: number): void {
    const { job } = opened;
    const { promise, resolve } = Promise.withResolvers<Result<void>>();
    let isFetched = false;
    const look = (): void => {
      const label = job.find(shipmentId)?.label;
      if (!this.#isOn() || label === undefined) resolve(failed(fault('cancelled')));
      else if (label.state === 'ready' || label.state === 'printed') resolve(ok());
      else if (label.state !== 'failed' && label.state !== 'none') {
        isFetched = true;
        job.hurry(shipmentId);
      } else if (isFetched) resolve(failed(label.fault ?? fault('label-missing')));
    };
    const stop = job.subscribe(look);
    const isFailed = job.find(shipmentId)?.label.state === 'failed';
    const fetching = opened.start(async (one) => {
      const ended = await (isFailed ? one.retry([shipmentId]) : one.collect());
      look();
      // Somebody has stopped the search.
      resolve(ended.ok ? failed(fault('cancelled')) : ended);
      return ended;
    });
    void fetching.then((begun) => (begun.ok ? undefined : resolve(begun)));
    this.#follow(job, shipmentId, promise.finally(stop), () => this.start(opened, shipmentId));
  }

  #follow(job: GroupingJob, shipmentId: number, work: Promise<Result<void>>, next?: () => void): void {
    const underWay = this.#underWay.get(job) ?? new Set();
    this.#underWay.set(job, underWay.add(shipmentId));
    const end = (result: Result<void>): void => {
      underWay.delete(shipmentId);
      if (!result.ok && result.fault.kind !== 'cancelled') this.#notice(result.fault);
      else if (result.ok) next?.();
    };
    work.then(end, () => end(failed(fault('internal', { detail: 'scan print' }))));
  }
}

/** Waits for a print of this grouping that was begun by another way. */
async function waitForPrint(job: GroupingJob): Promise<void> {
  while (job.glance().state === 'printing') {
    await new Promise<void>((resolve) => {
      const stop = job.subscribe(() => {
        stop();
        resolve();
      });
    });
  }
}
