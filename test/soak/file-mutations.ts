/**
 * Changes label files of every kind at random and reads them: `node test/soak/file-mutations.ts
 * --runs 10000 --seed 1`, or `--seconds 60`, and `--kinds png,jpeg` for some of them. Each ends in a
 * label or a refusal, within ten seconds, and the labels read before it come out as they did.
 */
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import type { Reply } from '../../src/main/labels/book/protocol.ts';
import { Random } from '../../src/training-erp/data/random.ts';
import { fileCorpus, fileKinds } from '../support/file-corpus.ts';
import { LabelBench } from '../support/label-bench.ts';
import { makeZip } from '../support/zip.ts';
import { mendChecksums, mutate } from './harm/mutate.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    seconds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    kinds: { type: 'string', default: fileKinds.join() },
  },
});
const maxMs = 10_000;
/** A reading that never ends blocks all other code of this program. */
const hungMs = 60_000;
const kinds = fileKinds.filter((kind) => values.kinds.split(',').includes(kind));
if (kinds.length === 0) throw new Error(`--kinds takes some of ${fileKinds.join()}`);
const maxRuns = Number(values.runs ?? (values.seconds === undefined ? '10000' : 'Infinity'));
const endMs = performance.now() + Number(values.seconds ?? 'Infinity') * 1000;
const firstSeed = Number(values.seed);

const corpus = await fileCorpus();
const [goodPdf, goodPicture, goodRaw] = [corpus.pdf[0], corpus.png[0], corpus.zpl[1]].map(
  (one) => one?.bytes,
);
const ends = new Map<string, number>();
let [failures, slowestMs, runs] = [0, 0, 0];

/** The readers, with labels of the kinds that are stored: as pages, and unchanged for a printer. */
class Neighbourhood {
  readonly bench = new LabelBench();
  readonly #paths: string[] = [];

  async open(): Promise<void> {
    for (const bytes of [goodPdf, goodPicture, goodRaw])
      this.#paths.push(await this.bench.accept(bytes ?? Buffer.of()));
  }

  async write(): Promise<Buffer> {
    const [pdf = '', picture = '', raw = ''] = this.#paths;
    return Buffer.concat([
      await this.bench.pdf([pdf, picture]),
      (await this.bench.zpl([raw])) ?? Buffer.of(),
    ]);
  }
}

async function openNeighbourhood(): Promise<Neighbourhood> {
  const opened = new Neighbourhood();
  await opened.open();
  return opened;
}

/** Ends the program if one reading never ends, and names it. */
function watchForHang(): (seed: number) => void {
  const shared = new Int32Array(new SharedArrayBuffer(4));
  const source = `
    const { workerData: { shared, hungMs } } = require('node:worker_threads');
    let [seen, sinceMs] = [-1, Date.now()];
    setInterval(() => {
      const seed = Atomics.load(shared, 0);
      if (seed !== seen) [seen, sinceMs] = [seed, Date.now()];
      else if (Date.now() - sinceMs > hungMs) {
        require('node:fs').writeSync(1, 'seed ' + seed + ': does not end\\n');
        process.kill(process.pid, 'SIGKILL');
      }
    }, 1000);`;
  new Worker(source, { eval: true, workerData: { shared, hungMs } }).unref();
  return (seed) => void Atomics.store(shared, 0, seed);
}

const label = (bytes: Uint8Array): { readonly name: string; readonly content: Buffer } => ({
  name: 'etiqueta',
  content: Buffer.from(bytes),
});

/** Returns a changed file, packed like a sound one in one of eight cases. */
function makeCase(random: Random): { readonly name: string; readonly bytes: Buffer } {
  const kind = random.pick(kinds);
  const { name, bytes } = random.pick(corpus[kind]);
  const mutated = mutate(bytes, random);
  const changed = kind === 'png' && random.chance(0.8) ? mendChecksums(mutated) : mutated;
  if (!random.chance(1 / 8)) return { name, bytes: changed };
  const packed = random.chance(0.5) ? gzipSync(changed) : makeZip([label(changed), label(bytes)]);
  return { name: `${name}, packed`, bytes: packed };
}

/** Returns the result; throws if it is neither a label nor a refusal. */
async function read({ bench }: Neighbourhood, bytes: Buffer): Promise<string> {
  const path = bench.put(bytes);
  const reply = await bench.prepare(path);
  if (reply.type === 'fault') return reply.fault.kind;
  if (reply.type !== 'prepared') throw new Error(reply.type);
  await bench.zpl([path]);
  // As in the program: a label that cannot be drawn goes into no PDF.
  const drawn = reply.label.hasZpl ? await bench.draw(path) : null;
  if (drawn !== null && drawn.type !== 'drawn') return `${reply.label.format}: ${tell(drawn)}`;
  const written = await bench.write([path]);
  return written.type === 'written'
    ? `${reply.label.format} printed`
    : `${reply.label.format}: ${tell(written)}`;
}

/** A prepared file may still turn out to be no picture, or one that cannot be drawn. */
function tell(reply: Reply): string {
  if (reply.type !== 'fault' || !reply.fault.kind.startsWith('label-'))
    throw new Error(JSON.stringify(reply));
  return reply.fault.kind;
}

const beginRun = watchForHang();
let neighbourhood = await openNeighbourhood();
const expected = await neighbourhood.write();
for (; runs < maxRuns && performance.now() < endMs; runs += 1) {
  const seed = firstSeed + runs;
  beginRun(seed);
  const { name, bytes } = makeCase(new Random(Math.imul(seed, 0x9e37_79b1), 'file'));
  const startedMs = performance.now();
  const end = await read(neighbourhood, bytes).catch((error: unknown) => error);
  const tookMs = performance.now() - startedMs;
  slowestMs = Math.max(slowestMs, tookMs);
  const isSpoilt = !(await neighbourhood.write().then(
    (now) => now.equals(expected),
    () => false,
  ));
  const said = typeof end === 'string' ? end : 'defect';
  ends.set(said, (ends.get(said) ?? 0) + 1);
  if (tookMs > maxMs || isSpoilt || said === 'defect') {
    failures += 1;
    const told = end instanceof Error ? (end.stack ?? end.message) : said;
    process.stdout.write(
      `seed ${seed}, ${name}: ${told}, ${Math.round(tookMs)} ms${isSpoilt ? ', spoilt' : ''}\n`,
    );
  }
  if (runs % 500 === 499 || isSpoilt) {
    neighbourhood.bench.close();
    neighbourhood = await openNeighbourhood();
  }
}
neighbourhood.bench.close();
const files = kinds.reduce((sum, kind) => sum + corpus[kind].length, 0);
process.stdout.write(
  `${runs} mutations of ${files} files, slowest ${Math.round(slowestMs)} ms, failures ${failures}\n`,
);
for (const [end, count] of [...ends].toSorted(([, a], [, b]) => b - a))
  process.stdout.write(`${String(count).padStart(7)}  ${end}\n`);
process.exitCode = failures === 0 ? 0 : 1;
