import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inKeyringSession, keyringDaemon, keyringTools } from '../support/keyring-session.ts';
import { describeWithTools } from '../support/tools.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('support/store-script.ts', import.meta.url));
const node = process.execPath;
const secret = 'token-0f-a-t3st';

interface Answer {
  readonly kind: 'keychain' | 'memory';
  readonly result: unknown;
  readonly ms: number;
}

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'doca-keyring-'));
  chmodSync(home, 0o700);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const inSession = async (lines: string): Promise<Answer[]> =>
  answersIn(await inKeyringSession(lines, home));

function answersIn(stdout: string): Answer[] {
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Answer);
}

const store = (what: string): string => `${node} ${script} ${what}`;
describeWithTools(keyringTools, 'the Secret Service', () => {
  test('a token is there in the next process, until it is removed, and nowhere in the clear', async () => {
    const answers = await inSession(`
      ${keyringDaemon('--unlock', 'pass\\n')}
      ${store(`set ${secret}`)} && ${store('get')} && ${store('remove')} && ${store('get')}`);
    expect(answers.map(({ kind }) => kind)).toEqual([
      'keychain',
      'keychain',
      'keychain',
      'keychain',
    ]);
    expect(answers.map(({ result }) => result)).toEqual([
      { ok: true },
      { ok: true, value: secret },
      { ok: true },
      { ok: true, value: null },
    ]);
    for (const path of filesIn(home)) expect(readFileSync(path).includes(secret), path).toBe(false);
  });

  test('it outlives the session', async () => {
    await inSession(`${keyringDaemon('--unlock', 'pass\\n')}\n${store(`set ${secret}`)}`);
    const [again] = await inSession(`${keyringDaemon('--unlock', 'pass\\n')}\n${store('get')}`);
    expect(again).toMatchObject({ kind: 'keychain', result: { ok: true, value: secret } });
    expect(filesIn(home).some((path) => path.endsWith('.keyring'))).toBe(true);
    for (const path of filesIn(home)) expect(readFileSync(path).includes(secret), path).toBe(false);
  });

  test('programs that start together all have it', async () => {
    const answers = await inSession(`
      ${keyringDaemon('--unlock', 'pass\\n')}
      for program in 1 2 3 4; do ${store('open 10')} & PROGRAMS="$PROGRAMS $!"; done
      wait $PROGRAMS`);
    expect(answers.map(({ kind }) => kind)).toEqual(Array.from({ length: 40 }, () => 'keychain'));
  });

  test('no bus at all: memory, immediately', async () => {
    const { stdout } = await run(node, [script, 'get'], {
      env: { PATH: process.env['PATH'], HOME: home },
    });
    expect(answersIn(stdout)[0]).toMatchObject({
      kind: 'memory',
      result: { ok: true, value: null },
    });
  });

  test('a locked keyring that cannot be unlocked: memory', async () => {
    await inSession(`${keyringDaemon('--unlock', 'pass\\n')}\n${store(`set ${secret}`)}`);
    const [locked] = await inSession(`${keyringDaemon('', '')}\n${store('get')}`);
    expect(locked).toMatchObject({ kind: 'memory', result: { ok: true, value: null } });
  });

  test('a bus that hangs: memory within the limit, and the process can end', async () => {
    const path = join(home, 'bus');
    const sockets: Socket[] = [];
    const bus = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => bus.listen(path, resolve));
    try {
      const { stdout } = await run(node, [script, 'get'], {
        env: {
          PATH: process.env['PATH'],
          HOME: home,
          DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}`,
        },
        timeout: 120_000,
      });
      expect(answersIn(stdout)[0]).toMatchObject({ kind: 'memory' });
    } finally {
      for (const socket of sockets) socket.destroy();
      bus.close();
    }
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
}
