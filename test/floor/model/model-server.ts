import type {
  Floor,
  FloorEvent,
  FloorScope,
  GroupingNews,
  Outbox,
  RowOnFloor,
  SharedGrouping,
  TakenOver,
} from '../../../src/main/floor/index.ts';
import { SharedJob } from '../../../src/main/floor/job/shared-job.ts';
import type { Coordination, OpenedJob } from '../../../src/main/dispatch/index.ts';
import { Emitter } from '../../../src/main/os/emitter.ts';
import type { FloorState } from '#shared/domain/floor.ts';
import { failed, fault, type FaultKind, ok, type Result } from '#shared/faults/faults.ts';
import { FloorModel } from './floor-model.ts';

/**
 * One grouping of a floor without a database, so that each order of events can be tried with the
 * real dispatch.
 */
export class ModelServer {
  readonly model = new FloorModel();
  readonly #stations = new Map<string, StationOnModel>();
  /** The number of requests that it executes without answering. */
  losesAnswers = 0;
  /** Runs right before it confirms which rows are still a station's own. */
  beforeHold: () => void = () => undefined;
  #isAway = false;

  get isAway(): boolean {
    return this.#isAway;
  }

  set isAway(isAway: boolean) {
    this.#isAway = isAway;
    for (const station of this.#stations.values()) station.noteServer();
  }

  /** Joins again under the same name after a death. */
  join(stationId: string, outbox: Outbox): StationOnModel {
    const station = new StationOnModel(this, stationId, outbox);
    this.#stations.set(stationId, station);
    return station;
  }

  /** The process of this station is gone. */
  die(stationId: string): void {
    this.#stations.delete(stationId);
  }

  isAlive(stationId: string): boolean {
    return this.#stations.has(stationId);
  }

  listen(): readonly StationOnModel[] {
    return [...this.#stations.values()];
  }
}

/**
 * A station's floor on the model. While `isDeaf` is set it receives no news by itself, as if
 * notices were late.
 */
export class StationOnModel implements Floor {
  readonly stationId: string;
  readonly station: string;
  readonly fault = null;
  readonly waitedFor = [];
  isDeaf = false;
  readonly #server: ModelServer;
  readonly #outbox: Outbox;
  readonly #changes = new Emitter<void>();
  readonly #shares = new Set<ShareOnModel>();
  #isAlone = false;

  constructor(server: ModelServer, stationId: string, outbox: Outbox) {
    this.#server = server;
    this.stationId = stationId;
    this.station = stationId;
    this.#outbox = outbox;
  }

  get unsent(): number {
    return this.#outbox.count();
  }

  get state(): FloorState {
    if (!this.#server.isAway) return 'joined';
    return this.#isAlone ? 'alone' : 'away';
  }

  coordinate(opened: OpenedJob): Coordination {
    return new SharedJob(this, opened);
  }

  subscribe(listener: () => void): () => void {
    return this.#changes.subscribe(listener);
  }

  share(
    _scope: FloorScope,
    afterSeq: number,
    listener: (news: GroupingNews) => void,
  ): SharedGrouping {
    const share = new ShareOnModel(this.#server, this, afterSeq, listener, () =>
      this.#shares.delete(share),
    );
    this.#shares.add(share);
    return share;
  }

  tell(): void {
    void this.settle();
  }

  async settle(): Promise<void> {
    await Promise.resolve();
    if (this.#server.isAway || !this.#server.isAlive(this.stationId)) return;
    for (const { number, id, payload, alone } of this.#outbox.peek(1000)) {
      this.#server.model.tell(this.stationId, id, payload, alone);
      this.#outbox.drop(number);
    }
    for (const station of this.#server.listen()) station.hear();
    this.#changes.emit();
  }

  dismiss(): Promise<Result<void>> {
    return Promise.resolve(ok());
  }

  /** Reports a new state, whatever the news of a grouping. */
  change(): void {
    this.#changes.emit();
  }

  hear(): void {
    if (!this.isDeaf) for (const share of this.#shares) share.hear();
  }

  /** Its database is another one that has all the same: all is told, and heard, again. */
  restart(): void {
    this.#outbox.rewind();
    for (const share of this.#shares) share.restart();
    this.tell();
  }

  workAlone(alone: boolean): void {
    this.#isAlone = alone;
    this.#changes.emit();
  }

  noteServer(): void {
    if (!this.#server.isAway) {
      this.#isAlone = false;
      this.tell();
    }
    this.#changes.emit();
  }

  tally(): Promise<Result<readonly never[]>> {
    return Promise.resolve(ok([]));
  }

  removeOlderThan(): Promise<Result<void>> {
    return Promise.resolve(ok());
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

class ShareOnModel implements SharedGrouping {
  readonly #server: ModelServer;
  readonly #station: StationOnModel;
  readonly #listener: (news: GroupingNews) => void;
  readonly #onClose: () => void;
  #seq: number;
  #news: GroupingNews | null = null;

  constructor(
    server: ModelServer,
    station: StationOnModel,
    afterSeq: number,
    listener: (news: GroupingNews) => void,
    onClose: () => void,
  ) {
    this.#server = server;
    this.#station = station;
    this.#seq = afterSeq;
    this.#listener = listener;
    this.#onClose = onClose;
  }

  news(): GroupingNews | null {
    return this.#news;
  }

  hear(): GroupingNews {
    const news = this.#make();
    this.#news = news;
    this.#seq = news.seq;
    this.#listener(news);
    return news;
  }

  restart(): void {
    this.#seq = 0;
  }

  refresh(): Promise<Result<GroupingNews>> {
    return this.#answer(() => ok(this.hear()));
  }

  claim(copies: Parameters<SharedGrouping['claim']>[0]): Promise<Result<void>> {
    return this.#ask(() => toResult(this.#server.model.claim(this.#station.stationId, copies)));
  }

  take(copies: Parameters<SharedGrouping['take']>[0]): Promise<Result<void>> {
    return this.#ask(() => toResult(this.#server.model.take(this.#station.stationId, copies)));
  }

  giveBack(shipmentIds: readonly number[]): Promise<Result<void>> {
    return this.#ask(() => {
      this.#server.model.giveBack(this.#station.stationId, shipmentIds);
      return ok();
    });
  }

  takeOver(stationId: string): Promise<Result<TakenOver>> {
    const { model } = this.#server;
    return this.#ask(() =>
      toResult(model.takeOver(this.#station.stationId, stationId, this.#server.isAlive(stationId))),
    );
  }

  beginConclusion(): Promise<Result<void>> {
    const { model } = this.#server;
    return this.#ask(() =>
      toResult(model.beginConclusion(this.#station.stationId, (id) => this.#server.isAlive(id))),
    );
  }

  hold(copies: Parameters<SharedGrouping['hold']>[0]): Promise<Result<void>> {
    this.#server.beforeHold();
    return this.#ask(() => toResult(this.#server.model.hold(this.#station.stationId, copies)));
  }

  close(): void {
    this.#onClose();
  }

  /** As on the server, after all that the station has to report. */
  async #ask<T>(work: () => Result<T>): Promise<Result<T>> {
    await this.#station.settle();
    return this.#answer(work);
  }

  async #answer<T>(work: () => Result<T>): Promise<Result<T>> {
    await Promise.resolve();
    if (this.#server.isAway || !this.#server.isAlive(this.#station.stationId))
      return failed(fault('floor-away'));
    const answer = work();
    if (this.#server.losesAnswers === 0) return answer;
    this.#server.losesAnswers -= 1;
    return failed(fault('floor-away'));
  }

  #make(): GroupingNews {
    const { model } = this.#server;
    const { stationId } = this.#station;
    const who = (station: string) => ({ stationId: station, station, person: null, atMs: 0 });
    const events = model.events
      .filter(({ seq }) => seq > this.#seq)
      .map(({ station, ...event }): FloorEvent => ({ ...event, ...who(station) }));
    const printed = model.events.flatMap(({ payload }) =>
      payload.kind === 'printed' ? [payload] : [],
    );
    const digests = new Map(printed.map(({ shipmentId, digest }) => [shipmentId, digest]));
    const rows = Array.from(
      model.rows(),
      ([shipmentId, { station, state, copy }]): [number, RowOnFloor] => {
        return [
          shipmentId,
          {
            shipmentId,
            state,
            copy,
            ...who(station),
            isHere: station === stationId,
            isOutHere: state === 'printed' && station === stationId,
            digest: digests.get(shipmentId) ?? null,
          },
        ];
      },
    );
    const { conclusion } = model;
    return {
      seq: model.events.at(-1)?.seq ?? 0,
      events,
      rows: new Map(rows),
      share: {
        stations: [],
        conclusion: conclusion && {
          ...conclusion,
          person: null,
          atMs: 0,
          isHere: conclusion.station === stationId,
        },
        twice: model.twice().map((shipmentId) => ({ shipmentId, prints: [] })),
      },
    };
  }
}

function toResult<T>(answer: { ok: true; value: T } | { ok: false; fault: FaultKind }): Result<T> {
  return answer.ok ? ok(answer.value) : failed(fault(answer.fault, { reached: 'no' }));
}
