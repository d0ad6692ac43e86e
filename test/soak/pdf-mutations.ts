/**
 * Changes PDFs at random and reads them: `node test/soak/pdf-mutations.ts --runs 10000 --seed 1`. Each ends in a label or a
 * refusal, within ten seconds, and leaves the label beside it as it was.
 */
import { parseArgs } from 'node:util';
import { LabelBench } from '../support/label-bench.ts';
import { pdfCorpus } from '../support/pdf-corpus.ts';
import { Random } from '../../src/training-erp/data/random.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
const maxMs = 10_000;
const words = [
  'stream',
  'endstream',
  'endobj',
  'obj',
  'xref',
  'trailer',
  '/Length 0',
  '/Kids',
  '<<',
  '>>',
  '[',
  '(',
  '\0',
  '99999999',
  '-1',
  '1 0 R',
];

function mutate(source: Buffer, random: Random): Buffer {
  let bytes = Buffer.from(source);
  for (let change = random.int(1, 6); change > 0; change -= 1) {
    const at = random.int(0, Math.max(0, bytes.length - 1));
    const length = random.int(1, 40);
    switch (random.int(0, 4)) {
      case 0:
        bytes[at] = random.int(0, 255);
        break;
      case 1:
        bytes = bytes.subarray(0, at);
        break;
      case 2:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
        break;
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(random.pick(words)), bytes.subarray(at)]);
        break;
      default:
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          bytes.subarray(random.int(0, at), at + length),
          bytes.subarray(at),
        ]);
    }
  }
  return bytes;
}

const corpus = await pdfCorpus();
const seed = Number(values.seed);
const ends = new Map<string, number>();
let failures = 0;
let slowestMs = 0;
let bench = new LabelBench();
const good = (): Promise<Buffer> => bench.accept(corpus[0]?.bytes ?? Buffer.alloc(0)).then((path) => bench.pdf([path]));
const expected = await good();
for (let run = 0; run < Number(values.runs); run += 1) {
  const random = new Random(Math.imul(seed + run, 0x9e37_79b1), 'pdf');
  const { name, bytes } = random.pick(corpus);
  const startedMs = performance.now();
  const path = bench.put(mutate(bytes, random));
  const reply = await bench.prepare(path);
  if (reply.type === 'prepared') await bench.pdf([path]);
  const tookMs = performance.now() - startedMs;
  slowestMs = Math.max(slowestMs, tookMs);
  const end = reply.type === 'fault' ? reply.fault.kind : reply.type;
  ends.set(end, (ends.get(end) ?? 0) + 1);
  const isWrong = tookMs > maxMs || !['prepared', 'fault'].includes(reply.type);
  const isSpoilt = run % 100 === 99 && !(await good()).equals(expected);
  if (isWrong || isSpoilt) {
    failures += 1;
    process.stdout.write(
      `seed ${seed + run}, ${name}: ${end}, ${Math.round(tookMs)} ms${isSpoilt ? ', spoilt' : ''}\n`,
    );
  }
  if (run % 500 === 499) {
    bench.close();
    bench = new LabelBench();
  }
}
bench.close();
process.stdout.write(
  `${values.runs} mutations of ${corpus.length} files, slowest ${Math.round(slowestMs)} ms, failures ${failures}\n`,
);
process.stdout.write([...ends].map(([end, count]) => `${String(count).padStart(7)}  ${end}\n`).join(''));
process.exitCode = failures === 0 ? 0 : 1;
