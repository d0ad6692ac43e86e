import { connect, type Socket } from 'node:net';
import { readErrorCode } from '../../os/errors.ts';
import { limitTime } from '../../os/timeout.ts';
import { createStatusReader, statusQuestion, type HostStatus } from './host-status.ts';

/** The connection to the printer is lost; the message says how it ended. */
export class ConnectionLost extends Error {}

export class LabelConnection {
  readonly #socket: Socket;
  readonly #signal: AbortSignal | undefined;
  #lost: ConnectionLost | null = null;
  #change = Promise.withResolvers<boolean>();
  #answers: HostStatus[] = [];

  private constructor(socket: Socket, signal: AbortSignal | undefined) {
    this.#socket = socket;
    this.#signal = signal;
    const onAbort = () => this.#wake();
    signal?.addEventListener('abort', onAbort);
    socket.once('close', () => signal?.removeEventListener('abort', onAbort));
    const read = createStatusReader();
    socket.on('data', (bytes) => {
      this.#answers.push(...read(bytes));
      this.#wake();
    });
    socket.on('connect', () => this.#wake());
    socket.on('error', (error) => this.#end(readErrorCode(error) ?? error.message));
    socket.on('close', () => this.#end('the printer closed the connection'));
  }

  /** Rejects with `ConnectionLost` if there is no answer in time. The signal ends any wait. */
  static async open(
    host: string,
    port: number,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<LabelConnection> {
    const socket = connect({
      host,
      port,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 10_000,
    });
    const connection = new LabelConnection(socket, signal);
    await connection.#waitForChange(timeoutMs);
    connection.check();
    if (signal?.aborted === true) connection.#giveUp('cancelled');
    if (socket.connecting) connection.#giveUp('no answer in time');
    return connection;
  }

  /**
   * Resolves when the operating system has taken all bytes; rejects with `ConnectionLost` after the
   * time limit.
   */
  async write(bytes: Buffer, timeoutMs: number): Promise<void> {
    const state = { taken: false };
    this.#socket.write(bytes, () => {
      state.taken = true;
      this.#wake();
    });
    let leftBefore = this.#socket.writableLength;
    while (!state.taken) {
      const woken = await this.#waitForChange(timeoutMs);
      this.check();
      if (this.#signal?.aborted === true) this.#giveUp('cancelled');
      const left = this.#socket.writableLength;
      // Only a printer that takes nothing at all for so long is given up, not a slow one.
      if (!woken && left >= leftBefore) this.#giveUp('the printer takes no more data');
      leftBefore = left;
    }
  }

  /** Asks for the printer's state; null if it does not answer in time. */
  async ask(timeoutMs: number): Promise<HostStatus | null> {
    this.check();
    this.#answers = [];
    this.#socket.write(statusQuestion);
    return this.#receive(timeoutMs);
  }

  /** The same for a printer that used to answer; `onSilence` is called when it takes long. */
  async askOn(
    { quietMs, stallMs }: { readonly quietMs: number; readonly stallMs: number },
    onSilence: () => void,
  ): Promise<HostStatus> {
    const soon = await this.ask(quietMs);
    if (soon !== null) return soon;
    onSilence();
    const late = await this.#receive(stallMs);
    return late ?? this.#giveUp('the printer no longer answers');
  }

  /** Waits for the answer to the last question. */
  async #receive(timeoutMs: number): Promise<HostStatus | null> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const answer = this.#answers.shift();
      if (answer !== undefined) return answer;
      const left = deadline - performance.now();
      if (left <= 0) return null;
      if (this.#signal?.aborted === true) this.#giveUp('cancelled');
      await this.#waitForChange(left);
      if (this.#answers.length === 0) this.check();
    }
  }

  /**
   * Closes the sending side, and waits a moment for the printer to close its own, as many do after
   * the last byte. Bytes that the operating system still has go out all the same.
   */
  async finish(waitMs: number, keptMs: number): Promise<void> {
    this.check();
    this.#socket.end();
    this.#socket.setTimeout(keptMs, () => this.close());
    this.#socket.unref();
    await this.#waitForChange(waitMs);
  }

  close(): void {
    this.#socket.destroy();
  }

  #giveUp(reason: string): never {
    this.#end(reason);
    this.close();
    throw new ConnectionLost(reason);
  }

  #end(reason: string): void {
    this.#lost ??= new ConnectionLost(reason);
    this.#wake();
  }

  /** Throws `ConnectionLost` if it is. */
  check(): void {
    if (this.#lost !== null) throw this.#lost;
  }

  #wake(): void {
    this.#change.resolve(true);
    this.#change = Promise.withResolvers();
  }

  /** Resolves to true when something happened, and to false after so long without. */
  #waitForChange(timeoutMs: number): Promise<boolean> {
    return limitTime(this.#change.promise, timeoutMs, () => false);
  }
}
