import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { forkProgram } from '../../src/main/os/child-process.ts';
import { isAlive } from '../../src/main/os/process.ts';
import { zplBomb } from '../support/label-bombs.ts';
import {
  fragileProcessUrl,
  startFragileProcess,
  startLabelProcess,
} from '../support/label-process/url.ts';
import {
  book,
  file,
  folder,
  label,
  open,
  processesStarted,
  useBookFolder,
} from '../support/book-folder.ts';

useBookFolder();

const onWindows = process.platform === 'win32';

/** The same for each way to fall. */
let soundPdf: Buffer | null = null;

async function writeSoundPdf(entries: readonly ReturnType<typeof label>[]): Promise<Buffer> {
  open(startLabelProcess);
  for (const { path } of entries) await book.prepare(path);
  const sound = join(folder, 'sound.pdf');
  await book.writePdf(entries, sound);
  await book.close();
  return readFileSync(sound);
}

describe('a label book whose process falls', () => {
  test.each(['hang', 'exit', 'throw', 'hoard', 'buffers', 'abort'])(
    'loses only the file on which its process falls (%s)',
    async (word) => {
      const entries = [0, 1].map(label);
      const expected = (soundPdf ??= await writeSoundPdf([...entries, entries[0]!]));
      // Only the hanging one runs into the limit; sound ones must have enough time on a busy
      // machine.
      open(startFragileProcess, {
        timeoutMs: word === 'hang' ? 6_000 : 60_000,
        maxGrowthBytes: 200 << 20,
      });
      const [first, second] = entries as [{ path: string }, { path: string }];
      const killer = file('killer', `${word} the process`);
      const results = await Promise.all(
        [first, killer, second].map(({ path }) => book.prepare(path)),
      );
      expect(results[0]).toMatchObject({ ok: true });
      expect(results[1]).toMatchObject({ ok: false, fault: { kind: 'label-unrenderable' } });
      expect(results[2]).toMatchObject({ ok: true });
      const out = join(folder, 'out.pdf');
      expect(await book.writePdf([first, second, first], out)).toMatchObject({
        ok: true,
        value: { pages: 3 },
      });
      expect(readFileSync(out).equals(expected)).toBe(true);
    },
  );

  test('blames the guilty one of many, and has all the others', async () => {
    open(startFragileProcess);
    const labels = Array.from({ length: 8 }, (_, number) => label(number));
    const killer = file('killer', 'exit');
    const asked = [...labels.slice(0, 6), killer, ...labels.slice(6)];
    const results = await Promise.all(asked.map(({ path }) => book.prepare(path)));
    expect(asked.filter((_, index) => results[index]?.ok !== true)).toEqual([killer]);
    expect(results[6]).toMatchObject({ ok: false, fault: { kind: 'label-unrenderable' } });
    const list: unknown = JSON.parse(readFileSync(join(folder, 'killers.json'), 'utf8'));
    expect(list).toMatchObject({ killers: [expect.anything()] });
    expect(await book.writePdf(labels, join(folder, 'out.pdf'))).toMatchObject({
      ok: true,
      value: { pages: 8 },
    });
  });

  test('names the fault that prevents rewriting a file lost with its process', async () => {
    open(startFragileProcess);
    const entry = label(1);
    await book.prepare(entry.path);
    writeFileSync(entry.path, 'now it is something else');
    await book.prepare(file('killer', 'exit').path);
    const result = await book.writePdf([entry], join(folder, 'out.pdf'));
    expect(result).toMatchObject({ ok: false, fault: { kind: 'label-unknown-format' } });
  });

  test('ends a process that outgrows its limit, before it has taken much more', async () => {
    open(startFragileProcess, { maxGrowthBytes: 100 << 20 });
    const result = await book.prepare(file('killer', 'buffers').path);
    expect(result).toMatchObject({
      ok: false,
      fault: {
        kind: 'label-unrenderable',
        detail: 'label process: took more than 100 MB of memory',
      },
    });
  });

  test('does not begin with a ZPL that would be drawn for minutes', async () => {
    open(startLabelProcess, { timeoutMs: 4_000 });
    const good = label(1);
    const bomb = file('bomb', zplBomb());
    for (const { path } of [bomb, good])
      expect(await book.prepare(path)).toMatchObject({ ok: true });
    const drawn = await book.draw(bomb.path);
    expect(drawn).toMatchObject({ ok: false, fault: { kind: 'label-unrenderable' } });
    expect(await book.writePdf([good, bomb], join(folder, 'out.pdf'))).toEqual(drawn);
    expect(await book.writePdf([good], join(folder, 'out.pdf'))).toMatchObject({
      ok: true,
      value: { pages: 1 },
    });
    // A ZPL printer prints it as well as it can.
    expect(await book.writeZpl([bomb], join(folder, 'out.zpl'))).toMatchObject({
      ok: true,
      value: { pages: 1 },
    });
    expect(processesStarted).toBe(1);
  });

  test('does not retry a file that killed its process, in this run, in the next, or with another label', async () => {
    open(startFragileProcess);
    const killer = file('killer', 'exit');
    const first = await book.prepare(killer.path);
    expect(first).toMatchObject({ ok: false, fault: { kind: 'label-unrenderable' } });
    expect(await book.prepare(killer.path)).toEqual(first);
    expect(await book.prepare(file('the same again', 'exit').path)).toEqual(first);
    const good = label(1);
    expect(await book.prepare(good.path)).toMatchObject({ ok: true });
    expect(processesStarted).toBe(2);
    await book.close();

    open(startFragileProcess);
    expect(await book.prepare(killer.path)).toEqual(first);
    expect(await book.prepare(good.path)).toMatchObject({ ok: true });
    expect(processesStarted).toBe(3);
    await book.close();

    // Another version may read it.
    open(startLabelProcess, {}, '1.2.4');
    expect(await book.prepare(killer.path)).toMatchObject({
      ok: false,
      fault: { kind: 'label-unknown-format' },
    });
  });

  // Windows does not report that another program killed a process, and sends no Ctrl+C to a single
  // one.
  test.skipIf(onWindows)('does not blame a file if another program ended the process', async () => {
    open(startFragileProcess);
    const good = label(1);
    expect(await book.prepare(good.path)).toMatchObject({ ok: true });
    // Killed at each reading: after one more attempt, no file is blamed.
    const result = await book.prepare(file('killer', 'killed').path);
    expect(result).toMatchObject({ ok: false, fault: { kind: 'internal' } });
    expect(existsSync(join(folder, 'killers.json'))).toBe(false);
    expect(await book.writePdf([good], join(folder, 'out.pdf'))).toMatchObject({
      ok: true,
      value: { pages: 1 },
    });
    expect(processesStarted).toBe(3);
  });

  test.skipIf(onWindows)('leaves Ctrl+C to the program', async () => {
    open(startFragileProcess);
    const result = await book.prepare(file('not a label', 'interrupt').path);
    expect(result).toMatchObject({ ok: false, fault: { kind: 'label-unknown-format' } });
    expect(processesStarted).toBe(1);
  });

  test('leaves no process behind when its program is killed, at any work of that process', async () => {
    open(startFragileProcess);
    const { path } = file('endless', 'busy');
    const program = join(import.meta.dirname, 'killed-process.ts');
    const child = spawn(
      process.execPath,
      [program, fragileProcessUrl.href, join(folder, 'killed'), path],
      {
        stdio: 'ignore',
      },
    );
    const pidFile = `${path}.pid`;
    await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '').toBe(true);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    expect(isAlive(pid)).toBe(true);
    child.kill('SIGKILL');
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test('that does not start fails its requests, and reports it', async () => {
    open(() => forkProgram(new URL('nowhere/process.ts', import.meta.url)));
    const result = await book.prepare('a label');
    expect(result).toMatchObject({ ok: false, fault: { kind: 'internal' } });
  });
});

describe('a label book with a process', () => {
  test('cancels waiting requests when it is closed, and removes its spill file', async () => {
    open(startLabelProcess);
    expect(await book.prepare(label(0).path)).toMatchObject({ ok: true });
    expect(readdirSync(join(folder, 'spill'))).toHaveLength(1);
    const waiting = [1, 2, 3].map((number) => book.prepare(label(number).path));
    await book.close();
    expect((await Promise.all(waiting)).at(-1)).toMatchObject({
      ok: false,
      fault: { kind: 'cancelled' },
    });
    expect(readdirSync(join(folder, 'spill'))).toEqual([]);
  });
});
