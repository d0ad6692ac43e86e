/**
 * Doca's assumptions about Electron, as yes-or-no questions: the double answers them here, Electron
 * on a runner. No answer is right by itself; the double must answer as Electron does.
 */
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import {
  app,
  clipboard,
  ipcMain,
  nativeTheme,
  net,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  utilityProcess,
} from 'electron';
import type { IncomingMessage } from 'electron';

export interface Question {
  readonly name: string;
  readonly ask: () => boolean | Promise<boolean>;
}

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'doca-probes-'));
export const removeFolder = (): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

function throws(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}

/** A server for the time of one question. */
async function withServer<T>(
  answer: (response: ServerResponse, path: string, body: string) => void,
  ask: (url: string) => Promise<T>,
): Promise<T> {
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => answer(response, request.url ?? '', Buffer.concat(parts).toString()));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    return await ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

interface Heard {
  readonly events: readonly string[];
  readonly message: IncomingMessage | null;
  readonly location: string | null;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
}

const probeSession = () => session.fromPartition('probes', { cache: false });

/** Sends a request, and returns its events until it closed. */
function hear(
  url: string,
  redirect: 'follow' | 'error' | 'manual' = 'follow',
  abortsAt = '',
): Promise<Heard> {
  return new Promise((resolve) => {
    const events: string[] = [];
    let heard: Omit<Heard, 'events'> = { message: null, location: null, headers: {} };
    const request = net.request({
      url,
      redirect,
      session: probeSession(),
      credentials: 'omit',
      useSessionCookies: false,
    });
    const note = (event: string): void => {
      events.push(event);
      if (event === abortsAt) request.abort();
    };
    request.on('response', (message) => {
      heard = { ...heard, message, headers: message.headers };
      note('response');
      message.on('data', () => undefined);
      message.on('end', () => note('end'));
      message.on('error', () => note('message error'));
      message.on('aborted', () => note('aborted'));
    });
    request.on('redirect', (_status, _method, location, headers) => {
      heard = { ...heard, location, headers };
      note('redirect');
    });
    request.on('error', () => note('error'));
    request.on('abort', () => note('abort'));
    request.on('close', () => {
      note('close');
      setTimeout(() => resolve({ ...heard, events }), 100);
    });
    request.end();
  });
}

/** Writes a head whose header bytes are these, past Node's own checks. */
function answerRaw(response: ServerResponse, status: string, header: Buffer): void {
  const head = Buffer.from(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 2\r\nX-Name: `,
  );
  response.socket?.end(Buffer.concat([head, header, Buffer.from('\r\n\r\nok')]));
}

/** Runs a program in a utility process, and returns its events. */
async function runProgram(
  text: string,
  work: (child: Electron.UtilityProcess) => unknown,
  until: (said: readonly unknown[]) => boolean = () => false,
): Promise<{
  readonly said: readonly unknown[];
  readonly code: number | null;
  readonly events: readonly string[];
}> {
  const path = join(folder, `program-${Math.random().toString(36).slice(2)}.mjs`);
  writeFileSync(path, text);
  const child = utilityProcess.fork(path, [], { serviceName: 'Probe', stdio: 'ignore' });
  const [said, events]: [unknown[], string[]] = [[], []];
  return new Promise((resolve) => {
    child.on('spawn', () => events.push('spawn'));
    child.on('message', (message: unknown) => {
      said.push(message);
      events.push('message');
      if (until(said)) child.kill();
    });
    child.on('exit', (code) => {
      events.push('exit');
      resolve({ said, code, events });
    });
    work(child);
  });
}

const echo = `process.parentPort.on('message', ({ data }) => process.parentPort.postMessage(
  Buffer.isBuffer(data) ? 'Buffer' : data instanceof Uint8Array ? 'Uint8Array' : data instanceof Map ? 'Map' : typeof data));`;

const wasm = Reflect.get(globalThis, 'WebAssembly') as { validate(bytes: Uint8Array): boolean };

const ask = (name: string, question: Question['ask']): Question => ({ name, ask: question });

export const questions: readonly Question[] = [
  // app
  ask('app: ready has resolved', () => app.isReady()),
  ask('app: ready resolves again', () => app.whenReady().then(() => true)),
  ask('app: a path that is not there is refused as userData', () =>
    throws(() => app.setPath('userData', join(folder, 'none'))),
  ),
  ask('app: an unknown path is refused', () => throws(() => app.getPath('nothing' as 'home'))),
  ask('app: the sandbox is refused after ready', () => throws(() => app.enableSandbox())),
  ask('app: it has the lock of one instance', () => app.requestSingleInstanceLock()),
  ask('app: documents have a path', () => app.getPath('documents') !== ''),
  ask('app: the version is told', () => app.getVersion() !== ''),
  // net
  ask('net: an answer has its status', () =>
    withServer(
      (response) => response.writeHead(201).end('ok'),
      async (url) => (await hear(url)).message?.statusCode === 201,
    ),
  ),
  ask('net: an answer is a readable stream', () =>
    withServer(
      (response) => response.end('ok'),
      async (url) => (await hear(url)).message instanceof Readable,
    ),
  ),
  ask('net: names of headers are in lower case', () =>
    withServer(
      (response) => response.writeHead(200, { 'X-Upper': 'a' }).end('ok'),
      async (url) => (await hear(url)).headers['x-upper'] === 'a',
    ),
  ),
  ask('net: a header twice is one text, with a comma', () =>
    withServer(
      (response) => response.writeHead(200, { 'X-Twice': ['a', 'b'] }).end('ok'),
      async (url) => (await hear(url)).headers['x-twice'] === 'a, b',
    ),
  ),
  ask('net: cookies of an answer are a list', () =>
    withServer(
      (response) => response.writeHead(200, { 'Set-Cookie': ['a=1', 'b=2'] }).end('ok'),
      async (url) => Array.isArray((await hear(url)).headers['set-cookie']),
    ),
  ),
  ask('net: a header in Latin-1 has a sign that stands for another', () =>
    withServer(
      (response) => answerRaw(response, '200 OK', Buffer.from('cartão', 'latin1')),
      async (url) => (await hear(url)).headers['x-name'] === 'cart\uFFFDo',
    ),
  ),
  ask('net: a header in UTF-8 is read as such', () =>
    withServer(
      (response) => answerRaw(response, '200 OK', Buffer.from('cartão – 1')),
      async (url) => (await hear(url)).headers['x-name'] === 'cartão – 1',
    ),
  ),
  ask('net: a redirect that is not followed is told, then ends in an error', () =>
    withServer(
      (response) => response.writeHead(302, { Location: '/b' }).end(),
      async (url) => String((await hear(url, 'manual')).events) === 'redirect,error,close',
    ),
  ),
  ask('net: where a redirect leads is an absolute address', () =>
    withServer(
      (response) => response.writeHead(302, { Location: '/b' }).end(),
      async (url) => (await hear(url, 'manual')).location === `${url}/b`,
    ),
  ),
  ask('net: the headers of a redirect are lists', () =>
    withServer(
      (response) => response.writeHead(302, { Location: '/b', 'X-One': 'a' }).end(),
      async (url) => Array.isArray((await hear(url, 'manual')).headers['x-one']),
    ),
  ),
  ask('net: a redirect that may not be is an error', () =>
    withServer(
      (response) => response.writeHead(302, { Location: '/b' }).end(),
      async (url) => !(await hear(url, 'error')).events.includes('response'),
    ),
  ),
  ask('net: a redirect that is followed gives the last answer', () =>
    withServer(
      (response, path) =>
        path === '/b' ? response.end('ok') : response.writeHead(302, { Location: '/b' }).end(),
      async (url) => (await hear(url)).message?.statusCode === 200,
    ),
  ),
  ask('net: an abort is told as such, and closes', () =>
    withServer(
      (response) => response.writeHead(200).write('o'),
      async (url) => {
        const { events } = await hear(url, 'follow', 'response');
        return events.includes('abort') && events.includes('close');
      },
    ),
  ),
  ask('net: a body that is cut is an error of the answer', () =>
    withServer(
      (response) => {
        response.writeHead(200, { 'Content-Length': 9 }).write('o');
        setTimeout(() => response.socket?.destroy(), 50);
      },
      async (url) => !(await hear(url)).events.includes('end'),
    ),
  ),
  ask('net: nobody at the address is an error', () =>
    hear('http://127.0.0.1:9').then(({ events }) => events.includes('error')),
  ),
  ask('net: a header Host is refused', () =>
    throws(() =>
      net.request({ url: 'http://127.0.0.1:9', credentials: 'omit' }).setHeader('Host', 'other'),
    ),
  ),
  ask('net: another scheme is refused', () =>
    throws(() => net.request({ url: 'ftp://127.0.0.1', credentials: 'omit' })),
  ),
  ask('net: a body of many bytes arrives whole', () =>
    withServer(
      (response, _path, body) => response.end(String(body.length)),
      (url) =>
        new Promise<boolean>((resolve) => {
          const request = net.request({
            url,
            method: 'POST',
            session: probeSession(),
            credentials: 'omit',
          });
          let text = '';
          request.on('response', (message) => {
            message.on('data', (part) => (text += part.toString()));
            message.on('end', () => resolve(text === '300000'));
          });
          request.end(Buffer.alloc(300_000, 'a'));
        }),
    ),
  ),
  ask('net: what is compressed arrives decoded', () =>
    withServer(
      (response) =>
        response
          .writeHead(200, { 'Content-Encoding': 'gzip' })
          .end(Buffer.from('H4sIAAAAAAAAA8vPBgBH3dx5AgAAAA==', 'base64')),
      (url) =>
        new Promise<boolean>((resolve) => {
          const request = net.request({ url, session: probeSession(), credentials: 'omit' });
          request.on('response', (message) => {
            message.on('data', (part) => resolve(part.toString() === 'ok'));
          });
          request.end();
        }),
    ),
  ),
  // session
  ask('session: a partition is one object', () => probeSession() === probeSession()),
  ask('session: connections can be closed', () =>
    probeSession()
      .closeAllConnections()
      .then(() => true),
  ),
  ask('session: logins can be forgotten', () =>
    probeSession()
      .clearAuthCache()
      .then(() => true),
  ),
  ask(
    'session: a download can be listened for',
    () => !throws(() => session.defaultSession.on('will-download', () => undefined)),
  ),
  // utility process
  ask('utility process: it has no pid before it is launched', async () => {
    let pid = 1 as number | undefined;
    await runProgram('process.exit(0)', (child) => (pid = child.pid));
    return pid === undefined;
  }),
  ask('utility process: it cannot be killed before it is launched', async () => {
    let killed = true as boolean;
    await runProgram('process.exit(0)', (child) => (killed = child.kill()));
    return !killed;
  }),
  ask('utility process: it has a pid when it is launched', async () => {
    let pid: number | undefined;
    await runProgram(echo, (child) => {
      child.once('spawn', () => {
        ({ pid } = child);
        child.kill();
      });
    });
    return pid !== undefined;
  }),
  ask(
    'utility process: its exit code is told',
    async () => (await runProgram('process.exit(3)', () => undefined)).code === 3,
  ),
  ask(
    'utility process: a program that ends by itself ends it',
    async () => (await runProgram('', () => undefined)).code === 0,
  ),
  ask('utility process: a program that is not there ends it', async () => {
    const child = utilityProcess.fork(join(folder, 'none.mjs'), [], { stdio: 'ignore' });
    return new Promise((resolve) => child.once('exit', (code) => resolve(code !== 0)));
  }),
  ask('utility process: what is posted before it is launched arrives', async () => {
    const { said } = await runProgram(
      echo,
      (child) => child.postMessage('a'),
      (heard) => heard.length === 1,
    );
    return said[0] === 'string';
  }),
  ask('utility process: a Buffer arrives as bytes alone', async () => {
    const { said } = await runProgram(
      echo,
      (child) => child.postMessage(Buffer.from('a')),
      (heard) => heard.length === 1,
    );
    return said[0] === 'Uint8Array';
  }),
  ask('utility process: a Map arrives as one', async () => {
    const { said } = await runProgram(
      echo,
      (child) => child.postMessage(new Map()),
      (heard) => heard.length === 1,
    );
    return said[0] === 'Map';
  }),
  ask('utility process: messages keep their order', async () => {
    const count = `process.parentPort.on('message', ({ data }) => process.parentPort.postMessage(data));`;
    const { said } = await runProgram(
      count,
      (child) => {
        for (const one of [1, 2, 3, 4, 5]) child.postMessage(one);
      },
      (heard) => heard.length === 5,
    );
    return String(said) === '1,2,3,4,5';
  }),
  ask('utility process: it has no channel of Node’s own', async () => {
    const { said } = await runProgram(
      'process.parentPort.postMessage(typeof process.send)',
      () => undefined,
      (heard) => heard.length === 1,
    );
    return said[0] === 'undefined';
  }),
  ask('utility process: a worker thread starts in it', async () => {
    const text = `import { Worker } from 'node:worker_threads';
      new Worker('require("node:worker_threads").parentPort.postMessage(1)', { eval: true })
        .on('message', () => process.parentPort.postMessage('there'));`;
    return (
      (
        await runProgram(
          text,
          () => undefined,
          (heard) => heard.length === 1,
        )
      ).said[0] === 'there'
    );
  }),
  ask('utility process: its priority can be lowered', async () => {
    const text = `import { getPriority, setPriority } from 'node:os';
      try { setPriority(Math.min(getPriority() + 1, 19)); process.exit(0); } catch { process.exit(1); }`;
    return (await runProgram(text, () => undefined)).code === 0;
  }),
  // Node in the main process
  ask('node: SQLite keeps a table', async () => {
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(join(folder, 'a.db'));
    database.exec(
      'PRAGMA journal_mode = WAL; CREATE TABLE a (b INTEGER) STRICT; INSERT INTO a VALUES (7)',
    );
    const row = database.prepare('SELECT b FROM a').get();
    database.close();
    return row?.['b'] === 7;
  }),
  ask('node: WebAssembly is compiled', () =>
    wasm.validate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])),
  ),
  ask(
    'node: a worker thread starts',
    () =>
      new Promise<boolean>((resolve) => {
        const worker = new Worker('require("node:worker_threads").parentPort.postMessage(1)', {
          eval: true,
        });
        worker.once('message', () => {
          resolve(true);
          void worker.terminate();
        });
      }),
  ),
  ask('node: a file is read back as it was written', () => {
    writeFileSync(join(folder, 'ação.txt'), 'é');
    return readFileSync(join(folder, 'ação.txt'), 'utf8') === 'é';
  }),
  ask('node: a response takes no sign beyond Latin-1', () =>
    throws(() => new Response(null, { headers: { a: '\u2013' } })),
  ),
  ask('node: it is the major that is tested here', () => process.versions.node.startsWith('24.')),
  // the rest
  ask('ipc: a second handler of a channel is refused', () => {
    ipcMain.handle('probe', () => undefined);
    return throws(() => ipcMain.handle('probe', () => undefined));
  }),
  ask('protocol: a scheme is privileged before ready alone', () =>
    throws(() =>
      protocol.registerSchemesAsPrivileged([{ scheme: 'late', privileges: { standard: true } }]),
    ),
  ),
  ask('clipboard: a text comes back', async () => {
    await clipboard.writeText('AA123456785BR');
    return (await clipboard.readText()) === 'AA123456785BR';
  }),
  ask('theme: it is set', () => {
    nativeTheme.themeSource = 'dark';
    return nativeTheme.shouldUseDarkColors;
  }),
  ask('power: a blocker is started and stopped', () => {
    const id = powerSaveBlocker.start('prevent-app-suspension');
    const started = powerSaveBlocker.isStarted(id);
    powerSaveBlocker.stop(id);
    return started && !powerSaveBlocker.isStarted(id);
  }),
  ask(
    'power: sleep can be listened for',
    () => !throws(() => powerMonitor.on('suspend', () => undefined)),
  ),
  ask('screen: there is a display', () => screen.getAllDisplays().length > 0),
  ask('screen: its work area has room for the smallest window', () => {
    const { width, height } = screen.getPrimaryDisplay().workArea;
    return width >= 880 && height >= 460;
  }),
];
