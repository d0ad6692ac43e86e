import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInstalled } from '../../src/main/command-line/installed/index.ts';
import { verifyProof } from '../../src/main/dispatch/index.ts';
import { runCli } from '../support/cli.ts';
import { makeTerminal } from '../support/terminal.ts';
import { makeSampleProof } from '../support/sample-proof.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'doca-proof-'));
});
afterEach(() => rm(dir, { recursive: true }));

const proof = makeSampleProof(40);

async function verify(text: string, ...more: string[]) {
  const path = join(dir, 'proof.json');
  await writeFile(path, text);
  let said = '';
  const write = (part: string) => (said += part);
  const { exitCode } = await runInstalled('verify', makeTerminal({ out: write, err: write }), [
    path,
    ...more,
  ]);
  return { said, exitCode };
}

describe('verify', () => {
  it('says that a file is intact, with the digests that stand on paper', async () => {
    const path = join(dir, 'proof.json');
    await writeFile(path, proof.text);
    const { code, stdout } = await runCli({}, ['verify', path, '--json']);
    expect(code).toBe(0);
    expect(stdout).toContain('Intact: grouping SP-41, 40 parcels, 82 events.');
    expect(stdout).toContain(proof.end);
    expect(stdout).toContain(proof.head.chain.end);
    expect(JSON.parse(stdout.trim().split('\n').at(-1)!)).toMatchObject({
      exitCode: 0,
      fault: null,
    });
  });

  it('finds the digest of a manifest, as a person types it, and says what had happened by then', async () => {
    const verdict = verifyProof(Buffer.from(proof.text));
    if (!verdict.intact) throw new Error(verdict.difference);
    const typed = verdict.chain[81]!.toUpperCase().slice(0, 32).replaceAll(/.{4}/g, '$& ');
    expect((await verify(proof.text, '--digest', typed)).said).toContain(
      'the journal after event 81 of 82 (2026-03-25',
    );
    expect((await verify(proof.text, '--digest', proof.end)).said).toContain(
      'the one of the proof',
    );
    const { exitCode, said } = await verify(proof.text, '--digest', '0'.repeat(64));
    expect(exitCode).toBe(5);
    expect(said).toContain('the digest on paper is not one of this file');
  });

  it.each([
    ['a changed record', (text: string) => text.replace('AA7BR', 'AA9BR'), 'record 7 (line 9)'],
    ['another file', () => '{"a":1}', 'not a proof of dispatch'],
    ['nothing', () => '', 'not a proof of dispatch'],
  ])('says what differs: %s', async (_, change, difference) => {
    const { said, exitCode } = await verify(change(proof.text));
    expect(exitCode).toBe(5);
    expect(said).toContain(difference);
  });

  it.each([[[]], [['a', 'b']], [['a', '--digest', 'xyz']]])(
    'refuses a wrong command line: %j',
    async (args) => {
      const { exitCode } = await runInstalled('verify', makeTerminal({}), args);
      expect(exitCode).toBe(2);
    },
  );

  it('fails for a file that is not there', async () => {
    const { exitCode } = await runInstalled('verify', makeTerminal({}), [join(dir, 'none.json')]);
    expect(exitCode).toBe(5);
  });
});

it('finds the file whole or not at all, whenever the program that writes it is killed', async () => {
  const target = join(dir, 'saved.json');
  let there = 0;
  for (let kill = 0; kill < 10; kill += 1) {
    const child = spawn(process.execPath, [
      join(import.meta.dirname, 'proof-writing-process.ts'),
      target,
    ]);
    await once(child.stdout, 'data');
    // A busy machine may not have written one by then: the last kill waits for it.
    if (kill === 9) await expect.poll(() => existsSync(target), { timeout: 60_000 }).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, kill * 3));
    child.kill('SIGKILL');
    await once(child, 'exit');
    if (!existsSync(target)) continue;
    there += 1;
    expect(verifyProof(await readFile(target))).toMatchObject({ intact: true });
    await rm(target);
  }
  expect(there).toBeGreaterThan(0);
});
