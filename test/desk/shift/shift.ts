import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import {
  type JobSnapshot,
  listExceptions,
  readState,
  type ShipmentSnapshot,
} from '#shared/domain/job.ts';
import type { Fault, Result } from '#shared/faults/faults.ts';
import { systemClock } from '../../../src/main/os/clock.ts';
import type { Runner } from '../../../src/main/os/worker.ts';
import { startFaultySandbox, type FaultySandbox } from '../../support/faulty-erp/index.ts';
import { readLabelsHere } from '../../support/label-process/here.ts';
import { startNetworkPrinter, type SimulatedPrinter } from '../../support/network-printer.ts';
import { openWorkstation, valueOf, type Workstation } from '../support/harness.ts';
import { at, nameOn, networkTiming } from '../support/printers.ts';

/**
 * A shift at one bench, beside a model of its true events: several groupings, people who take
 * turns, labels issued anew, shipments that leave and come back with other data, a clock that
 * jumps, and files that are not there for a moment. ERP, label hosts and printer are servers on
 * real sockets; the pictures of what back offices do are faults that were met here (a
 * label issued anew, a shipment moved and corrected, a permission that is missing for one request).
 */

const acts = [
  'open',
  'print',
  'print',
  'scan',
  'scan',
  'scan-old',
  'undo',
  'answer',
  'issue-anew',
  'address',
  'take-away',
  'bring-back',
  'read-anew',
  'leave',
  'conclude',
  'next-person',
  'no-permission',
  'sleep',
  'clock-back',
  'restart',
  'restart-without-companies',
  'restart-with-cut-companies',
  'restart-with-mark',
] as const;
type Act = (typeof acts)[number];

export interface Step {
  readonly act: Act;
  readonly grouping: number;
  readonly row: number;
  /** Nothing else happens until its work has ended. */
  readonly settles: boolean;
}

export const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(...acts),
  grouping: fc.nat(2),
  row: fc.nat(2),
  settles: fc.boolean(),
});

const rows = 3;
const tokens = ['token-of-ana', 'token-of-bia'] as const;
const hourMs = 3_600_000;

/** The reasons that a screen shows by itself: the work that it shows, the question that it asks. */
const spokenFor: ReadonlySet<Fault['kind']> = new Set(['cancelled', 'other-company']);

export class Shift {
  readonly #home: string;
  readonly #erp: FaultySandbox;
  readonly #printer: SimulatedPrinter;
  readonly #keychain = new Map<string, string>();
  readonly #groupings: readonly number[];
  #station: Workstation;
  #clockJumpMs = 0;
  #tokenAt = 0;
  #processes = 0;
  #serial = 0;
  /** Names on labels whose print was begun by a person and accepted by the program. */
  readonly #begun: { readonly groupingId: number; readonly id: number; readonly name: string }[] =
    [];
  /**
   * Labels that a person printed while the screen said that their shipments have changed: the label
   * of before may have been made of the same data, only later than the list.
   */
  readonly #askedAgain = new Set<string>();
  /** The parcel's identity when its label was last scanned, by shipment. */
  readonly #scanned = new Map<number, string>();
  /** What the ERP has put on a shipment's label, the first first: a label may be later than the list. */
  readonly #names = new Map<number, Set<string>>();
  /** Codes that a label had before it was issued anew. */
  readonly #oldCodes = new Map<number, string>();
  readonly #taken: { readonly groupingId: number; readonly record: ShipmentRecord }[] = [];
  readonly #log: string[] = [];

  private constructor(home: string, erp: FaultySandbox, printer: SimulatedPrinter) {
    this.#home = home;
    this.#erp = erp;
    this.#printer = printer;
    this.#groupings = [...erp.world.groupings.keys()];
    this.#station = undefined as unknown as Workstation;
  }

  static async begin(): Promise<Shift> {
    const home = await mkdtemp(join(tmpdir(), 'doca-shift-'));
    const erp = await startFaultySandbox({
      shipments: rows,
      groupings: 3,
      formats: ['zpl'],
      token: tokens[0],
    });
    for (const { shipments } of erp.world.groupings.values()) {
      shipments.splice(rows);
      for (const one of shipments) {
        const { id, logistica } = one.dispatch;
        const codigoRastreio = logistica.codigoRastreio || `PB${id}BR`;
        erp.world.correct(one, { volume: { quantidadeVolumes: 1 }, logistica: { codigoRastreio } });
      }
    }
    const printer = await startNetworkPrinter({ labelMs: 2 });
    const shift = new Shift(home, erp, printer);
    shift.#noteNames();
    await shift.#start();
    valueOf(
      await shift.#station.ask('settings.change', {
        change: { networkPrinters: [at('Zebra', printer)], printer: 'Zebra', mustCheck: true },
      }),
    );
    const { baseUrl } = erp;
    valueOf(await shift.#station.ask('connection.save', { baseUrl, token: tokens[0] }));
    return shift;
  }

  async run({ act, grouping, row, settles }: Step): Promise<void> {
    const groupingId = this.#groupings[grouping]!;
    this.#log.push(`${act} ${grouping}.${row}${settles ? '' : ' …'}`);
    await this.#do(act, groupingId, row);
    this.#noteNames();
    if (settles) await this.#settle();
    this.#check();
  }

  /** Everything has come to its end: what was begun is on paper, and nothing is kept. */
  async end(): Promise<void> {
    await this.#settle();
    this.#check();
    await this.#checkPaper();
    for (const groupingId of this.#groupings) await this.#station.ask('job.leave', { groupingId });
    await expect
      .poll(() => this.#processes, { timeout: 10_000, message: this.#say('processes are back') })
      // One waits for the next grouping.
      .toBeLessThan(2);
  }

  async close(): Promise<void> {
    await this.#station.close();
    await this.#printer.close();
    await this.#erp.close();
    await rm(this.#home, { recursive: true, force: true });
  }

  /** The usual way: open, print, check, conclude. Returns the requests to the ERP, by kind. */
  async workCalmly(): Promise<readonly string[]> {
    for (const groupingId of this.#groupings) {
      await this.#open(groupingId);
      await this.#settle([groupingId]);
      await this.#print(groupingId);
      await this.#settle([groupingId]);
      for (let row = 0; row < rows; row += 1) await this.#scan(groupingId, row);
      await this.#conclude(groupingId);
      await this.#settle([groupingId]);
      await this.#station.ask('job.leave', { groupingId });
    }
    return this.#erp.requests.map(({ method, path }) => `${method} ${path}`);
  }

  get papers(): number {
    return this.#printer.paper.length;
  }

  get conclusions(): number {
    return this.#groupings.reduce((sum, id) => sum + this.#erp.conclusions(id), 0);
  }

  get checks(): number {
    return this.#scanned.size;
  }

  async #do(act: Act, groupingId: number, row: number): Promise<void> {
    const { ask } = this.#station;
    const { shipments } = this.#erp.world.groupings.get(groupingId)!;
    const record = shipments[row % Math.max(1, shipments.length)];
    switch (act) {
      case 'open':
        await this.#open(groupingId);
        return;
      case 'print':
        return this.#print(groupingId);
      case 'scan':
        return this.#scan(groupingId, row);
      case 'scan-old': {
        const code = record && this.#oldCodes.get(record.dispatch.id);
        const snapshot = code === undefined ? null : await this.#open(groupingId);
        // Until the list is read anew, it is the code of the label on the table.
        if (code === undefined || snapshot === null) return;
        if (snapshot.shipments.some((entry) => readLabelCode(entry) === code)) return;
        const answer = await ask('check.scan', { groupingId, code });
        expect(answer.ok && answer.value.result, this.#say('an old code checks')).not.toBe('ok');
        return;
      }
      case 'answer': {
        const snapshot = await this.#open(groupingId);
        const perhaps = snapshot?.printVerdict?.perhaps ?? [];
        if (snapshot === null || perhaps.length === 0) return;
        const papers = new Set(this.#listPapers());
        const isOut = (entry: ShipmentSnapshot) => papers.has(nameOf(entry));
        const out = snapshot.shipments.filter(isOut).map(({ shipment }) => shipment.id);
        const printed = perhaps.filter((id) => out.includes(id));
        return this.#mayRefuse(groupingId, ask('print.resolve', { groupingId, printed }));
      }
      case 'undo':
        if ((await this.#open(groupingId)) !== null)
          await this.#mayRefuse(groupingId, ask('check.undo', { groupingId }));
        return;
      case 'issue-anew':
        if (record !== undefined) this.#issueAnew(record);
        return;
      case 'address': {
        if (record === undefined) return;
        const { dispatch } = record;
        const { destinatario } = dispatch;
        const endereco = { ...destinatario.endereco, cep: this.#makePostalCode() };
        record.dispatch = { ...dispatch, destinatario: { ...destinatario, endereco } };
        record.label = null;
        return;
      }
      case 'take-away':
        if (record === undefined || shipments.length < 2) return;
        shipments.splice(shipments.indexOf(record), 1);
        this.#taken.push({ groupingId, record });
        return;
      case 'bring-back': {
        const back = this.#taken.pop();
        if (back === undefined) return;
        this.#issueAnew(back.record);
        this.#erp.world.groupings.get(back.groupingId)!.shipments.push(back.record);
        return;
      }
      case 'read-anew':
        if ((await this.#open(groupingId)) !== null)
          await this.#mayRefuse(groupingId, ask('job.collect', { groupingId }));
        return;
      case 'leave':
        await ask('job.leave', { groupingId });
        return;
      case 'conclude':
        return this.#conclude(groupingId);
      case 'next-person':
        this.#tokenAt = 1 - this.#tokenAt;
        this.#erp.changeToken(tokens[this.#tokenAt]!);
        await ask('connection.token', { token: tokens[this.#tokenAt]! });
        return;
      case 'no-permission':
        this.#erp.inject({
          on: 'info',
          times: 1,
          fault: { type: 'status', status: 403, body: '' },
        });
        await ask('connection.token', { token: tokens[this.#tokenAt]! });
        return;
      case 'sleep':
        this.#clockJumpMs += 8 * hourMs;
        return;
      case 'clock-back':
        this.#clockJumpMs -= hourMs;
        return;
      case 'restart':
        return this.#restart(() => Promise.resolve());
      case 'restart-without-companies':
        return this.#restart(() => this.#hide('companies.json'));
      case 'restart-with-cut-companies':
        return this.#restart(() => this.#change('companies.json', (text) => text.slice(0, 20)));
      case 'restart-with-mark':
        return this.#restart(() => this.#change('settings.json', (text) => `\uFEFF${text}`));
    }
  }

  /** A packer looks at the grouping: returns null if the program says why it cannot be shown. */
  async #open(groupingId: number): Promise<JobSnapshot | null> {
    const answer = await this.#station.ask('job.open', { groupingId });
    return answer.ok ? answer.value.snapshot : null;
  }

  async #print(groupingId: number): Promise<void> {
    const snapshot = await this.#open(groupingId);
    const meant = snapshot?.shipments.filter(
      ({ label }) => readState(label) === 'ready' && label.timesPrinted === 0,
    );
    if (meant === undefined || meant.length === 0) return;
    const shipmentIds = meant.map(({ shipment }) => shipment.id);
    const request = { groupingId, printer: null, copies: 1, sheet: null, shipmentIds };
    const answer = await this.#station.ask('print.start', request);
    const changed = listExceptions(snapshot!).find(({ kind }) => kind === 'changed')?.shipmentIds;
    for (const entry of meant)
      if (changed?.includes(entry.shipment.id) === true) this.#askedAgain.add(nameOf(entry));
    if (answer.ok)
      this.#begun.push(
        ...meant.map((entry) => ({ groupingId, id: entry.shipment.id, name: nameOf(entry) })),
      );
    else await this.#mayRefuse(groupingId, Promise.resolve(answer));
  }

  async #scan(groupingId: number, row: number): Promise<void> {
    const snapshot = await this.#open(groupingId);
    const entry = snapshot?.shipments[row % Math.max(1, snapshot.shipments.length)];
    if (entry === undefined) return;
    const code = readLabelCode(entry);
    const answer = await this.#station.ask('check.scan', { groupingId, code });
    if (!answer.ok) return this.#mayRefuse(groupingId, Promise.resolve(answer));
    const word = { groupingId, code, despite: 'unprinted' as const };
    const said =
      answer.value.problem === 'unprinted' ? await this.#station.ask('check.scan', word) : answer;
    if (said.ok && said.value.result === 'ok') this.#scanned.set(entry.shipment.id, nameOf(entry));
  }

  async #conclude(groupingId: number): Promise<void> {
    const snapshot = await this.#open(groupingId);
    if (snapshot === null) return;
    const seen = listExceptions(snapshot).filter(({ kind }) => kind !== 'unchecked');
    const answer = this.#station.ask('job.conclude', { groupingId, beforeLabels: false, seen });
    await this.#mayRefuse(groupingId, answer);
  }

  /** Nothing is refused for a reason that the screen does not show. */
  async #mayRefuse(groupingId: number, asked: Promise<Result<unknown>>): Promise<void> {
    const answer = await asked;
    if (answer.ok || spokenFor.has(answer.fault.kind)) return;
    const snapshot = await this.#open(groupingId);
    if (snapshot === null) return;
    const { fault, listFault, state, step } = snapshot;
    const shown =
      listExceptions(snapshot).length > 0 ||
      fault !== null ||
      listFault !== null ||
      ['printing', 'concluding', 'concluded', 'collecting', 'conclusion-unknown'].includes(state) ||
      !['conclude', 'print'].includes(step.kind);
    expect(shown, this.#say(`refused: ${JSON.stringify(answer.fault)}, ${step.kind}`)).toBe(true);
    expect(answer.fault.kind, this.#say('the program does not know what it shows')).not.toBe(
      'invalid-input',
    );
    expect(answer.fault.kind, this.#say('a bug')).not.toBe('internal');
  }

  /** What must always be so. */
  #check(): void {
    for (const groupingId of this.#groupings)
      expect(this.#erp.conclusions(groupingId), this.#say('concluded twice')).toBeLessThan(2);
    const byName = Map.groupBy(this.#listPapers(), (name) => name);
    const twice = [...byName].filter(
      ([name, papers]) => papers.length > 1 && !this.#askedAgain.has(name),
    );
    expect(
      twice.map(([name]) => name),
      this.#say('printed twice'),
    ).toEqual([]);
  }

  /** No print is cut off, and what counts as checked is the label that was scanned. */
  async #checkPaper(): Promise<void> {
    // The last labels are still drawn for some milliseconds when they count.
    const prints = () => this.#printer.stirrings.some((one) => one.includes('to print'));
    await expect.poll(prints, { timeout: 10_000, interval: 5 }).toBe(false);
    const printed = new Set(this.#listPapers());
    for (const groupingId of this.#groupings) {
      const snapshot = await this.#open(groupingId);
      for (const entry of snapshot?.shipments ?? []) {
        const { id } = entry.shipment;
        if (entry.checkedAtMs !== null)
          expect(nameOf(entry), this.#say('checked, and the label is another')).toBe(
            this.#scanned.get(id),
          );
        const begun = this.#begun.some((one) => one.id === id && one.name === nameOf(entry));
        const isAsked = snapshot?.printVerdict?.perhaps.includes(id) === true;
        const names = [...this.#names.get(id)!];
        const later = names.slice(names.indexOf(nameOf(entry)));
        if (begun && !isAsked)
          expect(
            later.some((name) => printed.has(name)),
            this.#say(
              `a print was cut off: ${JSON.stringify([nameOf(entry), entry.label, snapshot?.fault, snapshot?.state, snapshot?.problems])}`,
            ),
          ).toBe(true);
      }
    }
  }

  #noteNames(): void {
    for (const { shipments } of this.#erp.world.groupings.values())
      for (const { dispatch } of shipments) {
        const { codigoRastreio } = dispatch.logistica;
        const { cep } = dispatch.destinatario.endereco;
        const names = this.#names.get(dispatch.id) ?? new Set();
        this.#names.set(dispatch.id, names.add(`${codigoRastreio}|${cep.replace('-', '')}`));
      }
  }

  async #settle(groupingIds = this.#groupings): Promise<void> {
    for (const groupingId of groupingIds) {
      const { ask } = this.#station;
      await expect
        .poll(
          async () => {
            const open = await ask('job.open', { groupingId });
            if (!open.ok) return open.fault.kind === 'already-open' ? 'locked' : 'idle';
            const { state, tallies, pause } = open.value.snapshot;
            // The screen asks for a token.
            if (pause?.reason === 'token') return 'idle';
            const isBusy = ['printing', 'concluding', 'collecting'].includes(state);
            return isBusy || tallies.coming > 0 ? state : 'idle';
          },
          { timeout: 20_000, interval: 10, message: this.#say('comes to its end') },
        )
        .toBe('idle');
    }
  }

  /** As `nameOf` names a label. */
  #listPapers(): readonly string[] {
    return this.#printer.paper.flatMap((zpl) => {
      const name = nameOn(zpl);
      return name === null ? [] : [name.slice(0, name.lastIndexOf('|'))];
    });
  }

  #issueAnew(record: ShipmentRecord): void {
    this.#oldCodes.set(record.dispatch.id, record.dispatch.logistica.codigoRastreio);
    this.#serial += 1;
    const codigoRastreio = `AN${String(100_000_000 + this.#serial * 7)}BR`;
    this.#erp.world.correct(record, { volume: {}, logistica: { codigoRastreio } });
  }

  #makePostalCode(): string {
    this.#serial += 1;
    return String(10_000_000 + this.#serial * 13);
  }

  async #restart(between: () => Promise<void>): Promise<void> {
    // Whoever quits a program that prints has been asked.
    this.#begun.length = 0;
    await this.#station.close();
    await between();
    await this.#start();
  }

  async #start(): Promise<void> {
    this.#station = await openWorkstation(this.#home, this.#keychain, {
      clock: { ...systemClock, now: () => Date.now() + this.#clockJumpMs },
      networkTiming,
      startLabelProcess: () => {
        this.#processes += 1;
        return countEnd(readLabelsHere(), () => {
          this.#processes -= 1;
        });
      },
    });
  }

  async #hide(name: string): Promise<void> {
    await rename(join(this.#home, folderOf(name), name), join(this.#home, name)).catch(
      () => undefined,
    );
  }

  async #change(name: string, change: (text: string) => string): Promise<void> {
    const path = join(this.#home, folderOf(name), name);
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text !== null) await writeFile(path, change(text));
  }

  #say(what: string): string {
    return `${what} after: ${this.#log.join(', ')}`;
  }
}

type ShipmentRecord = NonNullable<
  ReturnType<FaultySandbox['world']['groupings']['get']>
>['shipments'][number];

/** As the training ERP's labels name a parcel, the grouping's number left out. */
function nameOf(entry: ShipmentSnapshot): string {
  const { address = null } = entry.shipment.recipient ?? {};
  return `${readLabelCode(entry)}|${(address?.postalCode ?? '').replace('-', '')}`;
}

function readLabelCode({ shipment }: ShipmentSnapshot): string {
  return shipment.logistics?.trackingCode ?? '';
}

function countEnd(runner: Runner, ended: () => void): Runner {
  return {
    send: (message) => runner.send(message),
    listen: (heard, end) => runner.listen(heard, end),
    keepAlive: () => runner.keepAlive(),
    release: () => runner.release(),
    end: () => {
      ended();
      return runner.end();
    },
  };
}

/** The computer's folder, or the person's. */
function folderOf(name: string): string {
  return name === 'companies.json' ? 'station' : 'data';
}
