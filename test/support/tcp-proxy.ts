import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A network between a program and a server of this computer, to be cut, stalled and slowed. */
export interface TcpProxy {
  readonly port: number;
  /** How many connections it has now. */
  readonly connections: number;
  /** How many it has had. */
  readonly accepted: number;
  /** Resets all connections; new ones pass. */
  cut(): void;
  /** Passes no more data, and reports nothing: connections stay open, new ones are accepted. */
  stall(): void;
  /** Drops the server's answers, but passes requests to it, until `resume`. */
  deafen(): void;
  /** Passes the withheld data, and all that follows. */
  resume(): void;
  /** Resets new and existing connections immediately. */
  refuse(refused: boolean): void;
  /** Each piece takes so long, in either direction. */
  slow(delayMs: number): void;
  close(): Promise<void>;
}

export async function startTcpProxy(serverPort: number): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const held: (() => void)[] = [];
  let stalled = { there: false, back: false };
  let refused = false;
  let delayMs = 0;
  let accepted = 0;

  const pass = (from: Socket, to: Socket, direction: 'there' | 'back'): void => {
    const send = (act: () => void): void => {
      const now = (): void => {
        if (stalled[direction]) held.push(act);
        else act();
      };
      // Timers of one length end in the order in which they began.
      if (delayMs > 0) setTimeout(now, delayMs);
      else now();
    };
    from.on('data', (chunk) => send(() => to.write(chunk)));
    from.on('end', () => send(() => to.end()));
    from.on('close', () => send(() => to.destroy()));
    from.on('error', () => undefined);
  };

  const reset = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy();
    pairs.clear();
    held.length = 0;
  };

  const server = createServer((inner) => {
    if (refused) {
      inner.on('error', () => undefined);
      inner.resetAndDestroy();
      return;
    }
    accepted += 1;
    const outer = connect(serverPort, '127.0.0.1');
    const pair = [inner, outer] as const;
    for (const socket of pair) socket.setNoDelay(true);
    pairs.add(pair);
    inner.on('close', () => pairs.delete(pair));
    pass(inner, outer, 'there');
    pass(outer, inner, 'back');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return pairs.size;
    },
    get accepted() {
      return accepted;
    },
    cut: reset,
    stall: () => {
      stalled = { there: true, back: true };
    },
    deafen: () => {
      stalled = { there: false, back: true };
    },
    resume: () => {
      stalled = { there: false, back: false };
      for (const act of held.splice(0)) act();
    },
    refuse: (now) => {
      refused = now;
      if (now) reset();
    },
    slow: (ms) => {
      delayMs = ms;
    },
    close: async () => {
      reset();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
