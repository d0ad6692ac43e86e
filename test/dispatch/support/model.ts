/**
 * A job beside a model of its true events: the printed labels, the packer's acceptances, the sent
 * requests to conclude and their known results. Random commands run on both, and after each the job
 * must report nothing that did not happen.
 */
import { tellState } from '../../support/tell-state.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { GroupingJob } from '../../../src/main/dispatch/index.ts';
import { type JobSnapshot, listExceptions } from '#shared/domain/job.ts';
import type { PrintVerdict } from '#shared/domain/records.ts';
import { failed, fault, type Fault, ok, type Result } from '#shared/faults/faults.ts';
import type { SpoolOutcome } from '../../../src/main/printing/index.ts';
import { startBench, type Bench } from './bench.ts';
import { FakePrinter, pass, refusals, shipment, type FakeEnd, type UrlAnswer } from './fakes.ts';
import { hurriedClock } from '../../support/hurried-clock.ts';
import { printOn } from '../../support/print-on.ts';

const ids = [1, 2, 3, 4, 5];

export type Command =
  | {
      readonly type:
        | 'collect'
        | 'retry'
        | 'merge'
        | 'reopen'
        | 'settle'
        | 'collect-and-crash'
        | 'collect-and-cancel';
    }
  | { readonly type: 'accept' | 'retry-these'; readonly ids: readonly number[] }
  | {
      readonly type: 'print';
      readonly ids: readonly number[] | null;
      readonly labelsPerJob: number;
      /** The ends of the spool jobs; the last applies to all that follow. */
      readonly ends: readonly SpoolJobEnd[];
      /** The spool job in which the process dies. */
      readonly crashIn: number | null;
    }
  | { readonly type: 'resolve-print' | 'resolve-conclusion'; readonly answer: boolean }
  | {
      readonly type: 'conclude';
      readonly beforeLabels: boolean;
      readonly acceptDifference: boolean;
      readonly outcome: 'ok' | 'refused' | 'not-sent' | 'lost-done' | 'lost-not-done' | 'crash';
      readonly twice: boolean;
    }
  | { readonly type: 'list'; readonly ids: readonly number[] }
  | { readonly type: 'erp-labels'; readonly afterConclusion: boolean };

interface SpoolJobEnd {
  readonly outcome: 'done' | 'cancelled' | 'unknown' | 'failed' | 'throws';
  /**
   * If the printer counts: the number of printed labels, and the number of uncertain ones among the
   * rest.
   */
  readonly count: readonly [number, number] | null;
}

const some = fc.uniqueArray(fc.constantFrom(...ids), { maxLength: ids.length });

const printArbitrary = fc.record({
  type: fc.constant('print' as const),
  ids: fc.option(some),
  labelsPerJob: fc.integer({ min: 1, max: 5 }),
  ends: fc.array(
    fc.record({
      outcome: fc.constantFrom('done', 'done', 'done', 'cancelled', 'unknown', 'failed', 'throws'),
      count: fc.option(fc.tuple(fc.nat(5), fc.nat(5))),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  crashIn: fc.option(fc.nat(3)),
}) as fc.Arbitrary<Command>;

/** The actions of a packer with a bad printer. */
export const printingArbitrary: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: printArbitrary },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('resolve-print' as const), answer: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant<Command>({ type: 'reopen' }) },
);

export const commandArbitrary: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Command>({ type: 'collect' }) },
  { weight: 4, arbitrary: fc.constant<Command>({ type: 'settle' }) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('retry', 'merge', 'reopen', 'collect-and-crash', 'collect-and-cancel')
      .map((type): Command => ({ type: type as 'retry' })),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom('accept' as const, 'retry-these' as const),
      ids: some,
    }),
  },
  {
    weight: 5,
    arbitrary: printArbitrary,
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom('resolve-print' as const, 'resolve-conclusion' as const),
      answer: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('conclude' as const),
      beforeLabels: fc.boolean(),
      acceptDifference: fc.boolean(),
      outcome: fc.constantFrom('ok', 'refused', 'not-sent', 'lost-done', 'lost-not-done', 'crash'),
      twice: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('list' as const), ids: some }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('erp-labels' as const),
      afterConclusion: fc.boolean(),
    }),
  },
);

/** The ERP's answers about the five shipments' labels, at first and later. */
export const answersArbitrary = fc.array(
  fc.array(
    fc.constantFrom<UrlAnswer | 'own' | 'shared' | 'broken'>(
      'own',
      'own',
      'own',
      'shared',
      'broken',
      [],
      refusals.noLabels,
      refusals.other,
      fault('server'),
    ),
    {
      minLength: 1,
      maxLength: 2,
    },
  ),
  { minLength: ids.length, maxLength: ids.length },
);

type Answers = readonly (readonly (UrlAnswer | 'own' | 'shared' | 'broken')[])[];

const conclusionAnswers: Record<string, { answer: Result<void>; effect: boolean }> = {
  ok: { answer: ok(), effect: true },
  crash: { answer: ok(), effect: true },
  refused: { answer: failed(fault('validation', { status: 400, reached: 'yes' })), effect: false },
  'not-sent': { answer: failed(fault('network', { reached: 'no' })), effect: false },
  'lost-done': { answer: failed(fault('timeout', { reached: 'maybe' })), effect: true },
  'lost-not-done': { answer: failed(fault('network', { reached: 'maybe' })), effect: false },
};

export class Model {
  #bench: Bench;
  #job: GroupingJob | null = null;
  /** Printed, according to the printer or the packer. */
  readonly #printed = new Set<number>();
  readonly #accepted = new Set<number>();
  #openPrint: readonly number[] | null = null;
  /** The truth about the last print, if it did not end well. */
  #verdict: PrintVerdict | null = null;
  /** The known state of the last request to conclude. */
  #conclusion: 'none' | 'concluded' | 'unknown' = 'none';
  #toldAfterConclusion = false;

  constructor(answers: Answers) {
    this.#bench = startBench(
      ids.map((id) => shipment(id)),
      hurriedClock,
    );
    const { erp, labels } = this.#bench;
    for (const [index, given] of answers.entries()) {
      const id = ids[index]!;
      erp.urls.set(
        id,
        given.map((answer) => {
          if (answer === 'own') return [`https://labels.test/${id}`];
          if (answer === 'shared') return ['https://labels.test/shared'];
          return answer === 'broken' ? ['https://labels.test/broken'] : answer;
        }),
      );
    }
    labels.hosts.set('https://labels.test/broken', ['bad:label-corrupt']);
    const download = labels.download.bind(labels);
    labels.download = (slot, url, signal) => {
      const key = `${slot.groupingId}-${slot.shipmentId}-${slot.ordinal}`;
      if (labels.files.has(key)) throw new Error('downloaded although it lies on the disk');
      return download(slot, url, signal);
    };
    const labelUrls = erp.labelUrls.bind(erp);
    erp.labelUrls = async (grouping, id, signal) => {
      const answer = await labelUrls(grouping, id, signal);
      if (!answer.ok && answer.fault.erpMessage === refusals.notConcluded.erpMessage)
        this.#toldAfterConclusion = true;
      return answer;
    };
  }

  /** How often a print broke of whose labels not all are the same. */
  brokenPrints = 0;

  get sentConclusions(): number {
    return this.#bench.erp.concludeRequests;
  }

  async start(): Promise<void> {
    this.#job = await this.#bench.open();
  }

  async end(): Promise<void> {
    await this.#job?.close();
  }

  async run(command: Command): Promise<void> {
    await this.#do(command);
    this.#compare();
  }

  async #do(command: Command): Promise<void> {
    const job = this.#job!;
    switch (command.type) {
      case 'collect':
        await job.labels.collect();
        return;
      case 'retry':
        await job.labels.retry();
        return;
      case 'retry-these': {
        const before = job.snapshot();
        const answer = await job.labels.retry(command.ids);
        const again = before.shipments.filter(({ shipment: { id } }) => command.ids.includes(id));
        if (answer.ok)
          for (const {
            shipment: { id },
          } of again)
            this.#accepted.delete(id);
        return;
      }
      case 'collect-and-cancel': {
        const cancel = new AbortController();
        const collected = job.labels.collect(cancel.signal);
        await pass(0);
        cancel.abort();
        await collected;
        return;
      }
      case 'collect-and-crash': {
        const collected = job.labels.collect();
        await pass(0);
        await this.#crash();
        await collected;
        return;
      }
      case 'settle': {
        await job.labels.collect();
        const { shipments } = job.snapshot();
        const missing = shipments.filter(
          ({ label }) => tellState(label) === 'failed' || tellState(label) === 'panel',
        );
        await this.#do({ type: 'accept', ids: missing.map(({ shipment: { id } }) => id) });
        await this.#do({
          type: 'print',
          ids: null,
          labelsPerJob: 5,
          ends: [{ outcome: 'done', count: null }],
          crashIn: null,
        });
        return;
      }
      case 'merge':
        await job.prints.merge();
        return;
      case 'reopen':
        await job.close();
        this.#job = await this.#bench.open();
        return;
      case 'accept': {
        const answer = job.words.accept(command.ids);
        if (answer.ok) for (const id of command.ids) this.#accepted.add(id);
        return;
      }
      case 'print':
        await this.#print(job, command);
        return;
      case 'resolve-print': {
        const answer = await job.prints.resolve(command.answer);
        expect(answer.ok).toBe(this.#openPrint !== null);
        if (!answer.ok || this.#verdict === null) return;
        const listed = new Set(job.snapshot().shipments.map(({ shipment: { id } }) => id));
        if (command.answer)
          for (const id of this.#openPrint ?? []) if (listed.has(id)) this.#printed.add(id);
        const { printed, perhaps, not } = this.#verdict;
        if (!command.answer) this.#verdict = { printed, perhaps: [], not: [...perhaps, ...not] };
        else
          this.#verdict =
            not.length === 0 ? null : { printed: [...printed, ...perhaps], perhaps: [], not };
        this.#openPrint = null;
        return;
      }
      case 'resolve-conclusion': {
        const answer = job.conclusion.resolve(command.answer);
        const isNews = (this.#conclusion === 'concluded') !== command.answer;
        expect(answer.ok).toBe(this.#conclusion === 'unknown' || isNews);
        if (answer.ok) this.#conclusion = command.answer ? 'concluded' : 'none';
        return;
      }
      case 'conclude':
        await this.#conclude(job, command);
        return;
      case 'list':
        this.#bench.erp.list = command.ids.map((id) => shipment(id));
        return;
      case 'erp-labels':
        this.#bench.erp.labelsAfterConclusion = command.afterConclusion;
        return;
    }
  }

  async #print(job: GroupingJob, command: Command & { type: 'print' }): Promise<void> {
    const { ids: asked, labelsPerJob, ends, crashIn } = command;
    const ready = job.snapshot().shipments.filter(({ label }) => tellState(label) === 'ready');
    const wanted = asked ?? ready.map(({ shipment: { id } }) => id);
    const jobs = Array.from({ length: Math.ceil(wanted.length / labelsPerJob) }, (_, index) => ({
      labels: wanted.slice(index * labelsPerJob, (index + 1) * labelsPerJob),
      end: ends[index] ?? ends.at(-1)!,
    }));
    const printer = new FakePrinter();
    printer.outcomes = jobs.map(({ end, labels }) => reported(end, labels.length));
    const after: { bench: Bench | null } = { bench: null };
    printer.during = () => {
      const current = printer.printed.length - 1;
      if (current === crashIn) after.bench = this.#bench.crash();
      return jobs[current]?.end.outcome === 'throws'
        ? Promise.reject(new Error('defect'))
        : pass(0);
    };
    const options = { copies: 1, sheet: null, labelsPerJob };
    const [answer, second] = await Promise.all([
      printOn(job, printer, asked ?? undefined, undefined, options),
      printOn(job, printer, wanted, undefined, options),
    ]);
    expect(answer.ok && second.ok && wanted.length > 0).toBe(false);
    expect(printer.printed.length).toBeLessThanOrEqual(jobs.length);
    if (printer.printed.length === 0) return;
    this.#verdict = this.#whatHappened(jobs, after.bench === null ? null : crashIn);
    const { printed = [], perhaps = [], not = [] } = this.#verdict ?? {};
    if ([printed, perhaps, not].filter((stand) => stand.length > 0).length > 1)
      this.brokenPrints += 1;
    this.#openPrint = perhaps.length > 0 ? perhaps : null;
    if (after.bench !== null) {
      await job.close();
      this.#bench = after.bench;
      this.#job = await this.#bench.open();
    }
  }

  /** Walks through the spool jobs up to the one that failed, or in which the process died. */
  #whatHappened(
    jobs: readonly { readonly labels: readonly number[]; readonly end: SpoolJobEnd }[],
    diedIn: number | null,
  ): PrintVerdict | null {
    const out: number[] = [];
    for (const [index, { labels, end }] of jobs.entries()) {
      const later = jobs.slice(index + 1).flatMap((job) => job.labels);
      if (index === diedIn) return { printed: out, perhaps: labels, not: later };
      const [printed, perhaps] = knownOf(end, labels.length);
      for (const id of labels.slice(0, printed)) {
        out.push(id);
        this.#printed.add(id);
      }
      if (end.outcome !== 'done')
        return {
          printed: out,
          perhaps: labels.slice(printed, printed + perhaps),
          not: [...labels.slice(printed + perhaps), ...later],
        };
    }
    return null;
  }

  async #conclude(job: GroupingJob, command: Command & { type: 'conclude' }): Promise<void> {
    const { erp } = this.#bench;
    const { beforeLabels, acceptDifference } = command;
    const answered = conclusionAnswers[command.outcome]!;
    const before = job.snapshot();
    const shown = before.difference?.added.map(({ id }) => id) ?? [];
    const requests = erp.concludeRequests;
    erp.conclusions = [answered];
    const after: { bench: Bench | null } = { bench: null };
    const objections: Error[] = [];
    erp.onConclude = () => {
      try {
        this.#mayConclude(job, beforeLabels, acceptDifference ? shown : []);
        const isSame = listOf(before).join() === listOf(job.snapshot()).join();
        // The change that this reading found was not shown yet; only a later reading that undoes a
        // change may pass.
        if (before.difference === null) expect(isSame, 'a change that was not shown').toBe(true);
        else expect(acceptDifference || !isSame, 'a change that was not accepted').toBe(true);
      } catch (error) {
        objections.push(error as Error);
      }
      if (command.outcome === 'crash') after.bench = this.#bench.crash();
    };
    const seen = listExceptions(before).filter(
      ({ kind }) => acceptDifference && ['added', 'removed', 'changed'].includes(kind),
    );
    const options = { beforeLabels, seen };
    const calls = [
      job.conclusion.request(options),
      ...(command.twice ? [job.conclusion.request(options)] : []),
    ];
    await Promise.all(calls);
    // Thrown here, because the job would catch it there.
    for (const objection of objections) throw objection;
    const sent = erp.concludeRequests - requests;
    expect(sent).toBeLessThanOrEqual(1);
    erp.onConclude = () => undefined;
    const accepted = job.snapshot().shipments.filter(({ label }) => label.waived !== null);
    for (const {
      shipment: { id },
    } of accepted)
      if (acceptDifference && shown.includes(id)) this.#accepted.add(id);
    if (sent === 0) return;
    const reached = answered.answer.ok ? 'yes' : answered.answer.fault.reached;
    if (after.bench !== null) {
      await job.close();
      this.#bench = after.bench;
      this.#conclusion = 'unknown';
      this.#job = await this.#bench.open();
    } else if (answered.answer.ok || this.#hasEvidence(before, command))
      this.#conclusion = 'concluded';
    else if (reached === 'maybe') this.#conclusion = 'unknown';
  }

  /** The ERP refuses, but returns a label now that it returned only after the conclusion before. */
  #hasEvidence({ shipments }: JobSnapshot, { outcome }: Command & { type: 'conclude' }): boolean {
    const { list, labelsAfterConclusion } = this.#bench.erp;
    const held = shipments.find(
      ({ label: { file, fault: why } }) => file === 'withheld' && why?.status !== null,
    );
    const isStillThere = held !== undefined && list.some(({ id }) => id === held.shipment.id);
    return outcome === 'refused' && !labelsAfterConclusion && isStillThere;
  }

  /** The request to conclude is out: was it right to send it? */
  #mayConclude(job: GroupingJob, beforeLabels: boolean, goesWithout: readonly number[]): void {
    expect(this.#conclusion).toBe('none');
    expect(this.#openPrint).toBeNull();
    const listed = job.snapshot().shipments;
    expect(listed.map(({ shipment: { id } }) => id)).toEqual(
      this.#bench.erp.list.map(({ id }) => id),
    );
    for (const {
      shipment: { id },
      label,
    } of listed) {
      const may =
        this.#printed.has(id) ||
        this.#accepted.has(id) ||
        goesWithout.includes(id) ||
        (beforeLabels && this.#toldAfterConclusion && heldBack(tellState(label), label.fault));
      expect(may, `shipment ${id}, ${tellState(label)}`).toBe(true);
    }
  }

  async #crash(): Promise<void> {
    const before = this.#job!;
    this.#bench = this.#bench.crash();
    await before.close();
    this.#job = await this.#bench.open();
  }

  #compare(): void {
    const { state, shipments, fault: shown, printVerdict } = this.#job!.snapshot();
    expect(printVerdict).toEqual(this.#verdict);
    for (const id of printVerdict?.printed ?? []) {
      const there = shipments.find((entry) => entry.shipment.id === id);
      if (there !== undefined)
        expect(there.label.timesPrinted, `${id} said to be printed`).toBeGreaterThan(0);
    }
    for (const {
      shipment: { id },
      label,
    } of shipments) {
      if (tellState(label) === 'printed') expect(this.#printed.has(id), `${id} printed`).toBe(true);
      expect(label.timesPrinted > 0).toBe(this.#printed.has(id));
      expect(['late', 'coming']).not.toContain(tellState(label));
    }
    if (this.#conclusion === 'concluded') expect(state).toBe('concluded');
    else if (this.#conclusion === 'unknown') expect(state).toBe('conclusion-unknown');
    else expect(['loaded', 'ready', 'printed']).toContain(state);
    if (this.#conclusion === 'unknown') expect(shown?.kind).toBe('conclusion-unknown');
    else if (this.#openPrint !== null) expect(shown?.kind).toBe('print-unknown');
  }
}

function listOf({ shipments }: JobSnapshot): number[] {
  return shipments.map(({ shipment: { id } }) => id).sort((one, two) => one - two);
}

function heldBack(state: string, why: Fault | null): boolean {
  return state === 'missing' || state === 'ready' || why?.kind === 'label-after-conclusion';
}

function reported({ outcome, count }: SpoolJobEnd, labels: number): FakeEnd {
  const results: Record<string, Result<SpoolOutcome>> = {
    cancelled: ok('cancelled'),
    unknown: ok('unknown'),
    failed: failed(fault('print-failed', { reached: 'no' })),
  };
  const result = results[outcome] ?? ok('done');
  if (count === null) return { result };
  const [printed, perhaps] = counted(count, labels);
  return { result, tally: { printed, perhaps, not: labels - printed - perhaps } };
}

/** How many of a spool job's labels are on paper for sure, and how many more perhaps. */
function knownOf({ outcome, count }: SpoolJobEnd, labels: number): readonly [number, number] {
  if (outcome === 'done') return [labels, 0];
  if (outcome === 'throws') return [0, labels];
  if (count !== null) return counted(count, labels);
  return outcome === 'unknown' ? [0, labels] : [0, 0];
}

function counted(
  [first, second]: readonly [number, number],
  labels: number,
): readonly [number, number] {
  const printed = Math.min(first, labels);
  return [printed, Math.min(second, labels - printed)];
}
