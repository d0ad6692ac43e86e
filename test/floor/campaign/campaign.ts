import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeCompanyKey } from '../../../src/main/journal/station/company-key.ts';
import { StationFloor } from '../../../src/main/floor/index.ts';
import type { Floor, FloorEvent, GroupingNews } from '../../../src/main/floor/index.ts';
import { systemClock } from '../../../src/main/os/clock.ts';
import { silentLog } from '../../../src/main/os/log.ts';
import { Random } from '../../../src/training-erp/data/random.ts';
import { startFaultySandbox } from '../../support/faulty-erp/index.ts';
import type { FaultySandbox } from '../../support/faulty-erp/index.ts';
import { startPostgres } from '../../support/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../support/postgres.ts';
import { MemoryOutbox } from '../support/station.ts';
import { checkHistory } from '../checker/check.ts';
import type { Breach } from '../checker/check.ts';
import type { FloorEnd, History, Mark } from '../checker/history.ts';
import { faultsOfRound, heal } from './faults.ts';
import type { Scene } from './faults.ts';
import type { Guard, StationReport, Word } from './orders.ts';
import { Station } from './station.ts';
import { dispatchUnread } from './unread-policy.ts';
import { MarkReader } from './witness.ts';

export interface CampaignOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly stations: number;
  readonly groupings: number;
  readonly labels: number;
  /** Groupings that are worked on at the same time. */
  readonly atOnce: number;
  /** The number of deeds of each station in a round. */
  readonly deeds: number;
  readonly without: Guard | null;
  /** The faults' names; all faults if omitted. */
  readonly faults?: readonly string[];
  readonly say: (text: string) => void;
}

export interface CampaignResult {
  readonly rounds: number;
  readonly breaches: readonly Breach[];
  readonly papers: number;
  readonly concluded: number;
  readonly answers: number;
  readonly events: number;
  readonly kills: number;
  readonly deeds: ReadonlyMap<string, number>;
  readonly faults: ReadonlyMap<string, number>;
}

const healMs = 120_000;
const mostTurns = 60;
const token = 'floor-campaign-token-2f81';
const threeHoursMs = 3 * 3_600_000;

/** Plays the rounds, each with faults, and checks the invariants after each. */
export async function playCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const root = mkdtempSync(join(tmpdir(), 'doca-floor-'));
  const server = await startPostgres({ diskMb: 128 });
  const campaign = new Campaign(options, root, server);
  try {
    await campaign.open();
    for (let round = 1; round <= options.rounds; round += 1) {
      await campaign.play(round);
      // Without a guard, the rounds end at the first label that is printed twice: how soon that
      // happens depends on the machine.
      if (options.without !== null && campaign.hasPrintedTwice) break;
    }
    if (options.without === null) await campaign.finish();
    return campaign.result;
  } finally {
    await campaign.close();
    await server.close();
    rmSync(root, { recursive: true, force: true });
  }
}

class Campaign {
  readonly #options: CampaignOptions;
  readonly #root: string;
  readonly #server: TestPostgres;
  readonly #random: Random;
  readonly #stations: Station[] = [];
  readonly #reader: MarkReader;
  readonly #marks = new Map<number, Mark[]>();
  readonly #conclusions = new Map<number, { groupingId: number; took: boolean }[]>();
  readonly #faults = new Map<string, number>();
  readonly #deeds = new Map<string, number>();
  readonly #breaches: Breach[] = [];
  readonly #seen = new Set<string>();
  readonly #open: number[] = [];
  #erp: FaultySandbox | null = null;
  #observer: Floor | null = null;
  #company = '';
  #next = 0;
  #concluded = 0;
  #events = 0;
  #counts = { papers: 0, answers: 0 };
  #rounds = 0;
  #onClaim: (() => void)[] = [];
  #onConclusion: (() => void)[] = [];
  #database: TestDatabase | null = null;
  #putBack: (() => Promise<void>) | null = null;
  #isRestored = false;
  #clones = 0;
  /** Computers that were switched off for good. */
  readonly #gone: Station[] = [];

  constructor(options: CampaignOptions, root: string, server: TestPostgres) {
    this.#options = options;
    this.#root = root;
    this.#server = server;
    this.#random = new Random(options.seed, 'floor');
    this.#reader = new MarkReader(join(root, 'witness'));
    mkdirSync(join(root, 'witness'));
  }

  get result(): CampaignResult {
    return {
      rounds: this.#rounds,
      breaches: this.#breaches,
      ...this.#counts,
      concluded: this.#concluded,
      events: this.#events,
      kills: this.#stations.reduce((sum, { starts }) => sum + starts - 1, 0),
      deeds: this.#deeds,
      faults: this.#faults,
    };
  }

  get hasPrintedTwice(): boolean {
    return this.#breaches.some(({ kind }) => kind === 'printed-twice');
  }

  async open(): Promise<void> {
    const { stations, groupings, labels, seed } = this.#options;
    const erp = await startFaultySandbox({
      seed,
      token,
      groupings,
      shipments: labels,
      formats: ['zpl'],
      watch: (request, answer) => {
        if (request.endpoint !== 'concluir') return null;
        const groupingId = Number(/expedicao\/(\d+)\/concluir/.exec(request.target)?.[1]);
        return answer({
          ...request,
          work: async () => {
            const done = await request.work();
            const known = this.#conclusions.get(groupingId) ?? [];
            this.#conclusions.set(groupingId, [...known, { groupingId, took: done.status < 300 }]);
            return done;
          },
        });
      },
    });
    this.#erp = erp;
    for (const grouping of erp.world.groupings.values()) {
      while (grouping.shipments.length < labels) erp.addShipment(grouping.id);
      grouping.shipments.splice(labels);
    }
    const { cpfCnpj: taxId } = erp.world.company;
    this.#company = makeCompanyKey(erp.baseUrl, { taxId, legalName: null }) ?? '';
    const database = await this.#server.createDatabase();
    this.#database = database;
    for (let place = 0; place < stations; place += 1) {
      await this.#openStation(`bench-${place + 1}`, place === 1 ? threeHoursMs : 0);
    }
    this.#observer = new StationFloor({
      address: database.address,
      password: () => Promise.resolve(database.password),
      stationId: 'observer',
      session: 'observer',
      station: 'observer',
      person: () => null,
      outbox: new MemoryOutbox(),
      clock: systemClock,
      log: silentLog,
    });
    this.#openMore();
  }

  async #openStation(name: string, clockOffMs: number): Promise<Station> {
    const { seed, say, without } = this.#options;
    const [erp, database] = [this.#erp, this.#database];
    if (erp === null || database === null) throw new Error('not open');
    const place = this.#stations.length + this.#clones;
    const station: Station = await Station.open({
      name,
      root: this.#root,
      witnessDir: join(this.#root, 'witness'),
      machine: name,
      baseUrl: erp.baseUrl,
      token,
      floorPassword: database.password,
      without,
      clockOffMs,
      seed: seed * 100 + place,
      serverPort: this.#server.port,
      addressAt: (port) => database.addressAt('127.0.0.1', port),
      hear: (word) => this.#hear(name, word),
      complain: say,
    });
    this.#stations.push(station);
    return station;
  }

  async #cloneStation(original: Station): Promise<void> {
    this.#clones += 1;
    const name = `clone-${this.#clones}-of-${original.name}`;
    cpSync(join(this.#root, original.name), join(this.#root, name), { recursive: true });
    original.wakeUp();
    const clone = await this.#openStation(name, 0);
    await clone.work(
      { type: 'work', groupingIds: [...this.#open], deeds: this.#options.deeds },
      8_000,
    );
  }

  async play(round: number): Promise<void> {
    const { deeds } = this.#options;
    const startedMs = performance.now();
    const scene = this.#scene;
    const faults = this.#chooseFaults(round);
    const { length } = this.#options.faults ?? faultsOfRound;
    if (length > 0 && round % 3 === 1) {
      this.#putBack = (await this.#database?.backUp()) ?? null;
      for (const station of this.#stations) station.keepJournal();
    }
    for (const { name } of faults) this.#faults.set(name, (this.#faults.get(name) ?? 0) + 1);
    const work = this.#stations.map((station) =>
      station.work({ type: 'work', groupingIds: [...this.#open], deeds }, 8_000),
    );
    const strikes = faults.map(async ({ strike }) => {
      await sleep(this.#random.int(0, 900));
      await strike(scene);
    });
    // Faults of the server strike one after the other: it cannot be stopped twice.
    await Promise.all([...work, ...strikes]);
    const stories = await this.#look(false);
    this.#rounds = round;
    const names = faults.map(({ name }) => name).join(' + ');
    this.#say(names, performance.now() - startedMs, stories);
  }

  /** Finishes the rest without faults, and concludes everything. */
  async finish(): Promise<void> {
    this.#next = Infinity;
    for (let turn = 0; turn < 5 && this.#open.length > 0; turn += 1) {
      const stories = await this.#look(true);
      this.#say('fair weather', 0, stories);
      if (stories.length > 0) return;
    }
    if (this.#open.length > 0) {
      const detail = `groupings that cannot be brought to their end: ${this.#open.join(', ')}`;
      this.#breaches.push({
        kind: 'lost',
        groupingId: this.#open[0] ?? 0,
        shipmentId: null,
        detail,
      });
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#stations, ...this.#gone].map((station) => station.close()));
    await this.#observer?.close();
    await this.#erp?.close();
  }

  get #scene(): Scene {
    const wait = (list: (() => void)[]): Promise<void> =>
      Promise.race([new Promise<void>((resolve) => list.push(resolve)), sleep(3000)]);
    return {
      stations: this.#stations,
      server: this.#server,
      random: this.#random,
      nextClaim: () => wait(this.#onClaim),
      nextConclusion: () => wait(this.#onConclusion),
      putBack: async () => {
        this.#isRestored = true;
        await this.#putBack?.();
        // As the guide says: a station that never was there before could not notice the restore.
        await this.#database
          ?.sql('UPDATE doca.floor SET life = gen_random_uuid()')
          .catch(() => undefined);
      },
      letLeaseEnd: async ({ name }) => {
        const text =
          "UPDATE doca.stations SET seen_at = now() - interval '16 seconds' WHERE name = $1";
        // If the server is down just then, the entry has not ended.
        await this.#database?.sql(text, [name]).catch(() => undefined);
      },
      dispatchUnread: (spoil) => this.#dispatchUnread(spoil),
      clone: (station) => this.#cloneStation(station),
    };
  }

  async #dispatchUnread(spoil: (address: string) => string): Promise<void> {
    const [groupingId] = this.#open;
    if (this.#erp === null || this.#database === null || groupingId === undefined) return;
    const detail = await dispatchUnread({
      home: join(this.#root, 'unread'),
      baseUrl: this.#erp.baseUrl,
      token,
      floorPassword: this.#database.password,
      floorAddress: spoil(this.#database.address),
      groupingId,
    });
    if (detail !== null)
      this.#breaches.push({ kind: 'printed-twice', groupingId, shipmentId: null, detail });
  }

  #chooseFaults(round: number): typeof faultsOfRound {
    const { faults = faultsOfRound.map(({ name }) => name) } = this.#options;
    const all = faultsOfRound.filter(({ name }) => faults.includes(name));
    const first = all[(round - 1) % all.length];
    const second = all.length > 0 && this.#random.chance(0.5) ? this.#random.pick(all) : undefined;
    const isServer = (name: string | undefined): boolean => name?.includes('server') === true;
    const both = isServer(first?.name) && isServer(second?.name);
    return [first, both || first === second ? undefined : second].flatMap((one) => one ?? []);
  }

  #openMore(): void {
    const { atOnce } = this.#options;
    const ids = [...(this.#erp?.world.groupings.keys() ?? [])];
    while (this.#open.length < atOnce && this.#next < ids.length) {
      const id = ids[this.#next];
      this.#next += 1;
      if (id !== undefined) this.#open.push(id);
    }
  }

  /**
   * Repairs everything, lets all stations answer and publish, and checks the result. Returns the
   * story of each breach.
   */
  async #look(finishes: boolean): Promise<readonly string[]> {
    await heal(this.#scene);
    // Every station in the backup must publish again: its later deeds are in its own journal alone.
    if (this.#isRestored) {
      for (const clone of this.#gone) await clone.start();
      this.#stations.push(...this.#gone.splice(0));
    }
    let reports: readonly (StationReport | null)[] = [];
    let ends: readonly FloorEnd[] = [];
    // A station looks again for its lost requests, which a busy machine delays.
    for (let turn = 0; turn < mostTurns; turn += 1) {
      reports = await Promise.all(
        this.#stations.map((station) =>
          station.heal(
            { type: 'heal', groupingIds: [...this.#open], finishes: finishes && turn === 0 },
            healMs,
          ),
        ),
      );
      ends = await this.#readEnds(reports);
      if (reports.every(isWell) && ends.every(isQuiet)) break;
      await sleep(200);
    }
    for (const [place, report] of reports.entries())
      this.#checkReport(this.#stations[place]?.name ?? '', report);
    for (const mark of this.#reader.read()) this.#note(mark);
    // Events are numbered anew, and heard again.
    if (this.#isRestored)
      for (const [id, marks] of this.#marks)
        this.#marks.set(
          id,
          marks.filter(({ kind }) => kind !== 'heard'),
        );
    this.#isRestored = false;
    const isClone = ({ name }: Station): boolean => name.startsWith('clone-');
    for (const clone of this.#stations.filter(isClone)) {
      await clone.end();
      this.#stations.splice(this.#stations.indexOf(clone), 1);
      this.#gone.push(clone);
    }
    const stories = ends.flatMap((end) =>
      this.#check(end).map((breach) => this.#tellStory(breach, end)),
    );
    for (const end of ends) if (this.#isConcluded(end.groupingId)) this.#leave(end);
    this.#openMore();
    return stories;
  }

  #check(end: FloorEnd): readonly Breach[] {
    const { groupingId } = end;
    const grouping = this.#erp?.world.groupings.get(groupingId);
    const history: History = {
      lists: new Map([[groupingId, grouping?.shipments.map(({ dispatch }) => dispatch.id) ?? []]]),
      marks: this.#marks.get(groupingId) ?? [],
      conclusions: this.#conclusions.get(groupingId) ?? [],
      ends: [end],
      forgetful: new Set(
        this.#stations.flatMap(({ name, hasForgotten }) => (hasForgotten ? [name] : [])),
      ),
      isOver: this.#isConcluded(groupingId),
    };
    const found = checkHistory(history).filter(({ kind, shipmentId }) => {
      const key = `${kind} ${groupingId} ${shipmentId}`;
      if (this.#seen.has(key)) return false;
      this.#seen.add(key);
      return true;
    });
    this.#breaches.push(...found);
    return found;
  }

  #leave({ groupingId, events }: FloorEnd): void {
    this.#concluded += 1;
    if (events.length === 0) throw new Error('the floor shows nothing to whoever looks at it');
    this.#events += events.length;
    this.#open.splice(this.#open.indexOf(groupingId), 1);
    this.#marks.delete(groupingId);
  }

  #isConcluded(groupingId: number): boolean {
    return this.#conclusions.get(groupingId)?.some(({ took }) => took) === true;
  }

  #note(mark: Mark): void {
    if (mark.kind === 'paper') this.#counts.papers += 1;
    if (mark.kind === 'answer') this.#counts.answers += 1;
    const known = this.#marks.get(mark.groupingId);
    if (known === undefined) this.#marks.set(mark.groupingId, [mark]);
    else known.push(mark);
  }

  #checkReport(name: string, report: StationReport | null): void {
    if (!isWell(report)) {
      const detail =
        report === null
          ? 'does not answer'
          : `is ${report.state}, ${report.unsent} unsent, waits for ${report.waitedFor}`;
      this.#breaches.push({
        kind: 'forgotten',
        groupingId: 0,
        shipmentId: null,
        detail: `${name} ${detail}`,
      });
    }
    for (const [what, times] of Object.entries(report?.deeds ?? {}))
      this.#deeds.set(what, (this.#deeds.get(what) ?? 0) + times);
  }

  /** Returns the floor's state of each open grouping, as a listener from its beginning hears it. */
  async #readEnds(reports: readonly (StationReport | null)[]): Promise<readonly FloorEnd[]> {
    const observer = this.#observer;
    if (observer === null) return [];
    return Promise.all(
      this.#open.map(async (groupingId): Promise<FloorEnd> => {
        const events: FloorEvent[] = [];
        const scope = { company: this.#company, groupingId };
        const shared = observer.share(scope, 0, (news) => events.push(...news.events));
        const news = await readNews(() => shared.refresh());
        shared.close();
        const of = reports.flatMap(
          (report) => report?.groupings.filter((one) => one.groupingId === groupingId) ?? [],
        );
        return {
          groupingId,
          rows: news.rows,
          twice: news.share.twice.map(({ shipmentId }) => shipmentId),
          asked: of.flatMap(({ asked }) => asked),
          shown: [...new Set(of.flatMap(({ shown }) => shown))],
          events: events.map(({ seq, station, payload, alone }) => ({
            seq,
            station,
            kind: payload.kind,
            shipmentId: 'shipmentId' in payload ? payload.shipmentId : null,
            copy: 'copy' in payload ? payload.copy : null,
            alone,
          })),
        };
      }),
    );
  }

  #hear(name: string, word: Word): void {
    const station = this.#stations.find((one) => one.name === name);
    if (word.type === 'claiming') for (const go of this.#onClaim.splice(0)) go();
    if (word.type === 'concluding') for (const go of this.#onConclusion.splice(0)) go();
    if (word.type !== 'look') return;
    const { groupingId } = word;
    // Data sent by a station that died just now arrives before a person can look.
    setTimeout(() => {
      station?.tell({ type: 'concluded', groupingId, concluded: this.#isConcluded(groupingId) });
    }, 300);
  }

  #say(names: string, ms: number, stories: readonly string[]): void {
    const done = `${this.#counts.papers} papers, ${this.#concluded} concluded, ${this.#breaches.length} breaches`;
    this.#options.say(
      [`round ${this.#rounds} (${(ms / 1000).toFixed(1)} s): ${names}: ${done}`, ...stories].join(
        '\n',
      ),
    );
  }

  /** Returns the history of the label, and the floor's record of it. */
  #tellStory({ kind, groupingId, shipmentId, detail }: Breach, { events }: FloorEnd): string {
    const marks = (this.#marks.get(groupingId) ?? []).filter((mark) => isAbout(mark, shipmentId));
    const told = events.filter((event) => event.shipmentId === shipmentId);
    const lines = [...marks.slice(-40), ...told].map((line) => `      ${JSON.stringify(line)}`);
    return [`  ${kind} ${groupingId}/${shipmentId}: ${detail}`, ...lines].join('\n');
  }
}

function isWell(report: StationReport | null): boolean {
  return report?.state === 'joined' && report.unsent === 0 && report.waitedFor === 0;
}

function isQuiet({ rows, asked }: FloorEnd): boolean {
  const isOpen = [...rows.values()].some(({ state }) => state === 'printing' || state === 'doubt');
  return !isOpen && asked.length === 0;
}

function isAbout(mark: Mark, shipmentId: number | null): boolean {
  if (shipmentId === null || mark.kind === 'told' || mark.kind === 'takes-over') return true;
  if (mark.kind === 'heard') return mark.what.includes(` ${shipmentId}`);
  return 'shipmentIds' in mark
    ? mark.shipmentIds.includes(shipmentId)
    : !('shipmentId' in mark) || mark.shipmentId === shipmentId;
}

async function readNews(
  refresh: () => Promise<{ ok: true; value: GroupingNews } | { ok: false }>,
): Promise<GroupingNews> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const news = await refresh();
    if (news.ok) return news.value;
    await sleep(200);
  }
  throw new Error('the floor does not answer to whoever looks at it');
}
