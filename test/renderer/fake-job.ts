import { matchScan } from '../../src/main/dispatch/codes/parcel-codes.ts';
import { defaultPageChoice } from '#shared/domain/labels.ts';
import { unknownIssuers } from '#shared/identities/access-key.ts';
import { normaliseCode } from '#shared/identities/code.ts';
import { findByCode } from '#shared/identities/naming.ts';
import type { JobChange, OpenJob } from '#shared/contract/job.ts';
import type { PrintScanAnswer, ScanAnswer } from '#shared/contract/scan.ts';
import {
  countVolumes,
  findFewerLabels,
  type JobSnapshot,
  hasLabel,
  isSettled,
  isStuck,
  type LabelSnapshot,
  type LabelState,
  readState,
  type ShipmentSnapshot,
} from '#shared/domain/job.ts';
import type { LabelReading, PageChoice, Shipment } from '#shared/domain/records.ts';
import { failed, fault, type Fault, ok, type Result } from '#shared/faults/faults.ts';
import { type KindAgainst, type Problem, readMeaning } from '#shared/faults/problems.ts';
import { filePrinterName } from '#shared/domain/printing.ts';
import { findAtCheck } from '../../src/main/dispatch/model/problems.ts';
import { decide, waive } from '../../src/main/dispatch/model/decide.ts';
import type { DecisionSettings } from '../../src/main/dispatch/model/decide.ts';
import { freshJob, readJobState } from '../../src/main/dispatch/model/job-state.ts';
import type { JobFacts } from '../../src/main/dispatch/model/problems.ts';
import { makeHostile, makeShipment, printedLabel, readyLabel } from './fake-data.ts';
import { noLabel } from '../support/no-label.ts';
import { quietHead } from '../support/quiet-head.ts';

/** The special groupings, by id. All others behave normally. */
export const specialGroupings = {
  mixed: 1040,
  failures: 1041,
  tokenPause: 1401,
  ratePause: 1429,
  hostile: 1666,
  difference: 1700,
  labelsAfterConclusion: 1777,
  refused: 1778,
  conclusionUnknown: 1888,
  printUnknown: 1999,
  withoutLabels: 1300,
  printBreaks: 1812,
  fewerLabels: 1822,
  labelsRead: 1823,
  shared: 1940,
} as const;

/** How everything is sent here. */
export const fakeMethod = { id: 1, name: 'Correios SEDEX' };

/** The invoice of a parcel on the wrong pallet. */
const parcelOfAnother = '48901';

/** The ERP returns no label before the conclusion, with or without a reason. */
const refusals: Readonly<Record<number, Fault>> = {
  [specialGroupings.labelsAfterConclusion]: fault('label-after-conclusion', {
    erpMessage: 'Agrupamento ainda não foi concluído',
  }),
  [specialGroupings.refused]: fault('validation', {
    status: 400,
    erpMessage: 'Url das etiquetas não encontrada',
  }),
};

const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

type Head = Omit<JobFacts, 'shipments'>;

/** Plays a job: sends the states that main would send, without main's work. */
export class FakeJob {
  readonly id: number;
  head: Head;
  rows: ShipmentSnapshot[];
  revision = 1;
  /** The positions of labels that come on half of an A4 page. */
  readonly sheets: ReadonlySet<number>;
  readonly #emit: (change: JobChange) => void;
  readonly #stepMs: number;
  readonly #concludesFirst: () => boolean;
  readonly #settings: () => DecisionSettings;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #undo: number[] = [];

  /** `concludesFirst`: the packer chose it for its shipping method. */
  constructor(
    id: number,
    count: number,
    stepMs: number,
    emit: (change: JobChange) => void,
    concludesFirst: () => boolean,
    settings: () => DecisionSettings,
  ) {
    this.id = id;
    this.#emit = emit;
    this.#stepMs = stepMs;
    this.#concludesFirst = concludesFirst;
    this.#settings = settings;
    this.head = {
      grouping: {
        id,
        identification:
          id === specialGroupings.hostile ? '<b>\u202Eabc</b>'.repeat(300) : String(id),
        date: '2026-03-09',
        shippingMethod: fakeMethod,
      },
      ...quietHead,
      state: 'loaded',
    };
    this.rows = Array.from({ length: count }, (_, index) => ({
      position: index + 1,
      shipment:
        id === specialGroupings.hostile ? makeHostile(index + 1, id) : makeShipment(index + 1, id),
      label: noLabel,
      checkedAtMs: null,
      scannedVolumes: null,
      share: null,
    }));
    this.sheets = new Set(id === specialGroupings.labelsRead ? [4] : []);
    this.#prepare();
  }

  open(): OpenJob {
    return structuredClone({ revision: this.revision, snapshot: this.#decide() });
  }

  #decide(): JobSnapshot {
    const nowMs = Date.now();
    const { state, printProgress } = this.head;
    const isComing = ({ label }: ShipmentSnapshot): boolean => label.file === 'coming';
    const facts = {
      ...this.head,
      collecting: state === 'collecting' || this.rows.some(isComing),
      printing: state === 'printing' || printProgress !== null,
      readAtMs: nowMs,
      shipments: [...this.rows],
    };
    return decide(facts, this.#settings(), nowMs);
  }

  /** Sends a change; `skip` loses one on the way, as a bad border would. */
  change(head: Partial<Head>, rows: readonly ShipmentSnapshot[] = [], skip = false): void {
    this.head = { ...this.head, ...head };
    for (const row of rows) this.rows[row.position - 1] = row;
    this.revision += 1;
    if (skip) return;
    const shipments = rows.map(({ position, label, checkedAtMs, scannedVolumes, share }) => ({
      position,
      label,
      checkedAtMs,
      scannedVolumes,
      share,
    }));
    const { shipments: _rows, ...decided } = this.#decide();
    this.#emit(
      structuredClone({
        groupingId: this.id,
        revision: this.revision,
        head: decided,
        shipments,
        whole: null,
      }),
    );
  }

  /** Another shipment in a row: the list has changed, and all of it is sent. */
  replaceRow(row: ShipmentSnapshot): void {
    this.rows[row.position - 1] = row;
    this.revision += 1;
    const { shipments: _rows, ...head } = this.#decide();
    const whole = this.#decide();
    this.#emit(
      structuredClone({ groupingId: this.id, revision: this.revision, head, shipments: [], whole }),
    );
  }

  label(position: number, label: Partial<LabelSnapshot>): ShipmentSnapshot {
    const row = this.rows[position - 1]!;
    return { ...row, label: { ...row.label, ...label } };
  }

  collect(): void {
    if (this.id === specialGroupings.mixed || this.id === specialGroupings.labelsRead) return;
    const refusal = this.#concludedOnce ? undefined : refusals[this.id];
    if (refusal !== undefined) {
      const held = refusal.kind === 'label-after-conclusion' || this.#concludesFirst();
      const words = held
        ? fault('label-after-conclusion', { erpMessage: refusal.erpMessage })
        : refusal;
      this.change(
        { state: 'ready', labelsAfterConclusion: held },
        this.rows.map(({ position }) =>
          this.label(position, { file: held ? 'withheld' : 'refused', fault: words }),
        ),
      );
      return;
    }
    this.change({ state: this.#concludedOnce ? 'concluded' : 'collecting', pause: null });
    this.#step();
  }

  cancel(): void {
    clearTimeout(this.#timer);
    const halted = this.rows
      .filter(({ label }) => label.file === 'coming')
      .map(({ position }) => this.label(position, { file: 'missing' }));
    this.change({ state: 'loaded', pause: null, fault: fault('cancelled') }, halted);
  }

  retry(shipmentIds: readonly number[] | null): void {
    const again = this.rows
      .filter(
        ({ label, shipment }) =>
          isStuck(label) && (shipmentIds?.includes(shipment.id) ?? label.file === 'failed'),
      )
      .map(({ position }) => this.label(position, noLabel));
    this.#healed = true;
    this.change({ state: 'collecting' }, again);
    this.collect();
  }

  choosePages(shipmentIds: readonly number[], choice: PageChoice | null): void {
    const rows = this.rows
      .filter(({ shipment }) => shipmentIds.includes(shipment.id))
      .map(({ position, label: { filePages } }) => {
        const used = choice ?? defaultPageChoice;
        const pages =
          used.pages === 'auto' ? 1 : used.pages === 'all' ? filePages : used.pages.length;
        const isSheet = this.sheets.has(position);
        const croppedPages = isSheet && used.crop === 'auto' ? pages : 0;
        return this.label(position, {
          ...readyLabel,
          pages,
          filePages,
          croppedPages,
          choice: used,
          ownChoice: choice,
        });
      });
    this.change({ state: 'ready' }, rows);
  }

  /**
   * As in main: the list is updated, and a label of another code is fetched again. The ERP refuses
   * more than 30 kg.
   */
  correct(
    id: number,
    to: { grossWeightKg: number | null; trackingCode: string | null },
  ): Result<void> {
    const row = this.rows.find(({ shipment }) => shipment.id === id)!;
    const { volume, logistics } = row.shipment;
    if ((to.grossWeightKg ?? 0) > 30) {
      return failed(
        fault('validation', { status: 400, erpMessage: 'Peso acima do limite da forma de envio' }),
      );
    }
    const shipment = {
      ...row.shipment,
      volume: volume && { ...volume, grossWeight: to.grossWeightKg ?? volume.grossWeight },
      logistics: logistics && {
        ...logistics,
        trackingCode: to.trackingCode ?? logistics.trackingCode,
      },
    };
    this.replaceRow({ ...row, shipment, label: to.trackingCode === null ? row.label : noLabel });
    if (to.trackingCode !== null) this.collect();
    return ok();
  }

  acceptFewer(shipmentIds: readonly number[]): void {
    const rows = this.rows
      .filter(({ shipment }) => shipmentIds.includes(shipment.id))
      .map((row) => this.label(row.position, { fewerSeen: findFewerLabels(row) }));
    this.change({}, rows);
  }

  accept(shipmentIds: readonly number[], isAccepted = true): void {
    const rows = this.rows
      .filter(({ shipment }) => shipmentIds.includes(shipment.id))
      .map(({ position }) => this.label(position, { waived: isAccepted ? 'without' : null }));
    this.change({}, rows);
  }

  confirm(shipmentIds: readonly number[]): void {
    const rows = this.rows
      .filter(({ shipment }) => shipmentIds.includes(shipment.id))
      .map(({ position }) => this.label(position, { file: 'ready', block: null, fault: null }));
    this.change({}, rows);
  }

  /**
   * A file with the labels of all rows that have none but the first, and three that need a person.
   */
  takeFile(file: string): void {
    const [first, ...rest] = this.rows.filter(({ label }) => isStuck(label));
    const shipmentIds = this.rows.slice(0, 2).map(({ shipment }) => shipment.id);
    const left = [
      {
        id: 1,
        file,
        place: 3,
        why: 'stranger' as const,
        code: 'MEL44098123456LMLLF01',
        shipmentIds: [],
      },
      { id: 2, file, place: 9, why: 'several' as const, code: null, shipmentIds },
      { id: 3, file, place: 12, why: 'unreadable' as const, code: null, shipmentIds: [] },
    ];
    this.change(
      {
        imported: {
          file,
          isReading: false,
          placed: rest.length,
          same: 2,
          left: first === undefined ? [] : left,
        },
      },
      rest.map(({ position }) => this.label(position, { ...readyLabel, fault: null })),
    );
  }

  putLeft(id: number, shipmentId: number): void {
    const { imported } = this.head;
    const rows = this.rows.filter(({ shipment }) => shipment.id === shipmentId);
    const left = (imported?.left ?? []).filter((one) => one.id !== id);
    this.change(
      { imported: imported && { ...imported, placed: imported.placed + 1, left } },
      rows.map(({ position }) => this.label(position, { ...readyLabel, fault: null })),
    );
  }

  /** `printer`: null for the usual one. */
  async print(
    shipmentIds: readonly number[],
    printer: string | null = null,
  ): Promise<Result<void>> {
    this.#toFolder = printer === filePrinterName;
    this.change({ state: 'printing', fault: null, printVerdict: null });
    this.#printRunId += 1;
    await delay(this.#stepMs * 4);
    if (this.id === specialGroupings.printUnknown) {
      const printVerdict = { printed: [], perhaps: shipmentIds, not: [] };
      this.change({ state: 'ready', fault: fault('print-unknown'), printVerdict });
      return failed(fault('print-unknown'));
    }
    if (this.id === specialGroupings.printBreaks && !this.#broke) {
      this.#broke = true;
      const [printed, perhaps, not] = [
        shipmentIds.slice(0, 12),
        shipmentIds.slice(12, 13),
        shipmentIds.slice(13),
      ];
      this.#printed(printed);
      this.change({
        state: 'ready',
        fault: fault('print-failed', { reached: 'no' }),
        printVerdict: { printed, perhaps, not },
      });
      return failed(fault('print-failed', { reached: 'no' }));
    }
    this.#printed(shipmentIds);
    return ok();
  }

  named(code: string): readonly ShipmentSnapshot[] {
    return findByCode(code, this.rows);
  }

  printScan(
    code: string,
    row: ShipmentSnapshot,
    again: number | undefined,
  ): Omit<PrintScanAnswer, 'groupingId'> {
    const { shipment, label, checkedAtMs } = row;
    const answer = { code, shipmentId: shipment.id, recipient: shipment.recipient?.name ?? null };
    const counts = { checked: this.#checked(), total: this.rows.length };
    if (label.timesPrinted > 0 && again !== label.timesPrinted) {
      const isOwn = normaliseCode(shipment.logistics?.trackingCode ?? '') === normaliseCode(code);
      if (isOwn && checkedAtMs === null) return this.scan(code);
      return { ...answer, ...counts, result: 'again', timesPrinted: label.timesPrinted };
    }
    if (isStuck(label))
      return {
        ...answer,
        ...counts,
        result: 'refused',
        fault: label.fault ?? fault('label-missing'),
      };
    if (!hasLabel(label)) return { ...answer, ...counts, result: 'waiting' };
    void this.print([shipment.id]);
    return { ...answer, ...counts, result: 'printing' };
  }

  resolvePrint(printed: boolean | readonly number[]): void {
    const verdict = this.head.printVerdict;
    if (verdict !== null) {
      const isOut = (id: number): boolean =>
        typeof printed === 'boolean' ? printed : printed.includes(id);
      const out = verdict.perhaps.filter(isOut);
      this.#printed(out);
      const not = [...verdict.perhaps.filter((id) => !isOut(id)), ...verdict.not];
      const printVerdict =
        not.length === 0 ? null : { printed: [...verdict.printed, ...out], perhaps: [], not };
      this.change({ state: this.#readState(), fault: null, printVerdict });
    } else if (printed === true) this.#printed(this.rows.map(({ shipment }) => shipment.id));
    else this.change({ state: this.#readState(), fault: null });
  }

  /** Waited for, the spool job of before ends well; withdrawn, it leaves its labels in doubt. */
  finishInterruptedPrint(isWaiting: boolean): void {
    this.change({ interruptedPrint: null });
    if (isWaiting) this.resolvePrint(true);
  }

  /**
   * As in the engine: every label printed or accepted, unless the ERP returns labels only
   * afterwards.
   */
  async conclude(seen: readonly Pick<Problem, 'kind' | 'shipmentIds'>[]): Promise<Result<void>> {
    const gone = seen.flatMap(({ kind, shipmentIds }) =>
      this.rows.flatMap((row) => {
        const end = shipmentIds.includes(row.shipment.id) ? waive(kind, row) : null;
        return end === null ? [] : [{ ...row, label: end.label }];
      }),
    );
    this.change({}, gone);
    const acceptDifference = seen.some(({ kind }) => kind === 'added');
    const open = this.rows.filter(
      ({ label }) => readState(label) !== 'printed' && label.waived === null,
    );
    if (open.length > 0 && !this.head.labelsAfterConclusion) return failed(fault('not-ready'));
    if (this.id === specialGroupings.difference && !acceptDifference) {
      const difference = {
        added: [makeShipment(91, this.id), makeShipment(92, this.id)],
        removed: [this.rows[1]!.shipment],
        changed: [this.rows[2]!.shipment],
      };
      this.change({ difference });
      return failed(fault('grouping-changed'));
    }
    this.change({ state: 'concluding' });
    await delay(this.#stepMs * 4);
    if (this.id === specialGroupings.conclusionUnknown) {
      this.change({ state: 'conclusion-unknown' });
      return failed(fault('conclusion-unknown', { reached: 'maybe' }));
    }
    this.resolveConclusion(true);
    return ok();
  }

  resolveConclusion(concluded: boolean): void {
    if (!concluded) {
      this.change({ state: 'printed', fault: null });
      return;
    }
    const first = this.head.labelsAfterConclusion;
    this.#concludedOnce = true;
    this.change(
      { state: 'concluded', labelsAfterConclusion: false, difference: null },
      first ? this.rows.map(({ position }) => this.label(position, noLabel)) : [],
    );
  }

  scan(code: string, despite?: KindAgainst<'check'>, shipmentId?: number): ScanAnswer {
    const match = matchScan(code, this.rows, unknownIssuers);
    const named = 'entry' in match ? match.entry : undefined;
    const chosen = this.rows.find(({ shipment }) => shipment.id === shipmentId);
    const found = chosen ?? named;
    const answer = (result: ScanAnswer['result']): ScanAnswer => ({
      result,
      code,
      shipmentId: found?.shipment.id ?? null,
      recipient: found?.shipment.recipient?.name ?? null,
      checked: this.#checked(),
      total: this.rows.length,
    });
    if (code === parcelOfAnother) return { ...answer('other-grouping'), otherGrouping: '1041' };
    if (match.kind === 'ambiguous' && chosen === undefined)
      return { ...answer('ambiguous'), shipmentIds: match.entries.map((one) => one.shipment.id) };
    if (found === undefined) return answer('unknown');
    if (chosen !== undefined && despite === undefined)
      return { ...answer('unlabelled'), problem: 'named' };
    if (match.kind === 'already') return answer('already');
    if (match.kind === 'unsure' && despite === undefined)
      return { ...answer('unlabelled'), problem: 'unsure' };
    const problem = findAtCheck(found);
    const isExpected =
      problem === 'no-label' && found.label.file === 'panel' && found.label.waived !== null;
    if (problem !== null && problem !== despite && !isExpected && chosen === undefined)
      return {
        ...answer(readMeaning(problem).check === 'amber' ? 'unlabelled' : 'stopped'),
        problem,
      };
    if ('scanned' in match) {
      const { codes, of } = match.scanned;
      const { volumes } = match;
      if (match.kind !== 'volume') return { ...answer(match.kind), volumes };
      const isDone = codes.length === of;
      this.change({}, [
        { ...found, scannedVolumes: match.scanned, checkedAtMs: isDone ? Date.now() : null },
      ]);
      return { ...answer(isDone ? 'ok' : 'volume'), volumes };
    }
    this.#undo.push(found.position);
    this.change({}, [{ ...found, checkedAtMs: Date.now() }]);
    return { ...answer('ok'), ...(problem && { problem }) };
  }

  undo(): ScanAnswer | null {
    const position = this.#undo.pop();
    if (position === undefined) return null;
    const row = this.rows[position - 1]!;
    this.change({}, [{ ...row, checkedAtMs: null, scannedVolumes: null }]);
    return {
      result: 'undone',
      code: row.shipment.logistics?.trackingCode ?? '',
      shipmentId: row.shipment.id,
      recipient: row.shipment.recipient?.name ?? null,
      checked: this.#checked(),
      total: this.rows.length,
    };
  }

  /** Newest first. */
  recent(): readonly ScanAnswer[] {
    const checked = this.rows.filter(({ checkedAtMs }) => checkedAtMs !== null);
    const last = checked
      .sort((one, other) => (other.checkedAtMs ?? 0) - (one.checkedAtMs ?? 0))
      .slice(0, 8);
    return last.map(({ shipment }) => ({
      result: 'ok',
      code: '',
      shipmentId: shipment.id,
      recipient: shipment.recipient?.name ?? null,
      checked: this.#checked(),
      total: this.rows.length,
    }));
  }

  tokenGiven(): void {
    if (this.head.pause?.reason === 'token') this.collect();
  }

  #concludedOnce = false;
  #broke = false;
  #printRunId = 0;
  #toFolder = false;
  #healed = false;
  #paused = false;

  #checked(): number {
    return this.rows.filter(({ checkedAtMs }) => checkedAtMs !== null).length;
  }

  #printed(shipmentIds: readonly number[]): void {
    const chosen = new Set(shipmentIds);
    const rows = this.rows
      .filter(({ shipment, label }) => chosen.has(shipment.id) && hasLabel(label))
      .map(({ position, label, share }) => ({
        ...this.label(position, {
          timesPrinted: label.timesPrinted + 1,
          printRunId: this.#printRunId,
          isSaved: this.#toFolder,
        }),
        share: share && { ...share, state: 'printed' as const },
      }));
    this.change({ state: this.#readState(rows), fault: null }, rows);
  }

  /** As main reads it once nothing is under way; these rows are to be changed. */
  #readState(changed: readonly ShipmentSnapshot[] = []): JobSnapshot['state'] {
    const rows = [...this.rows];
    for (const row of changed) rows[row.position - 1] = row;
    const own = rows.filter(({ label }) => label.waived === null);
    const count = (state: LabelState): number =>
      own.filter(({ label }) => readState(label) === state).length;
    const conclusion = this.#concludedOnce ? 'concluded' : 'open';
    return readJobState(
      { ...freshJob, conclusion },
      {
        total: rows.length,
        settled: own.filter(({ label }) => isSettled(label)).length + rows.length - own.length,
        ready: count('ready'),
        printed: count('printed'),
      },
    );
  }

  /** One label arrives, and the next ones are requested. */
  #step(): void {
    clearTimeout(this.#timer);
    const open = this.rows.filter(({ label }) => !isSettled(label));
    const [next, ...others] = open;
    if (next === undefined) {
      this.change({ state: this.#readState(), pause: null });
      return;
    }
    const settled = this.rows.length - open.length;
    if (settled >= 5 && !this.#paused && this.id === specialGroupings.tokenPause) {
      this.#paused = true;
      this.change({ pause: { reason: 'token' }, fault: fault('unauthorized', { status: 401 }) });
      return;
    }
    if (settled >= 5 && !this.#paused && this.id === specialGroupings.ratePause) {
      this.#paused = true;
      this.change({ pause: { reason: 'rate-limit', untilMs: Date.now() + 42_000 } });
      this.#timer = setTimeout(() => {
        this.change({ pause: null });
        this.#step();
      }, 42_000);
      return;
    }
    this.change({ requests: this.head.requests + 2 }, [
      this.#outcome(next.position),
      ...others.slice(0, 5).map(({ position }) => this.label(position, { file: 'coming' })),
    ]);
    this.#timer = setTimeout(() => this.#step(), this.#stepMs);
  }

  #outcome(position: number): ShipmentSnapshot {
    const fail = (reason: Fault, mayCome: boolean): ShipmentSnapshot =>
      this.label(position, { file: mayCome ? 'failed' : 'refused', fault: reason });
    if (this.id === specialGroupings.failures && !this.#healed) {
      if (position % 9 === 2) return fail(fault('label-network'), true);
      if (position % 17 === 3) {
        return fail(
          fault('label-missing', { erpMessage: 'Url das etiquetas não encontrada' }),
          false,
        );
      }
    }
    if (this.id === specialGroupings.withoutLabels) {
      const words = fault('label-in-panel', {
        erpMessage: 'Forma de envio não possui recurso de etiquetas',
      });
      return this.label(position, { file: 'panel', fault: words });
    }
    const volumes = countVolumes(this.rows[position - 1]!.shipment.volume) ?? 1;
    const isFewer = this.id === specialGroupings.fewerLabels;
    return this.label(position, {
      ...readyLabel,
      pages: isFewer ? 1 : volumes,
      filePages: volumes,
    });
  }

  /** One label of each kind of reading, and of each treatment of its file. */
  #readLabels(): void {
    const codesOf = ({ logistics }: Shipment): LabelReading['codes'] =>
      logistics?.trackingCode
        ? [{ symbology: 'Code128', text: logistics.trackingCode, page: 1 }]
        : [];
    this.rows = this.rows.map((row) => {
      const reading: LabelReading = {
        codes: codesOf(row.shipment),
        pages: 1,
        dpi: 203,
        looked: true,
      };
      const label = { ...readyLabel, reading };
      const special: Readonly<Record<number, LabelSnapshot>> = {
        2: { ...label, reading: { ...reading, codes: [], dpi: null } },
        3: {
          ...noLabel,
          reading,
          file: 'ready',
          block: 'label-of-another',
          fault: fault('label-of-another'),
        },
        4: { ...label, croppedPages: 1 },
        7: {
          ...label,
          pages: 900,
          filePages: 900,
          block: 'label-many-pages',
          fault: fault('label-many-pages'),
        },
        8: {
          ...label,
          block: 'printed-before',
          fault: fault('printed-before', { detail: `8411 ${Date.UTC(2026, 10, 24, 12)}` }),
        },
        6: {
          ...label,
          twins: 1,
          isMended: true,
          kinds: ['ZIP · PDF'],
        },
      };
      return { ...row, label: special[row.position] ?? label };
    });
    this.head = { ...this.head, state: 'ready' };
  }

  /** A job that has stopped in the middle, with every possible state. */
  #prepare(): void {
    if (this.id === specialGroupings.labelsRead) this.#readLabels();
    if (this.id !== specialGroupings.mixed) return;
    const states: readonly LabelSnapshot[] = [
      printedLabel,
      { ...printedLabel, timesPrinted: 2 },
      readyLabel,
      { ...noLabel, file: 'failed', fault: fault('label-expired') },
      { ...noLabel, file: 'panel', fault: null, waived: 'without' },
      { ...noLabel, file: 'coming' },
      { ...noLabel, file: 'coming' },
      noLabel,
    ];
    this.rows = this.rows.map((row, index) => ({
      ...row,
      label: index === 8 ? { ...printedLabel, isSaved: true } : states[index % states.length]!,
      checkedAtMs: index % 8 === 0 ? Date.now() : null,
    }));
    this.head = { ...this.head, state: 'collecting' };
  }
}
