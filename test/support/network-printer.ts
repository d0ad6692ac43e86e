import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface SimulatedPrinterOptions {
  /** Answers `~HS`, as Zebra's printers do. Default true. */
  readonly answersStatus?: boolean;
  /** Time to print one label. Default 0. */
  readonly labelMs?: number;
  /** Bytes it keeps before it stops reading from the network. Default: no limit. */
  readonly bufferBytes?: number;
  /**
   * Called after each printed label with their number; simulates here that paper runs out or the
   * printer fails.
   */
  readonly onLabel?: (printed: number, printer: SimulatedPrinter) => void;
}

/** A label printer on a TCP port, down to its buffer, its cover and its paper. */
export interface SimulatedPrinter {
  readonly port: number;
  /** Every byte of every connection, in order, status questions left out. */
  received(): Buffer;
  /** The formats on paper, in order. */
  readonly paper: readonly string[];
  readonly connections: number;
  /** The reasons why more may be printed: connections, labels not on paper. Empty if it is idle. */
  readonly stirrings: readonly string[];
  /** When the first byte of a format came (`performance.now()`). */
  readonly firstByteAtMs: number | null;
  /** Restarts the records: received bytes, printed labels, time of the first byte. */
  forget(): void;
  set(state: Partial<PrinterState>): void;
  /** Switches it off: all connections are reset, labels not on paper are lost. */
  powerOff(): void;
  /** The cable is pulled: all connections are reset, the buffer still prints. */
  unplug(): void;
  /** Stops reading from the network for good. */
  freeze(): void;
  close(): Promise<void>;
}

interface PrinterState {
  readonly paperOut: boolean;
  readonly headOpen: boolean;
  readonly paused: boolean;
  readonly ribbonOut: boolean;
}

const question = '~HS\r\n';

/**
 * Labels that it has drawn and no longer counts, though they are not on paper yet: real printers
 * draw up to three ahead.
 */
export const drawnAhead = 3;
/** It prints at four inches a second and 203 dpi, and states the length of its labels in dots. */
const dotsPerMs = 0.8128;

/**
 * The most labels that are uncertain if a printer that counts fails: eight that may be waiting in
 * it, eight more that were sent since the last query, three that it has drawn, and the one that it
 * prints. Usually it is half of that.
 */
export const mostInDoubt = 20;

export async function startNetworkPrinter(
  options: SimulatedPrinterOptions = {},
): Promise<SimulatedPrinter> {
  const { answersStatus = true, labelMs = 0, bufferBytes = Number.POSITIVE_INFINITY } = options;
  const sockets = new Set<Socket>();
  const received: Buffer[] = [];
  const paper: string[] = [];
  let state: PrinterState = { paperOut: false, headOpen: false, paused: false, ribbonOut: false };
  let buffer = '';
  let running = true;
  let frozen = false;
  let connections = 0;
  let firstByteAtMs: number | null = null;
  let wake: () => void = () => undefined;

  const stands = (): boolean => Object.values(state).includes(true);
  const formats = (): number => buffer.split('^XZ').length - 1;
  const flag = (on: boolean): string => (on ? '1' : '0');
  const waiting = (): number => Math.min(999, Math.max(0, formats() - drawnAhead));
  const pad = (number: number, digits: number): string => String(number).padStart(digits, '0');
  const dots = Math.max(1, Math.round(labelMs * dotsPerMs));
  const status = (): string =>
    `\x02030,${flag(state.paperOut)},${flag(state.paused)},${pad(dots, 4)},${pad(waiting(), 3)},` +
    `${flag(buffer.length >= bufferBytes)},0,${flag(buffer.trim() !== '' && !buffer.trimEnd().endsWith('^XZ'))},000,0,0,0\x03\r\n` +
    `\x02001,0,${flag(state.headOpen)},${flag(state.ribbonOut)},0,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n`;

  const flow = (): void => {
    for (const socket of sockets) {
      if (frozen || buffer.length >= bufferBytes) socket.pause();
      else socket.resume();
    }
  };

  const take = (text: string): void => {
    if (text === '') return;
    firstByteAtMs ??= performance.now();
    received.push(Buffer.from(text, 'latin1'));
    buffer += text;
  };

  const server = createServer({ allowHalfOpen: false }, (socket) => {
    connections += 1;
    let unread = '';
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const pieces = (unread + chunk.toString('latin1')).split(answersStatus ? question : /(?!)/);
      const last = pieces.at(-1) ?? '';
      // A question can come in two halves.
      const half = answersStatus ? (/(?:~|~H|~HS|~HS\r)$/.exec(last)?.[0] ?? '') : '';
      unread = half;
      for (const [index, text] of pieces.entries()) {
        if (index > 0) socket.write(status());
        take(index === pieces.length - 1 ? text.slice(0, text.length - half.length) : text);
      }
      flow();
      wake();
    });
    flow();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const printLoop = async (): Promise<void> => {
    while (running) {
      const end = buffer.indexOf('^XZ');
      if (end < 0 || stands()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      if (labelMs > 0) await sleep(labelMs);
      if (stands() || buffer === '') continue;
      const label = buffer.slice(0, end + 3);
      buffer = buffer.slice(end + 3);
      paper.push(label.trimStart());
      flow();
      options.onLabel?.(paper.length, printer);
    }
  };

  const reset = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };

  const printer: SimulatedPrinter = {
    port: (server.address() as AddressInfo).port,
    received: () => Buffer.concat(received),
    paper,
    get connections() {
      return connections;
    },
    get stirrings() {
      const connected = sockets.size;
      const toPrint = formats();
      return [
        ...(connected === 0 ? [] : [`${connected} connected`]),
        ...(toPrint === 0 ? [] : [`${toPrint} labels to print`]),
      ];
    },
    get firstByteAtMs() {
      return firstByteAtMs;
    },
    forget: () => {
      received.length = 0;
      paper.length = 0;
      firstByteAtMs = null;
    },
    set: (change) => {
      state = { ...state, ...change };
      wake();
    },
    powerOff: () => {
      buffer = '';
      reset();
    },
    unplug: reset,
    freeze: () => {
      frozen = true;
      flow();
    },
    close: async () => {
      running = false;
      wake();
      reset();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  void printLoop();
  return printer;
}
