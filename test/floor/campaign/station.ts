import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import type { TcpProxy } from '../../support/tcp-proxy.ts';
import type { Moment, Order, StationOrders, StationReport, Word } from './orders.ts';

const program = join(import.meta.dirname, 'station-process.ts');
/** Stations start often, and would compile the sources each time. */
const compileCache = join(import.meta.dirname, '../../../node_modules/.cache/node');

export interface StationParts extends Omit<StationOrders, 'floorAddress' | 'dir' | 'hasForgotten'> {
  readonly root: string;
  readonly serverPort: number;
  readonly addressAt: (port: number) => string;
  readonly hear: (word: Word) => void;
  /** Receives reports of messages that must not occur. */
  readonly complain: (text: string) => void;
}

/**
 * The controller's side of a station: its process, which may be dead, and its own piece of network.
 */
export class Station {
  readonly name: string;
  readonly network: TcpProxy;
  readonly #parts: StationParts;
  #child: ChildProcess | null = null;
  #waiting: ((word: Word) => void)[] = [];
  #starts = 0;
  hasForgotten = false;

  private constructor(parts: StationParts, network: TcpProxy) {
    this.name = parts.name;
    this.#parts = parts;
    this.network = network;
  }

  static async open(parts: StationParts): Promise<Station> {
    const station = new Station(parts, await startTcpProxy(parts.serverPort));
    await station.start();
    return station;
  }

  get isUp(): boolean {
    return this.#child !== null;
  }

  get starts(): number {
    return this.#starts;
  }

  /** On the data that it had when it died. */
  async start(): Promise<void> {
    const { root, hear, complain, serverPort: _port, addressAt, ...orders } = this.#parts;
    const dir = join(root, this.name);
    mkdirSync(dir, { recursive: true });
    this.#starts += 1;
    const own: StationOrders = {
      ...orders,
      hasForgotten: this.hasForgotten,
      dir,
      floorAddress: addressAt(this.network.port),
      seed: orders.seed * 1000 + this.#starts,
    };
    const child = fork(program, [JSON.stringify(own)], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? compileCache,
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child = child;
    child.stderr?.on('data', (chunk: Buffer) =>
      complain(`${this.name}: ${chunk.toString('utf8')}`),
    );
    child.on('message', (word: Word) => {
      if (word.type === 'said') complain(`${this.name}: ${word.text}`);
      hear(word);
      for (const waiting of [...this.#waiting]) waiting(word);
    });
    child.once('exit', (code, signal) => {
      if (this.#child === child) this.#child = null;
      if (signal !== 'SIGKILL' && code !== 0) complain(`${this.name} ended with ${code ?? signal}`);
      for (const waiting of [...this.#waiting]) waiting({ type: 'said', text: 'gone' });
    });
    await this.#hear('up', 60_000);
  }

  /**
   * To be called while it is up or down; an open journal is copied as a power cut would leave it.
   */
  keepJournal(): void {
    const { root } = this.#parts;
    const kept = join(root, `${this.name}.kept`);
    rmSync(kept, { recursive: true, force: true });
    mkdirSync(kept);
    for (const file of listJournal(join(root, this.name)))
      cpSync(join(root, this.name, file), join(kept, file));
  }

  /** While it is down. Guards stay: they lie elsewhere. */
  changeJournal(becomes: 'older' | 'lost'): void {
    const { root } = this.#parts;
    this.hasForgotten = true;
    const [dir, kept] = [join(root, this.name), join(root, `${this.name}.kept`)];
    for (const file of listJournal(dir)) rmSync(join(dir, file));
    if (becomes === 'older')
      for (const file of listJournal(kept)) cpSync(join(kept, file), join(dir, file));
  }

  tell(order: Order): void {
    // A dying station does not receive it.
    if (this.#child?.connected === true) this.#child.send(order, () => undefined);
  }

  /** Returns false if it died, or does not finish in time. */
  async work(order: Extract<Order, { type: 'work' }>, timeoutMs: number): Promise<boolean> {
    this.tell(order);
    return (await this.#hear('worked', timeoutMs)) !== null;
  }

  async heal(
    order: Extract<Order, { type: 'heal' }>,
    timeoutMs: number,
  ): Promise<StationReport | null> {
    this.tell(order);
    const word = await this.#hear('report', timeoutMs);
    return word?.type === 'report' ? word.report : null;
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    this.#child = null;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  /** Resolves when it sleeps; to false if the moment did not come in time. */
  async fallAsleep(moment: Moment, timeoutMs: number): Promise<boolean> {
    const asleep = this.#hear('asleep', timeoutMs);
    this.tell({ type: 'sleep', moment });
    const word = await asleep;
    if (word === null) this.tell({ type: 'sleep', moment: null });
    return word !== null;
  }

  wakeUp(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Leaves for good, as a packer would. */
  async end(): Promise<void> {
    this.tell({ type: 'end' });
    await this.#hear('up', 20_000);
    await this.kill();
  }

  async close(): Promise<void> {
    await this.kill();
    await this.network.close();
  }

  /** Returns the next message of this kind; null if it died before, or if it takes too long. */
  #hear(type: Word['type'], timeoutMs: number): Promise<Word | null> {
    return new Promise((resolve) => {
      const end = (word: Word | null): void => {
        clearTimeout(timer);
        this.#waiting = this.#waiting.filter((one) => one !== listen);
        resolve(word);
      };
      const listen = (word: Word): void => {
        if (word.type === type) end(word);
        else if (this.#child === null) end(null);
      };
      const timer = setTimeout(() => end(null), timeoutMs);
      this.#waiting.push(listen);
      if (this.#child === null) end(null);
    });
  }
}

function listJournal(dir: string): readonly string[] {
  return existsSync(dir) ? readdirSync(dir).filter((file) => file.startsWith('journal.db')) : [];
}
