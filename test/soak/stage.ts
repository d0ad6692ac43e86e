import type { Random } from '../../src/training-erp/data/random.ts';
import { labelCode } from '../../src/training-erp/art/layout.ts';
import type { GroupingRecord, ShipmentRecord } from '../../src/training-erp/world/world.ts';
import { startFaultySandbox } from '../support/faulty-erp/index.ts';
import { whenAnswered } from '../support/faulty-erp/requests.ts';
import type {
  FaultySandbox,
  FaultySandboxOptions,
  SandboxFault,
  SandboxRule,
} from '../support/faulty-erp/index.ts';
import { groupingIdOf } from '../../src/training-erp/index.ts';
import type { SandboxEndpoint } from '../../src/training-erp/index.ts';
import { Books } from './checker/books.ts';
import type { Listed } from './checker/books.ts';
import type { Panel } from './types.ts';

/** These statuses mean plainly that nothing was done: the ERP's own refusal, complete. */
const refusals = new Set([400, 401, 403, 404, 405, 409, 422, 429]);

export interface StageOptions extends FaultySandboxOptions {
  readonly token: string;
  /** A second request to conclude has its effect again, in place of being refused. */
  readonly concludesAgain: boolean;
}

/** How far the packer is when shipments are moved to the next grouping. */
export type MoveMoment = 'begun' | 'printed' | 'concluded';

/** Not more of them are moved: the others stay behind. */
const mostMoved = 3;

/**
 * Two groupings in a hostile ERP, each with the books of its true events. The packer works at one
 * of them; at the second only if shipments were moved to it.
 */
export class Stage {
  readonly #books = new Map<number, Books>();
  #place: 0 | 1 = 0;
  #move: { readonly when: MoveMoment; readonly scenario: string } | null = null;
  #moved: readonly Listed[] = [];
  /** Null if the packer has no label files. */
  panel: Panel | null = null;
  readonly random: Random;
  /** Shipments that may get any label file: their pages prove nothing. */
  readonly odd = new Set<number>();
  /** Their positions in the list: a fault strikes by position, whichever shipment is there. */
  readonly #oddPlaces = new Set<number>();
  readonly #oddAfterMove = new Set<number>();
  readonly #met = new Set<string>();
  readonly #concludesAgain: boolean;
  #sandbox: FaultySandbox | null = null;
  #lifts: (() => void)[] = [];
  #between: (() => void)[] = [];
  #waiting: { readonly on: SandboxEndpoint; left: number; readonly act: () => void }[] = [];
  #scenario = '';

  private constructor(random: Random, concludesAgain: boolean) {
    this.random = random;
    this.#concludesAgain = concludesAgain;
  }

  static async open(random: Random, { concludesAgain, ...options }: StageOptions): Promise<Stage> {
    const stage = new Stage(random, concludesAgain);
    stage.#sandbox = await startFaultySandbox({
      ...options,
      groupings: 2,
      watch: (request, answer) => {
        const { endpoint } = request;
        for (const waiting of stage.#waiting.filter(({ on }) => on === endpoint)) {
          waiting.left -= 1;
          if (waiting.left === 0) waiting.act();
        }
        if (endpoint !== 'agrupamento' && endpoint !== 'concluir') return null;
        const id = Number(/\/expedicao\/(\d+)/.exec(request.target)?.[1]);
        const grouping = stage.#find(id) ?? stage.grouping;
        const books = stage.#booksOf(grouping.id);
        if (endpoint === 'agrupamento') books.wasRead(Date.now());
        if (endpoint !== 'concluir') return null;
        const post = books.post();
        return answer({
          ...request,
          work: async () => {
            const before = grouping.conclusions;
            if (stage.#concludesAgain && books.effects > 0) grouping.conclusions = 0;
            const done = await request.work();
            if (done.status < 300) post.took();
            else grouping.conclusions = before;
            return done;
          },
        }).then((delivery) => {
          post.ended();
          const tell = (status: number, isPage: boolean): void => {
            if (refusals.has(status) && (!isPage || status === 429 || status === 401))
              post.refused();
          };
          if ('answer' in delivery) {
            const { status, body } = delivery.answer;
            tell(status, Buffer.from(body).toString('utf8').trimStart().startsWith('<'));
            return delivery;
          }
          // The ERP's own status decides, whatever happens to its text.
          return {
            send: (response) => {
              whenAnswered(response, (status) => tell(status, false));
              return delivery.send(response);
            },
          };
        });
      },
    });
    stage.noteList();
    return stage;
  }

  get sandbox(): FaultySandbox {
    if (this.#sandbox === null) throw new Error('the stage is not open yet');
    return this.#sandbox;
  }

  get groupingId(): number {
    return groupingIdOf(this.#place);
  }

  get grouping(): GroupingRecord {
    const grouping = this.#find(this.groupingId);
    if (grouping === null) throw new Error('the sandbox has no grouping');
    return grouping;
  }

  /** Those of the grouping that the packer works at. */
  get books(): Books {
    return this.#booksOf(this.groupingId);
  }

  get allBooks(): readonly Books[] {
    return [...this.#books.values()];
  }

  /** Each code that any label of any grouping and time could carry. */
  get allCodes(): ReadonlySet<string> {
    return new Set(this.allBooks.flatMap((books) => [...books.allCodes().keys()]));
  }

  get met(): ReadonlySet<string> {
    return this.#met;
  }

  get scenario(): string {
    return this.#scenario;
  }

  /** Assigns the faults armed from here on to this scenario. */
  begin(scenario: string): void {
    this.#scenario = scenario;
  }

  /** Puts a fault in the way until the weather clears. */
  inject(on: SandboxEndpoint, fault: SandboxFault, more: Partial<SandboxRule> = {}): void {
    this.#lifts.push(this.injectForGood(on, fault, more));
  }

  /** Permanent: the packer has to live with it. Returns the function that removes it. */
  injectForGood(
    on: SandboxEndpoint,
    fault: SandboxFault,
    more: Partial<SandboxRule> = {},
  ): () => void {
    const scenario = this.#scenario;
    return this.sandbox.inject({ on, fault, ...more, struck: () => this.#met.add(scenario) });
  }

  /** Happens once, while no program runs. */
  between(act: () => void): void {
    const scenario = this.#scenario;
    this.#between.push(() => {
      this.#met.add(scenario);
      act();
    });
  }

  /** Happens when this endpoint is asked the nth time from now on. */
  during(on: SandboxEndpoint, nth: number, act: () => void): void {
    const scenario = this.#scenario;
    this.once(on, nth, () => {
      this.#met.add(scenario);
      act();
    });
  }

  /** The same, as part of no scenario. */
  once(on: SandboxEndpoint, nth: number, act: () => void): void {
    this.#waiting.push({ on, left: nth, act });
  }

  happenNext(): void {
    this.#between.shift()?.();
  }

  /** Ends the temporary faults: only permanent ones remain. */
  calm(): void {
    for (const lift of this.#lifts) lift();
    this.#lifts = [];
    this.#waiting = [];
    for (const act of this.#between) act();
    this.#between = [];
  }

  meet(name: string): void {
    this.#met.add(name);
  }

  /** Shipments will be moved to the next grouping, where the packer goes on. */
  planMove(when: MoveMoment): void {
    this.#move ??= { when, scenario: this.#scenario };
  }

  get moveMoment(): MoveMoment | null {
    return this.#move?.when ?? null;
  }

  get moved(): readonly Listed[] {
    return this.#moved;
  }

  /** The shipments by their places in a list in which the moved ones may still be the last. */
  listPlaces(): readonly number[] {
    const here = this.grouping.shipments.map(({ dispatch }) => dispatch.id);
    return this.#place === 1 ? here : [...here, ...this.#moved.map(({ id }) => id)];
  }

  /**
   * A missed cutoff: the last shipments are in the next grouping from now on, as they are, and the
   * packer works there. Returns how many they are.
   */
  moveOn(): number {
    const { random, grouping: from } = this;
    const most = Math.max(1, Math.min(mostMoved, from.shipments.length - 1));
    const moved = from.shipments.splice(-random.int(1, most));
    this.noteList();
    this.#place = 1;
    const { shipments } = this.grouping;
    shipments.splice(random.int(0, 3));
    shipments.splice(random.int(0, shipments.length), 0, ...moved);
    this.#moved = moved.map(readListed);
    for (const place of this.#oddAfterMove) this.#oddPlaces.add(place);
    this.noteList();
    if (this.#move !== null && moved.length > 0) this.#met.add(this.#move.scenario);
    return moved.length;
  }

  turnBack(): void {
    this.#place = 0;
  }

  // Simulates a colleague's action in the ERP.

  noteList(): void {
    this.books.setList(this.grouping.shipments.map(readListed), Date.now());
    for (const place of this.#oddPlaces) this.markOdd(place);
  }

  addShipment(): void {
    this.sandbox.addShipment(this.groupingId);
    this.noteList();
  }

  removeShipment(): void {
    if (this.grouping.shipments.length < 2) return;
    this.sandbox.removeShipment(this.groupingId, this.pickPlace());
    this.noteList();
  }

  /**
   * Reissues the label of one shipment: another tracking code, another file. Without an earlier
   * code the reissue could not be noticed: many ERPs send codes later than labels.
   */
  reissue(): void {
    const coded = this.grouping.shipments.flatMap(({ dispatch }, place) =>
      dispatch.logistica.codigoRastreio === '' ? [] : [place],
    );
    const place = coded[this.pickPlace() % coded.length];
    if (place === undefined) return;
    const code = `QX${this.random.digits(9)}BR`;
    if (this.#met.has('list: fields that are missing')) this.markOdd(place);
    this.#replace(place, (dispatch) => ({
      ...dispatch,
      logistica: { ...dispatch.logistica, codigoRastreio: code },
    }));
  }

  changeVolumes(): void {
    this.#replace(this.pickPlace(), (dispatch) => ({
      ...dispatch,
      volume: { ...dispatch.volume, quantidadeVolumes: dispatch.volume.quantidadeVolumes + 1 },
    }));
  }

  concludeAsColleague(): void {
    if (this.books.isConcluded) return;
    this.grouping.conclusions = 1;
    this.books.concludeAsColleague();
  }

  pickPlace(): number {
    return this.random.int(0, Math.max(0, this.grouping.shipments.length - 1));
  }

  /** The shipment at this position of the list may get any file. */
  markOdd(place: number): void {
    this.#oddPlaces.add(place);
    const record = this.grouping.shipments[place];
    if (record !== undefined) this.odd.add(record.dispatch.id);
  }

  /** In the next grouping the fault of this position strikes with a file of the first. */
  markOddAfterMove(place: number): void {
    this.#oddAfterMove.add(place);
  }

  close(): Promise<void> {
    return this.sandbox.close();
  }

  #find(id: number): GroupingRecord | null {
    return this.sandbox.world.groupings.get(id) ?? null;
  }

  #booksOf(id: number): Books {
    const books = this.#books.get(id) ?? new Books();
    this.#books.set(id, books);
    return books;
  }

  #replace(
    place: number,
    change: (dispatch: ShipmentRecord['dispatch']) => ShipmentRecord['dispatch'],
  ): void {
    const record = this.grouping.shipments[place];
    if (record === undefined) return;
    this.grouping.shipments[place] = { ...record, dispatch: change(record.dispatch) };
    this.noteList();
  }
}

function readListed({ dispatch, carrier }: ShipmentRecord): Listed {
  return { id: dispatch.id, code: labelCode({ dispatch, carrier }) };
}
