import { stat } from 'node:fs/promises';
import {
  asksAboutPaper,
  asksForToken,
  countVolumes,
  failed,
  fault as makeFault,
  faultText,
  findRawLanguage,
  findOutlived,
  formatDate,
  hasManyPages,
  isHeldByPapers,
  isHeldElsewhere,
  isPrintedElsewhere,
  lacksLabels,
  ok,
  rawLanguages,
  type ExceptionKind,
  type Fault,
  type PageChoice,
  type PrintVerdict,
  type RawLanguage,
  type Result,
  type ShipmentSnapshot,
  nameGrouping,
} from '../../shared/index.ts';
import type { PlaceSpan } from '../../shared/index.ts';
import { findGroupings, GroupingListing, openGrouping } from '../dispatch/index.ts';
import type { GroupingJob, PlanSpoolJobs, SpoolJob } from '../dispatch/index.ts';
import { limitTime } from '../os/timeout.ts';
import type { Printer, RoutedLabel } from '../printing/index.ts';
import { holdCancelled, listRows, noWord, tellCancelled } from './output/cancelled.ts';
import type { CancelledOptions } from './output/cancelled.ts';
import { summariseFloor, tellElsewhere, tellTwice } from './output/elsewhere.ts';
import { writePlaces } from './output/places.ts';
import type { PrintTarget } from './output/output.ts';
import type { Services } from './services.ts';
import { callOf, endedWell, summarise, tellFault, writeVerdict, type Ending, type Summary } from './output/summary.ts';
import { writeShipmentTable } from './output/table.ts';
import { Progress, type Terminal } from './output/terminal.ts';
import { text } from './output/text.ts';
import { renewToken, repeatWithToken } from './token-renewal.ts';
import type { TokenSource } from './token-source.ts';

export interface ShipOptions extends CancelledOptions {
  /** The grouping's number, as people call it, or its id. */
  readonly number: number;
  readonly conclude: boolean;
  readonly concludeFirst: boolean;
  /** After a refused conclusion: requests the labels that come after it all the same, and sends no conclusion. */
  readonly labelsAnyway: boolean;
  readonly acceptMissing: boolean;
  readonly acceptChanges: boolean;
  /** By IT's decision nothing unchecked is concluded here, and parcels are checked in the desktop. */
  readonly mustCheck?: boolean;
  /** The user's word that shipments with fewer labels than volumes are right. */
  readonly acceptFewer: boolean;
  /** The user's word that labels with far more pages than volumes are printed. */
  readonly acceptMany: boolean;
  /** The user's word that labels with another shipment's tracking code are right. */
  readonly acceptOther: boolean;
  /** The pages of the labels to print; null: unchanged. */
  readonly pages: PageChoice | null;
  /** The user's word by the ERP: the answer to an earlier doubt, or against Doca's record. */
  readonly conclusionWas: 'done' | 'not-done' | null;
  /** The user's answer to an earlier print with an unknown end: all of it, none, or the places that are on paper. */
  readonly printWas: 'done' | 'not-done' | readonly PlaceSpan[] | null;
  /** The choice for an earlier spool job that goes on by itself. */
  readonly printJob: 'wait' | 'withdraw' | null;
  /** The name of the station whose labels of the grouping are taken over. */
  readonly takeOver?: string | null;
}

/** Runs the main job without a window: opens a grouping, fetches and writes its labels, concludes it, and reports. */
export async function ship(
  terminal: Terminal,
  services: Services,
  tokens: TokenSource,
  output: PrintTarget,
  options: ShipOptions,
): Promise<Ending> {
  const startedAtMs = performance.now();

  const opened = await openWithToken(terminal, services, tokens, options.number);
  if (!opened.ok) return tellFault(terminal, opened.fault);
  const job = opened.value;
  const conclude = (how: { readonly beforeLabels?: boolean }): Promise<Result<void>> => {
    // The exceptions that a flag of the user accepts; they were named above.
    const seen = job.snapshot().exceptions.filter(({ kind }) => letsGo(options, kind));
    const mustBeChecked = options.mustCheck === true;
    return repeatWithToken(
      () => job.conclude({ ...how, seen, mustBeChecked }, terminal.signal),
      () => renewToken(terminal, services, job, tokens),
    );
  };
  let collectMs = 0;
  const others = new Set<number>();
  try {
    const { grouping, shipments } = job.snapshot();
    terminal.out(`${text.grouping(nameGrouping(grouping.id, grouping.identification), shipments.length)}\n\n`);
    terminal.out(
      `${writeShipmentTable(
        shipments.map(({ shipment }) => shipment),
        text,
      )}\n`,
    );
    tellDifference();
    const fault = await run();
    const ending = fault === null ? endedWell : tellFault(terminal, fault);
    return { ...ending, summary: await report() };
  } finally {
    await job.close();
  }

  async function run(): Promise<Fault | null> {
    const settled =
      (await settleEarlierRun(job, output, options, terminal.signal)) ??
      (await takeOver(job, options.takeOver ?? null));
    if (settled !== null) {
      if (job.snapshot().state === 'conclusion-unknown') terminal.err(`${text.conclusionWasHint}\n`);
      if (job.snapshot().interruptedPrint !== null) terminal.err(`${text.printJobHint}\n`);
      else if (asksAboutPaper(settled)) terminal.err(writeVerdict(job.snapshot()));
      return settled;
    }
    if (job.snapshot().shipments.length === 0) return makeFault('grouping-empty');
    let givesLabelsAtOnce = false;
    if (options.labelsAnyway && job.snapshot().state !== 'concluded') {
      const stopped = await collect(terminal, services, job, tokens, (signal) => job.labelsAnyway(signal));
      if (stopped !== null) return stopped;
    } else if (options.concludeFirst && job.snapshot().state !== 'concluded') {
      // Labels that the conclusion does not bring may be there by now.
      const isMixed = listOthers().length > 0 && listOthers().length < listMissing().length;
      const stopped = isMixed ? await collect(terminal, services, job, tokens) : null;
      const stuck = stopped ?? goWithout(listOthers());
      if (stuck !== null) return stuck;
      const cancelled = tellCancelled(terminal, job, options);
      if (cancelled !== null) return cancelled;
      const first = await conclude({ beforeLabels: true });
      // An ERP that gives labels at once is not concluded first: the usual order follows.
      givesLabelsAtOnce = !first.ok && first.fault.kind === 'not-ready' && !job.snapshot().labelsAfterConclusion;
      if (!first.ok && !givesLabelsAtOnce) return tellRefusal(first.fault);
    }
    const collectStartedAtMs = performance.now();
    const stopped = await collect(terminal, services, job, tokens);
    collectMs = performance.now() - collectStartedAtMs;
    if (stopped !== null) return stopped;
    // Some of the labels came at once, others will come with the conclusion.
    if (givesLabelsAtOnce && job.snapshot().labelsAfterConclusion) return run();

    const unchosen = await choosePages();
    if (unchosen !== null) return unchosen;
    const many = job.snapshot().shipments.filter(({ label }) => hasManyPages(label) && !label.accepted);
    const tooMany = tellPages('label-many-pages', many, text.manyHint, options.acceptMany);
    if (tooMany !== null) return tooMany;
    const confirmed = many.length === 0 ? ok() : job.confirm(listIds(many));
    if (!confirmed.ok) return confirmed.fault;
    const strange = await readLabels();
    if (strange !== null) return strange;
    const held = holdCancelled(terminal, job, options);
    if (!held.ok) return held.fault;
    const stuck = goWithout(listMissing());
    if (stuck !== null) {
      if (job.snapshot().labelsAfterConclusion) terminal.err(`${text.concludeFirstHint}\n`);
      const merged = await job.merge();
      return merged.ok ? stuck : merged.fault;
    }
    await tellOutlived();
    const printed = await print(job, output, terminal.signal);
    if (printed !== null) {
      if (output.isPaper) terminal.err(writeVerdict(job.snapshot()));
      return printed;
    }
    const elsewhere = tellElsewhere(terminal, job.snapshot());
    if (elsewhere !== null) return elsewhere;
    if (!options.conclude || job.snapshot().state === 'concluded') return null;
    const fewer = listRows(job.snapshot(), 'fewer');
    const tooFew = tellPages('fewer-labels', fewer, text.fewerHint, options.acceptFewer);
    if (tooFew !== null) return tooFew;
    const cancelled = tellCancelled(terminal, job, options);
    if (cancelled !== null) return cancelled;
    const concluded = await conclude({});
    if (concluded.ok) return null;
    if (concluded.fault.kind === 'grouping-changed') {
      tellDifference();
      terminal.err(`${text.changedHint}\n`);
    }
    if (concluded.fault.kind === 'unchecked') terminal.err(`${text.uncheckedHint}\n`);
    tellRefusal(concluded.fault);
    if (job.snapshot().state !== 'conclusion-unknown') return concluded.fault;
    terminal.err(`${text.conclusionWasHint}\n`);
    return job.snapshot().fault ?? concluded.fault;
  }

  /**
   * Says how to go on. Names labels that were held only after the user's options were applied: those did not mean them.
   */
  function tellRefusal(fault: Fault): Fault {
    if (fault.kind === 'conclusion-refused') terminal.err(`${text.refusedHint}\n`);
    if (fault.kind === 'shipment-cancelled' || fault.kind === 'invoice-unauthorised')
      tellCancelled(terminal, job, noWord);
    return fault;
  }

  /**
   * Waits until the labels are read; returns the fault for one with another shipment's code, without the user's word.
   */
  async function readLabels(): Promise<Fault | null> {
    if (!services.job.readsLabels()) return null;
    const progress = new Progress(terminal, text.reading);
    const show = (): void => {
      const { there, read } = job.glance().tally;
      if (there > 0) progress.update(read, there);
    };
    const stop = job.subscribe(show);
    const aborted = new Promise<void>((resolve) => {
      terminal.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    if (!terminal.signal.aborted) await Promise.race([job.readLabels(), aborted]);
    stop();
    show();
    progress.end();
    if (terminal.signal.aborted) return makeFault('cancelled');
    const stopped = job.snapshot().shipments.filter(({ label }) => label.fault?.kind === 'label-of-another');
    for (const { shipment } of stopped) others.add(shipment.id);
    tellUnreadable();
    if (stopped.length === 0) return null;
    terminal.err(`${text.otherLabels(stopped.length)}\n${writeReasons(stopped)}`);
    if (options.acceptOther) {
      const confirmed = job.confirm([...others]);
      if (confirmed.ok) terminal.err(`${text.otherAccepted(stopped.length)}\n`);
      return confirmed.ok ? null : confirmed.fault;
    }
    terminal.err(`${text.otherHint}\n`);
    return makeFault('label-of-another', { detail: `${stopped.length} stopped` });
  }

  /** Before they go anywhere: the carrier may refuse them. */
  async function tellOutlived(): Promise<void> {
    const there = job
      .snapshot()
      .shipments.filter(({ label }) => label.state === 'ready' || (label.state === 'printed' && !output.isPaper));
    // A label's age is known after it was read. The print reports a label that cannot be read.
    await job.describeLabels(listIds(there));
    const { grouping, shipments } = job.snapshot();
    const storedAtMs = Math.min(...shipments.map(({ label }) => label.storedAtMs ?? Infinity));
    const outlived = findOutlived(grouping.shippingMethod, storedAtMs, Date.now());
    if (outlived !== null) terminal.err(`${text.outlived(outlived)}\n`);
  }

  function tellUnreadable(): void {
    const unreadable = job.snapshot().shipments.filter((entry) => callOf(entry, others) === 'unreadable');
    if (unreadable.length === 0) return;
    terminal.err(`${text.mayBeUnreadable(writePlaces(unreadable.map(({ position }) => position)))}\n`);
  }

  function listMissing(): readonly ShipmentSnapshot[] {
    return job.snapshot().shipments.filter(isMissing);
  }

  /** Returns missing ones that the conclusion does not bring. */
  function listOthers(): readonly ShipmentSnapshot[] {
    return listMissing().filter(({ label }) => label.fault?.kind !== 'label-after-conclusion');
  }

  /** Names missing labels with their reasons; returns the fault that ends the run without the user's word. */
  function goWithout(missing: readonly ShipmentSnapshot[]): Fault | null {
    if (missing.length === 0) return null;
    terminal.err(`${text.failedLabels(missing.length)}\n${writeReasons(missing)}`);
    const inLanguage = missing.flatMap(({ label }) => findUnspoken(label.fault) ?? []);
    if (inLanguage[0] !== undefined) terminal.err(`${text.languageHint(inLanguage[0])}\n`);
    if (!options.acceptMissing) return makeFault('not-ready', { detail: `${missing.length} without label` });
    const accepted = job.accept(missing.map(({ shipment }) => shipment.id));
    if (accepted.ok) terminal.err(`${text.accepted(missing.length)}\n`);
    return accepted.ok ? null : accepted.fault;
  }

  /** Applies the user's choice of pages: if labels go to paper, only to those that are not printed, or have too few. */
  async function choosePages(): Promise<Fault | null> {
    const { pages } = options;
    if (pages === null) return null;
    const others = job.snapshot().shipments.filter((entry) => {
      const { state, ownChoice } = entry.label;
      const isOpen =
        state === 'ready' ||
        hasManyPages(entry.label) ||
        (state === 'printed' && (!output.isPaper || lacksLabels(entry)));
      return isOpen && JSON.stringify(ownChoice) !== JSON.stringify(pages);
    });
    if (others.length === 0) return null;
    const ids = others.map(({ shipment }) => shipment.id);
    const chosen = await job.choosePages(ids, pages);
    return chosen.ok ? null : chosen.fault;
  }

  /**
   * Names shipments with far more or fewer pages than volumes; returns the fault that ends the run without the user's
   * word.
   */
  function tellPages(
    kind: 'label-many-pages' | 'fewer-labels',
    found: readonly ShipmentSnapshot[],
    hint: string,
    accepted: boolean,
  ): Fault | null {
    if (found.length === 0) return null;
    for (const { position, shipment, label } of found) {
      const volumes = countVolumes(shipment.volume) ?? 1;
      terminal.err(`  #${position}: ${text.fewerLabels(volumes, label.pages, label.filePages)}\n`);
    }
    if (accepted) return null;
    terminal.err(`${hint}\n`);
    return makeFault(kind, { detail: `${found.length} with other pages than volumes` });
  }

  function tellDifference(): void {
    const { difference } = job.snapshot();
    if (difference === null) return;
    const { added, removed, changed } = difference;
    terminal.err(`${text.changed(added.length, removed.length, changed.length)}\n`);
  }

  async function report(): Promise<Summary> {
    const snapshot = job.snapshot();
    const file = snapshot.pdfPath === null ? null : await stat(snapshot.pdfPath).catch(() => null);
    const bytes = file?.size ?? 0;
    const totalMs = Math.round(performance.now() - startedAtMs);
    tellTwice(terminal, snapshot);
    const floor = services.job.floor === null ? null : await summariseFloor(services.job.floor, snapshot);
    const figures = { others, bytes, floor, totalMs, collectMs: Math.round(collectMs), mergeMs: services.mergeMs() };
    const summary = summarise(snapshot, figures);
    if (summary.pdf !== null) terminal.out(`${text.wrote(summary.pdf, summary.pages, Math.ceil(bytes / 1024))}\n`);
    if (summary.zpl !== null) terminal.out(`${text.wroteZpl(summary.zpl)}\n`);
    if (snapshot.concludedByLabels) terminal.out(`${text.byLabels}\n`);
    terminal.out(`${text.conclusion[summary.conclusion]}\n`);
    terminal.out(`${text.took(totalMs, figures.collectMs, figures.mergeMs, summary.requests)}\n`);
    return summary;
  }
}

/** A known grouping opens without the ERP too; its present list is worth another token, if there is one. */
async function openWithToken(
  terminal: Terminal,
  services: Services,
  tokens: TokenSource,
  number: number,
): Promise<Result<GroupingJob>> {
  const open = (): Promise<Result<GroupingJob>> =>
    repeatWithToken(
      async () => {
        const id = await findId(terminal, services, number);
        return id.ok ? openGrouping(services.job, id.value, terminal.signal) : id;
      },
      () => tokens.renew(),
    );
  for (;;) {
    const opened = await open();
    if (!opened.ok || !asksForToken(opened.value.snapshot().fault)) return opened;
    if ((await tokens.renew()) !== null) return opened;
    await opened.value.close();
  }
}

/** Returns the id of the grouping with this number; for several, fault `invalid-input` after they were named. */
async function findId(terminal: Terminal, { job }: Services, number: number): Promise<Result<number>> {
  const { journal, erp, extensions, clock } = job;
  const owner = await job.company(terminal.signal);
  if (!owner.ok) return owner;
  const listing = new GroupingListing(erp, extensions, clock);
  const how = { quick: false, signal: terminal.signal };
  const found = await findGroupings({ journal, listing }, owner.value, number, how);
  // A fault of the list does not end the run: opening the grouping meets the same fault, or does not need the list.
  const [first, ...others] = found.ok ? found.value : [];
  if (others.length === 0) return ok(first?.groupingId ?? number);
  terminal.err(`${text.several(number)}\n`);
  for (const one of found.ok ? found.value : []) {
    const facts = [
      formatDate(one.date ?? ''),
      one.shippingMethod,
      one.shipments === null ? null : text.shipments(one.shipments),
    ];
    terminal.err(`  ${one.groupingId}  ${facts.filter((fact) => fact !== null && fact !== '').join(' · ')}\n`);
  }
  return failed(makeFault('invalid-input', { detail: `several groupings have the number ${number}` }));
}

/**
 * Settles what an earlier run left open: a conclusion that only the user can decide, a file that can simply be written
 * again.
 */
async function settleEarlierRun(
  job: GroupingJob,
  output: PrintTarget,
  options: ShipOptions,
  signal: AbortSignal,
): Promise<Fault | null> {
  const { state, fault: first } = job.snapshot();
  if (state === 'conclusion-unknown' && options.conclusionWas === null) {
    return first ?? makeFault('conclusion-unknown', { reached: 'maybe' });
  }
  const wasDone = options.conclusionWas === 'done';
  const isNews = state === 'conclusion-unknown' || (state === 'concluded') !== wasDone;
  if (options.conclusionWas !== null && isNews) {
    const resolved = job.resolveConclusion(wasDone);
    if (!resolved.ok) return resolved.fault;
  }
  const { fault } = job.snapshot();
  if (!asksAboutPaper(fault)) return null;
  if (job.snapshot().interruptedPrint !== null) {
    if (options.printJob === null) return fault;
    const ended = await (options.printJob === 'wait'
      ? job.waitForInterruptedPrint(signal)
      : job.withdrawInterruptedPrint());
    if (!ended.ok && !asksAboutPaper(ended.fault)) return ended.fault;
  }
  const { fault: asked, printVerdict, shipments } = job.snapshot();
  if (!asksAboutPaper(asked)) return null;
  const { printWas } = options;
  // A label that was taken over may be on paper at its first station, even if this run writes to a file.
  const isOfFloor = shipments.some(({ shipment, share }) => {
    return share?.state === 'doubt' && printVerdict?.perhaps.includes(shipment.id) === true;
  });
  if (printWas === null && (output.isPaper || isOfFloor)) return asked;
  const answer =
    typeof printWas === 'string' ? printWas === 'done' : readPlaces(printWas ?? [], printVerdict, shipments);
  const resolved =
    answer === null ? failed(makeFault('invalid-input', { detail: '--print-was' })) : await job.resolvePrint(answer);
  return resolved.ok ? null : resolved.fault;
}

/** Labels that may be on paper there are asked about, as after a print of this station's own. */
async function takeOver(job: GroupingJob, named: string | null): Promise<Fault | null> {
  if (named === null) return null;
  const others = job.snapshot().share?.stations.filter(({ isHere }) => !isHere) ?? [];
  const meant = others.filter(({ station }) => station === named);
  const detail = `--take-over: ${others.map(({ station }) => station).join(', ')}`;
  if (meant.length === 0) return makeFault('invalid-input', { detail });
  for (const { stationId } of meant) {
    const taken = await job.takeOver(stationId);
    const { fault } = taken.ok ? job.snapshot() : taken;
    if (!taken.ok || asksAboutPaper(fault)) return fault;
  }
  return null;
}

/** Returns which of the doubtful shipments are on paper by the user's word; null if the answer is impossible. */
function readPlaces(
  places: readonly PlaceSpan[],
  verdict: PrintVerdict | null,
  shipments: readonly ShipmentSnapshot[],
): readonly number[] | null {
  if (places.some(({ to }) => to > shipments.length)) return null;
  const named = shipments.filter(({ position }) => places.some(({ from, to }) => from <= position && position <= to));
  const ids = new Set(named.map(({ shipment }) => shipment.id));
  if (verdict === null || verdict.not.some((id) => ids.has(id))) return null;
  return verdict.perhaps.filter((id) => ids.has(id));
}

/**
 * Collects with a bar, and retries failures of an earlier run; an expired token is renewed from its source, or ends the
 * run.
 */
async function collect(
  terminal: Terminal,
  services: Services,
  job: GroupingJob,
  tokens: TokenSource,
  get: (signal: AbortSignal) => Promise<Result<void>> = (signal) => job.collect(signal),
): Promise<Fault | null> {
  const progress = new Progress(terminal, text.labels);
  const withoutToken = new AbortController();
  let renewing = false;
  const show = (): void => {
    const { pause, tally } = job.glance();
    const note =
      pause?.reason === 'rate-limit'
        ? text.waitingForLimit(Math.max(0, Math.ceil((pause.untilMs - Date.now()) / 1000)))
        : tally.late > 0
          ? text.waitingForErp(tally.late)
          : '';
    progress.update(tally.settled, tally.total, note);
    if (pause?.reason === 'token' && !renewing) {
      renewing = true;
      void renew();
    }
  };
  const renew = async (): Promise<void> => {
    progress.end();
    const refusal = await renewToken(terminal, services, job, tokens);
    renewing = false;
    if (refusal === null) job.tokenChanged();
    else withoutToken.abort(refusal);
  };
  const stop = job.subscribe(show);
  try {
    const signal = AbortSignal.any([terminal.signal, withoutToken.signal]);
    const failedEarlier = job.snapshot().shipments.filter(isMissing);
    let collected = await get(signal);
    if (collected.ok && failedEarlier.length > 0) {
      const ids = new Set(listIds(job.snapshot().shipments.filter(isMissing)));
      collected = await job.retry(
        listIds(failedEarlier).filter((id) => ids.has(id)),
        signal,
      );
    }
    show();
    progress.end();
    if (withoutToken.signal.aborted) return withoutToken.signal.reason as Fault;
    return collected.ok ? null : collected.fault;
  } finally {
    stop();
  }
}

/** How often another station may take a label first that this run has chosen. */
const mostTries = 5;
const newsMs = 2_000;

/** Prints the open labels. If another station takes some of them meanwhile, the rest. */
async function print(job: GroupingJob, target: PrintTarget, signal: AbortSignal): Promise<Fault | null> {
  for (let tries = 1; ; tries += 1) {
    const known = job.snapshot().shipments.filter(isHeldElsewhere).length;
    const printed = await printOnce(job, target, signal);
    if (printed?.kind !== 'floor-taken' || tries === mostTries) return printed;
    if (job.snapshot().shipments.filter(isHeldElsewhere).length === known) await waitForNews(job, signal);
  }
}

/** Other stations' rows come with the next change of the job. */
async function waitForNews(job: GroupingJob, signal: AbortSignal): Promise<void> {
  const news = new Promise<void>((resolve) => {
    const stop = job.subscribe(() => {
      stop();
      resolve();
    });
  });
  await limitTime(news, newsMs, () => undefined, { signal }).catch(() => undefined);
}

/** Prints what is not printed yet; a run that was concluded before may have nothing left to print. */
async function printOnce(
  job: GroupingJob,
  { printer, language, speaks, isPaper }: PrintTarget,
  signal: AbortSignal,
): Promise<Fault | null> {
  const once = { copies: 1, sheet: null };
  const toOnePrinter: PlanSpoolJobs = (labels) => {
    const others = labels.filter(({ raw = null }) => raw === null || raw !== speaks).length;
    if (speaks !== null && others > 0 && language !== 'pdf') {
      const detail = `it takes only ${speaks.toUpperCase()}: ${others} labels did not come so`;
      return failed(makeFault('printer-unavailable', { detail }));
    }
    return ok(planInOrder(labels, printer, language));
  };
  const { shipments } = job.snapshot();
  const open = shipments.filter((entry) => entry.label.state === 'ready' && !isHeldElsewhere(entry));
  if (open.length === 0) {
    // Without a printer the file is the paper: labels that others print, or have printed, are not in it.
    const isShared = shipments.some((entry) => isHeldElsewhere(entry) || isPrintedElsewhere(entry));
    const own = shipments.filter((entry) => entry.label.state === 'printed' && !isPrintedElsewhere(entry));
    if (!isPaper && own.length === 0 && isShared) return null;
    const merged = await job.merge(isPaper || !isShared ? undefined : listIds(own));
    return merged.ok ? null : merged.fault;
  }
  if (isPaper) {
    const printed = await job.print(toOnePrinter, listIds(open), once, signal);
    const merged = await job.merge();
    if (!printed.ok) return printed.fault;
    return merged.ok ? null : merged.fault;
  }
  // The file is whole, or it is not the print.
  const isOfFile = (entry: ShipmentSnapshot): boolean =>
    entry.label.state === 'printed' && isDrawn(entry.label) && !isPrintedElsewhere(entry);
  const all = shipments.filter((entry) => open.includes(entry) || isOfFile(entry));
  const printed = await job.print(toOnePrinter, listIds(all), once, signal);
  return printed.ok ? null : printed.fault;
}

function listIds(entries: readonly ShipmentSnapshot[]): readonly number[] {
  return entries.map(({ shipment }) => shipment.id);
}

/** Plans spool jobs in the order of the list: one ends where labels for the printer alone begin, or others. */
function planInOrder(labels: readonly RoutedLabel[], printer: Printer, drawnKind: SpoolJob['kind']): SpoolJob[] {
  const jobs: (SpoolJob & { readonly shipmentIds: number[] })[] = [];
  for (const { shipmentId, raw } of labels) {
    const kind = raw ?? drawnKind;
    const last = jobs.at(-1);
    if (last?.kind === kind) last.shipmentIds.push(shipmentId);
    else jobs.push({ printer, kind, shipmentIds: [shipmentId] });
  }
  return jobs;
}

/** A label that a desktop printed unchanged is on paper, and in no PDF. */
function isDrawn({ formats }: ShipmentSnapshot['label']): boolean {
  return findRawLanguage(formats) === null;
}

/** Returns the language of a label that a printer of it could print; null for every other fault. */
function findUnspoken(reason: Fault | null): RawLanguage | null {
  if (reason === null || reason.detail !== null) return null;
  return rawLanguages.find((language) => reason.kind === `label-kind-${language}`) ?? null;
}

function isMissing({ label }: ShipmentSnapshot): boolean {
  return (label.state === 'failed' || label.state === 'none') && !label.accepted && !isHeldByPapers(label);
}

/** The missing labels by reason, each with its places in the list. */
function writeReasons(missing: readonly ShipmentSnapshot[]): string {
  const byReason = new Map<string, number[]>();
  for (const { label, position } of missing) {
    const fault = label.fault;
    const what = fault === null ? '' : faultText(fault.kind, 'en', fault.detail).what;
    const reason = fault === null || fault.erpMessage === null ? what : `${what} ${text.erpSays}: ${fault.erpMessage}`;
    byReason.set(reason, [...(byReason.get(reason) ?? []), position]);
  }
  return [...byReason].map(([reason, positions]) => `  #${positions.join(', #')}: ${reason}\n`).join('');
}

/** Returns true if the user's word accepts such shipments; missing or wrong labels were accepted one by one before. */
function letsGo(options: ShipOptions, kind: ExceptionKind): boolean {
  if (kind === 'added' || kind === 'removed' || kind === 'changed') return options.acceptChanges;
  if (kind === 'cancelled') return options.acceptCancelled || options.printCancelled;
  if (kind === 'unauthorised') return options.printUnauthorised;
  return kind === 'fewer' && options.acceptFewer;
}
