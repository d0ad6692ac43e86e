import type {
  Bridge,
  Fault,
  JobChange,
  JobRef,
  RequestAnswer,
  RequestChannel,
  RequestInput,
  Requests,
  Result,
} from '../../shared/index.ts';
import { applyChange, openModel, ProgressMeter } from './job-model.ts';
import { countScanned } from './parcels.ts';
import type { JobHead, JobModel } from './job-model.ts';
import { GoingWithout } from './going-without.svelte.ts';
import { JobView } from './job-view.svelte.ts';
import { addTotals, countSettled, isCollecting, noTallies } from '../../shared/index.ts';
import type { ScanAnswer, ShipmentSnapshot } from '../../shared/index.ts';

type JobAction = { [C in RequestChannel]: RequestInput<C> extends JobRef ? C : never }[RequestChannel];
type ActionInput<C extends JobAction> = Omit<RequestInput<C>, 'groupingId'>;

/** One grouping's job from main. Nothing is decided here: requests go out, changes come in. */
export class JobStore {
  readonly groupingId: number;
  readonly #bridge: Bridge;
  #model: JobModel | null = null;
  /** Changes that came while the whole job was being read. */
  #early: JobChange[] = [];
  #reading = false;
  readonly meter = new ProgressMeter();
  readonly view = new JobView(this);
  readonly without = new GoingWithout(this);

  status = $state<'opening' | 'open' | 'failed'>('opening');
  openFault = $state.raw<Fault | null>(null);
  head = $state.raw<JobHead | null>(null);
  /** Counts every change; reading it makes a derivation follow the rows. */
  version = $state(0);
  /** Counts only changes after which any row may be another. */
  wholeVersion = $state(0);
  /** The fault of the last action, until the next one. */
  actionFault = $state.raw<Fault | null>(null);
  /** The action under way, if there is one. */
  busy = $state<JobAction | null>(null);
  /** The last scans of the Check screen, newest first: they survive leaving it. */
  scans = $state.raw<readonly ScanAnswer[]>([]);
  /** A parcel that was scanned elsewhere: the Check screen takes it when it opens. */
  scanToTake: string | null = null;
  /** The last parcel was checked a moment ago, and the settings say to conclude then; the Conclude screen takes it. */
  concludeAtOnce = false;

  readonly tallies = $derived(this.head?.tallies ?? noTallies);
  readonly step = $derived(this.head?.step ?? null);
  /** The number of scanned parcels. */
  readonly scanned = $derived(countScanned(this.rows));
  readonly totals = $derived.by(() => {
    this.#follow('whole');
    return addTotals((this.#model?.rows ?? []).map(({ shipment }) => shipment));
  });

  constructor(bridge: Bridge, groupingId: number) {
    this.#bridge = bridge;
    this.groupingId = groupingId;
  }

  /** By list position; follows every change. */
  get rows(): readonly ShipmentSnapshot[] {
    this.#follow('every');
    return this.#model?.rows ?? [];
  }

  /** The same rows, for derivations independent of labels and checks: followed only when all of them change. */
  get stableRows(): readonly ShipmentSnapshot[] {
    this.#follow('whole');
    return this.#model?.rows ?? [];
  }

  findRow(shipmentId: number): ShipmentSnapshot | null {
    return this.rows.find(({ shipment }) => shipment.id === shipmentId) ?? null;
  }

  /** Opens the job, or reads it again. */
  async read(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    const answer = await this.#bridge.request('job.open', { groupingId: this.groupingId });
    // From here on the packer waits for this window alone: the benchmark counts from this mark.
    performance.mark('job-data');
    this.#reading = false;
    const early = this.#early;
    this.#early = [];
    if (!answer.ok) {
      this.openFault = answer.fault;
      this.status = 'failed';
      return;
    }
    this.openFault = null;
    this.#take(openModel(answer.value), true);
    this.status = 'open';
    for (const change of early) this.change(change);
  }

  change(change: JobChange): void {
    if (change.groupingId !== this.groupingId) return;
    if (this.#reading || this.#model === null) {
      this.#early.push(change);
      return;
    }
    const applied = applyChange(this.#model, change);
    if (applied.outcome === 'applied') this.#take(applied.model, applied.whole);
    else if (applied.outcome === 'missed') void this.read();
  }

  /** Sends one action; its fault, if any, is kept for the screen. */
  async act<C extends JobAction>(
    channel: C,
    ...[input]: keyof ActionInput<C> extends never ? [] : [ActionInput<C>]
  ): Promise<RequestAnswer<C>> {
    this.busy = channel;
    this.actionFault = null;
    const whole = { groupingId: this.groupingId, ...input };
    const answer = await this.#bridge.request(channel, ...([whole] as unknown as Parameters<Requests[C]>));
    this.busy = null;
    const result: Result<unknown> = answer;
    if (!result.ok) this.actionFault = result.fault;
    return answer;
  }

  readonly collecting = $derived(this.head !== null && isCollecting(this.head, this.tallies));

  /** No work is under way that closing would interrupt. */
  get idle(): boolean {
    const state = this.head?.state;
    return !this.collecting && this.busy === null && state !== 'printing' && state !== 'concluding';
  }

  #take(model: JobModel, whole: boolean): void {
    this.#model = model;
    this.head = model.head;
    this.version += 1;
    if (whole) this.wholeVersion += 1;
    if (['printing', 'concluding', 'concluded'].includes(model.head.state)) this.without.settle();
    const { head } = model;
    if (isCollecting(head, head.tallies)) this.meter.add(performance.now(), countSettled(head.tallies));
  }

  #follow(which: 'every' | 'whole'): number {
    return which === 'every' ? this.version : this.wholeVersion;
  }
}
