/**
 * The thread of a hunt: mutates inputs that took a new path, and keeps the mutations that take
 * another new one.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { Random } from '../../src/training-erp/data/random.ts';
import { mutate } from '../soak/harm/mutate.ts';
import { maxInputBytes } from './corpus.ts';
import type { Target } from './corpus.ts';
import type { Orders, Said } from './hunt.ts';
import { Trail } from './trail.ts';

const { target: url, known, watched, seed, runs: maxRuns, seconds, shared } = workerData as Orders;
const endMs = performance.now() + seconds * 1000;
const say = (said: Said): void => parentPort?.postMessage(said);
const [counted, current] = [new Int32Array(shared, 0, 2), new Uint8Array(shared, 8)];

const trail = new Trail();
trail.watch(watched);
const target = (await import(url)) as Target;
const random = new Random(seed, 'hunt');
/** Inputs that no source contains, and that break some readers. */
const hostile = [
  '__proto__',
  'constructor',
  'toString',
  '-1',
  '1e999',
  '9007199254740993',
  '\0',
  '\xff\xff\xff\xff',
];
const failures = new Set<string>();
let runs = 0;

/**
 * Returns whether the input took a new path. It is stored for the other thread while it is read, in
 * case this thread never returns.
 */
async function run(bytes: Buffer): Promise<boolean> {
  runs += 1;
  current.set(bytes);
  Atomics.store(counted, 1, bytes.length);
  Atomics.add(counted, 0, 1);
  trail.begin();
  try {
    await target.read(Buffer.from(bytes));
  } catch (error) {
    const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    const place = /^ +at .*$/m.exec(stack)?.[0] ?? message;
    // Reports each defect once, however many inputs cause it.
    if (!failures.has(name + place)) say({ type: 'failure', bytes, why: stack });
    failures.add(name + place);
    return false;
  }
  return trail.end();
}

/** The shortest first: of two that go the same way, the shorter one stays. */
const byLength = (inputs: readonly Uint8Array[]): Buffer[] =>
  inputs
    .map((bytes) => Buffer.from(bytes))
    .filter(({ length }) => length <= maxInputBytes)
    .toSorted((a, b) => a.length - b.length);

const seeds = byLength(await target.seeds());
const pool: Buffer[] = [];
for (const bytes of [...seeds, ...byLength(known)]) if (await run(bytes)) pool.push(bytes);
const begun = { ways: trail.known, inputs: pool.length };
const words = [...trail.words, ...hostile];
let toldMs = performance.now();
while (runs < maxRuns && performance.now() < endMs) {
  const parent =
    pool.length === 0 || random.chance(0.01) ? Buffer.of(random.int(0, 255)) : choose();
  const crossed = cross(parent);
  const changed = random.chance(0.3) ? exchangeWord(crossed) : mutate(crossed, random, words);
  const bytes = changed.subarray(0, maxInputBytes);
  if (await run(bytes)) pool.push(bytes);
  if (performance.now() - toldMs < 30_000) continue;
  toldMs = performance.now();
  say({ type: 'progress', runs, ways: trail.known, inputs: pool.length });
}
const grown = { runs, ways: trail.known, inputs: pool.length };
trail.forget();
for (const bytes of seeds) await run(bytes);
const kept: Buffer[] = [];
for (const bytes of byLength(pool)) if (await run(bytes)) kept.push(bytes);
say({ type: 'end', begun, grown, kept });

/** Prefers the newest finds, which most often lead to further ones. */
function choose(): Buffer {
  const from = random.chance(0.5) ? Math.max(0, pool.length - 50) : 0;
  return pool[random.int(from, pool.length - 1)] ?? Buffer.of(0);
}

/** Replaces one word of a text, by one that the sources compare with or one of the text itself. */
function exchangeWord(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  const found = [...text.matchAll(/\w+/g)];
  if (found.length === 0) return mutate(bytes, random, words);
  const { 0: old, index } = random.pick(found);
  const word = random.pick([
    random.pick(words),
    random.pick(words),
    random.pick(found)[0],
    random.pick(hostile),
  ]);
  return Buffer.from(text.slice(0, index) + word + text.slice(index + old.length), 'latin1');
}

/** Now and then the beginning of one with the end of another. */
function cross(bytes: Buffer): Buffer {
  if (pool.length === 0 || !random.chance(0.15)) return bytes;
  const other = random.pick(pool);
  return Buffer.concat([
    bytes.subarray(0, random.int(0, bytes.length)),
    other.subarray(random.int(0, other.length)),
  ]);
}
