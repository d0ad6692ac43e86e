import { stat } from 'node:fs/promises';
import { isHeld } from '#shared/domain/cancelled.ts';
import {
  countVolumes,
  hasLabel,
  isStuck,
  readState,
  type ShipmentSnapshot,
} from '#shared/domain/job.ts';
import { faultText } from '#shared/faults/fault-text.ts';
import {
  asksAboutConclusion,
  asksAboutPaper,
  asksForToken,
  fail,
  type Fault,
  isNotReady,
  ok,
  type Result,
} from '#shared/faults/faults.ts';
import { formatDate, nameGrouping } from '#shared/formats.ts';
import {
  findGroupings,
  GroupingListing,
  openGrouping,
  type GroupingJob,
} from '../dispatch/index.ts';
import { catchFaults, need, throwFault } from '../os/errors.ts';
import { leaveOnAbort } from '../os/timeout.ts';
import {
  listAccepted,
  listRefused,
  releaseAccepted,
  reportLeaving,
  reportMustStay,
} from './leaving.ts';
import { importLabels } from './labels.ts';
import { refuseElsewhere, summariseFloor, reportTwice } from './output/stations.ts';
import { endedWell, reportFault, type Ending } from './output/endings.ts';
import { callOf, summarise, writeVerdict, type Summary } from './output/summary.ts';
import { writeShipmentTable } from './output/table.ts';
import { count, createProgress, say, writePositions } from './output/terminal.ts';
import { print, finishEarlierRun, needAnswer, takeRowsOver, usualPrint } from './print.ts';
import { listIds, type Run } from './services.ts';
import { repeatWithToken } from './token-source.ts';

/**
 * Runs the main job without a window: opens a grouping, fetches and writes its labels, concludes
 * it, and reports.
 */
export async function ship(begun: Omit<Run, 'job'>): Promise<Ending> {
  const startedAtMs = performance.now();
  const job = await openWithToken(begun);
  const run: Run = { ...begun, job };
  const { terminal, services, output, options } = run;
  let collectMs = 0;
  const others = new Set<number>();
  try {
    const { grouping, shipments } = job.snapshot();
    const name = nameGrouping(grouping.id, grouping.identification);
    terminal.out(`Grouping ${name}: ${shipments.length} shipments\n\n`);
    terminal.out(`${writeShipmentTable(shipments.map(({ shipment }) => shipment))}\n`);
    reportDifference();
    return { ...(await work()), summary: await report() };
  } finally {
    await job.close();
  }

  async function work(): Promise<Ending> {
    const done = await catchFaults(async () => {
      await finishEarlierRun(run);
      await takeRowsOver(run);
      await importLabels(run);
      await shipLabels();
      return ok();
    });
    if (done.ok) return endedWell;
    const ending = reportFault(terminal, done.fault);
    if (job.snapshot().interruptedPrint !== null) {
      say(terminal, spoolJobGoesOn);
    } else if (output.isPaper || asksAboutPaper(done.fault)) {
      terminal.err(writeVerdict(job.snapshot()));
    }
    return ending;
  }

  async function shipLabels(): Promise<void> {
    const isConcluded = (): boolean => job.snapshot().state === 'concluded';
    if (job.snapshot().shipments.length === 0) throwFault('grouping-empty');
    let givesLabelsAtOnce = false;
    if (options.conclude === 'refused' && !isConcluded()) {
      await collect(run, (signal) => job.conclusion.askAnyway(signal));
    } else if (options.conclude === 'first' && !isConcluded()) {
      // Labels that the conclusion does not bring may be there by now.
      if (listOthers().length > 0 && listOthers().length < listMissing(job).length)
        await collect(run);
      goWithout(listOthers());
      const first = await conclude(true);
      // An ERP that gives labels at once is not concluded first: the usual order follows.
      givesLabelsAtOnce =
        !first.ok && isNotReady(first.fault) && !job.snapshot().labelsAfterConclusion;
      if (!givesLabelsAtOnce) needConcluded(first);
    }
    const collectStartedAtMs = performance.now();
    await collect(run);
    collectMs = performance.now() - collectStartedAtMs;
    // Some of the labels came at once, others will come with the conclusion.
    if (givesLabelsAtOnce && job.snapshot().labelsAfterConclusion) return shipLabels();

    const many = job
      .snapshot()
      .shipments.filter(({ label }) => label.block === 'label-many-pages' && label.waived === null);
    reportPages(many);
    if (many.length > 0 && !isAccepted('many'))
      throwFault('label-many-pages', { detail: `${many.length} with other pages than volumes` });
    if (many.length > 0) need(job.words.confirm(listIds(many)));
    await readLabels();
    releaseAccepted(run);
    const missing = listMissing(job);
    if (missing.length > 0 && !isAccepted('missing')) need(await job.prints.merge());
    goWithout(missing);
    await reportLight();
    await print(run);
    refuseElsewhere(terminal, job.snapshot());
    needAnswer(job, asksAboutConclusion);
    const isForLabelsAlone = options.conclude === 'no' || options.conclude === 'refused';
    if (isForLabelsAlone || isConcluded()) return;
    reportPages(listRefused(job.snapshot(), 'fewer-labels'));
    needConcluded(await conclude(false));
  }

  function conclude(beforeLabels: boolean): Promise<Result<void>> {
    const how = { beforeLabels, seen: listAccepted(run), mustBeChecked: run.mustCheck };
    return repeatWithToken(
      () => job.conclusion.request(how, terminal.signal),
      () => renewToken(run),
    );
  }

  function isAccepted(what: Run['options']['accept'][number]) {
    return options.accept.includes(what);
  }

  /** Names the rows that stand against the conclusion, if it was refused for them. */
  function needConcluded(concluded: Result<void>) {
    if (concluded.ok) return;
    const { kind } = concluded.fault;
    if (kind === 'grouping-changed') reportDifference();
    reportMustStay(run, kind);
    needAnswer(job, asksAboutConclusion);
    need(concluded);
  }

  /**
   * Waits until the labels are read, and ends the run for one with another shipment's code, without
   * the user's word.
   */
  async function readLabels() {
    if (!services.job.readsLabels()) return;
    const progress = createProgress(terminal, 'reading');
    const show = (): void => {
      const { there, read } = job.overview().tally;
      if (there > 0) progress.update(read, there);
    };
    const stop = job.subscribe(show);
    await leaveOnAbort(job.labels.finishReading(), terminal.signal, () => undefined);
    stop();
    show();
    progress.end();
    if (terminal.signal.aborted) throwFault('cancelled');
    const { shipments } = job.snapshot();
    const stopped = shipments.filter(({ label }) => label.block === 'label-of-another');
    for (const id of listIds(stopped)) others.add(id);
    const unreadable = shipments.filter((entry) => callOf(entry, others) === 'unreadable');
    if (unreadable.length > 0)
      say(terminal, `codes that may not be readable at 203 dpi: ${writePositions(unreadable)}`);
    if (stopped.length === 0) return;
    say(terminal, `${count(stopped.length, 'label')} stopped as another shipment's:`);
    reportReasons(stopped);
    if (!isAccepted('other'))
      throwFault('label-of-another', { detail: `${stopped.length} stopped` });
    need(job.words.confirm([...others]));
    say(terminal, `taken as right: ${count(stopped.length, 'label')}`);
  }

  /** Names the reasons against leaving before any label is printed. */
  async function reportLight() {
    const there = job
      .snapshot()
      .shipments.filter(
        ({ label }) => readState(label) === 'ready' || (hasLabel(label) && !output.isPaper),
      );
    // A label's age is known after it was read. The print reports a label that cannot be read.
    await job.prints.plan(listIds(there), usualPrint);
    reportLeaving(terminal, job.snapshot());
  }

  /** Returns missing ones that the conclusion does not bring. */
  function listOthers() {
    return listMissing(job).filter(({ label }) => label.file !== 'withheld');
  }

  /** Names missing labels with their reasons, and ends the run without the user's word. */
  function goWithout(missing: readonly ShipmentSnapshot[]) {
    if (missing.length === 0) return;
    say(terminal, `${count(missing.length, 'label')} missing:`);
    reportReasons(missing);
    if (!isAccepted('missing')) {
      const isTooEarly = job.snapshot().labelsAfterConclusion && options.conclude !== 'first';
      say(terminal, isTooEarly ? concludeFirst : goOnWithout);
      throwFault('not-ready', { detail: `${missing.length} without label` });
    }
    need(job.words.accept(listIds(missing)));
    say(terminal, `without a label of Doca: ${count(missing.length, 'shipment')}`);
  }

  /** Names shipments with far more or fewer pages than volumes. */
  function reportPages(found: readonly ShipmentSnapshot[]) {
    for (const { position, shipment, label } of found) {
      const { pages, filePages } = label;
      const what =
        pages > filePages ? `${pages} labels` : `${count(pages, 'page')} chosen of ${filePages}`;
      say(terminal, `  #${position}: ${countVolumes(shipment.volume) ?? 1} volumes, ${what}`);
    }
  }

  function reportReasons(stopped: readonly ShipmentSnapshot[]) {
    for (const [reason, entries] of Map.groupBy(stopped, ({ label }) => writeReason(label.fault)))
      say(terminal, `  ${writePositions(entries)}: ${reason}`);
  }

  function reportDifference() {
    const { difference } = job.snapshot();
    if (difference === null) return;
    const { added, removed, changed } = difference;
    const old = count(changed.length, 'label');
    say(terminal, `${added.length} came, ${removed.length} went; on paper of before: ${old}.`);
  }

  async function report(): Promise<Summary> {
    const snapshot = job.snapshot();
    const file = snapshot.pdfPath === null ? null : await stat(snapshot.pdfPath).catch(() => null);
    const ms = {
      total: Math.round(performance.now() - startedAtMs),
      collect: Math.round(collectMs),
    };
    reportTwice(terminal, snapshot);
    const floor = services.floor === null ? null : await summariseFloor(services.floor, snapshot);
    const summary = summarise(snapshot, { others, bytes: file?.size ?? 0, floor, ms });
    const { pdf, zpl, pages, bytes, conclusion, requests } = summary;
    const results = [
      ...(pdf === null ? [] : [`${pdf}: ${count(pages, 'page')}, ${Math.ceil(bytes / 1024)} KB`]),
      ...(zpl === null ? [] : [`${zpl}: the labels in ZPL`]),
      conclusionTexts[conclusion],
      `${writeSeconds(ms.total)} s in all: labels ${writeSeconds(ms.collect)} s; ${requests} requests`,
    ];
    terminal.out(results.map((line) => `${line}\n`).join(''));
    return summary;
  }
}

const concludeFirst =
  'This ERP gives labels only after the conclusion: run again with --conclude first.';
const goOnWithout = 'With --accept missing, dispatch goes on without them.';

const spoolJobGoesOn =
  'The spool job of before goes on in the printer’s queue: run again with --print-job wait ' +
  'to wait for it, or --print-job withdraw to take it out.';

const conclusionTexts = {
  concluded: 'Grouping concluded.',
  'not-concluded': 'Grouping not concluded.',
  unknown: 'Nobody knows whether the grouping is concluded.',
};

function writeSeconds(ms: number) {
  return (ms / 1000).toFixed(1);
}

/**
 * A known grouping opens without the ERP too; its present list is worth another token, if there is
 * one.
 */
async function openWithToken(begun: Omit<Run, 'job'>): Promise<GroupingJob> {
  const { terminal, services, tokens } = begun;
  for (;;) {
    const open = async (): Promise<Result<GroupingJob>> => {
      const id = await findId(begun);
      return id.ok ? openGrouping(services.job, id.value, terminal.signal) : id;
    };
    const job = need(await repeatWithToken(open, tokens.renew));
    if (!asksForToken(job.snapshot().fault)) return job;
    const renewed = await tokens.renew();
    if (!renewed.ok) return job;
    await job.close();
  }
}

/** Takes tokens from their source until one is valid; it has to be of the grouping's company. */
async function renewToken({ terminal, services, job, tokens }: Run): Promise<Result<void>> {
  for (;;) {
    const renewed = await tokens.renew();
    if (!renewed.ok) return renewed;
    const owner = await services.job.company(terminal.signal);
    if (owner.ok) return owner.value === job.company ? ok() : fail('other-company');
    if (!asksForToken(owner.fault)) return owner;
  }
}

/**
 * Returns the id of the grouping with this number; for several, fault `invalid-input` after they
 * were named.
 */
async function findId({
  terminal,
  services,
  options: { number },
}: Omit<Run, 'job'>): Promise<Result<number>> {
  const { journal, erp, extensions, clock, company } = services.job;
  const owner = await company(terminal.signal);
  if (!owner.ok) return owner;
  const listing = new GroupingListing(erp, extensions, clock);
  const how = { quick: false, signal: terminal.signal };
  const found = await findGroupings({ journal, listing }, owner.value, number, how);
  if (!found.ok) return found;
  const groupings = found.value;
  if (groupings.length < 2) return ok(groupings[0]?.groupingId ?? number);
  say(
    terminal,
    `Several groupings have the number ${number}; run again with the id of one of them:`,
  );
  for (const { groupingId, date, shippingMethod, shipments } of groupings) {
    const facts = [
      formatDate(date ?? ''),
      shippingMethod,
      shipments === null ? null : count(shipments, 'shipment'),
    ];
    say(
      terminal,
      `  ${groupingId}  ${facts.filter((fact) => fact !== null && fact !== '').join(' · ')}`,
    );
  }
  return fail('invalid-input', { detail: `several groupings have the number ${number}` });
}

/**
 * Collects with a bar, and retries failures of an earlier run; an expired token is renewed, or ends
 * the run.
 */
async function collect(
  run: Run,
  get?: (signal: AbortSignal) => Promise<Result<void>>,
): Promise<void> {
  const { terminal, job } = run;
  const progress = createProgress(terminal, 'labels');
  const withoutToken = new AbortController();
  let renewing = false;
  const show = (): void => {
    const { pause, tally } = job.overview();
    let note = tally.late > 0 ? `the ERP is making ${tally.late}; waiting` : '';
    if (pause?.reason === 'rate-limit') {
      const seconds = Math.ceil((pause.untilMs - Date.now()) / 1000);
      note = `the ERP's limit, waiting ${Math.max(0, seconds)} s`;
    }
    progress.update(tally.settled, tally.total, note);
    if (pause?.reason === 'token' && !renewing) {
      renewing = true;
      void renew();
    }
  };
  const renew = async (): Promise<void> => {
    progress.end();
    try {
      need(await renewToken(run));
      job.tokenChanged();
    } catch (error) {
      withoutToken.abort(error);
    }
    renewing = false;
  };
  const stop = job.subscribe(show);
  try {
    const signal = AbortSignal.any([terminal.signal, withoutToken.signal]);
    const failedEarlier = new Set(listIds(listMissing(job)));
    let collected = await (get === undefined ? job.labels.collect(signal) : get(signal));
    const again = listIds(listMissing(job)).filter((id) => failedEarlier.has(id));
    if (collected.ok && again.length > 0) collected = await job.labels.retry(again, signal);
    show();
    progress.end();
    withoutToken.signal.throwIfAborted();
    need(collected);
  } finally {
    stop();
  }
}

function listMissing(job: GroupingJob) {
  return job.snapshot().shipments.filter(({ label }) => {
    return isStuck(label) && label.waived === null && !isHeld(label);
  });
}

function writeReason(reason: Fault | null) {
  if (reason === null) return '';
  const { what } = faultText(reason.kind, 'en', reason.detail);
  return reason.erpMessage === null ? what : `${what} the ERP says: ${reason.erpMessage}`;
}
