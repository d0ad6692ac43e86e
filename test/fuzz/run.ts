/**
 * Hunts, guided by the paths through the sources, for input that Doca reads wrongly: `npm run fuzz
 * -- --seconds 20` for all targets together, with names of targets for only these. `--keep` adds
 * inputs that took new paths to the corpus. Each finding is a file of bytes in `fuzz-findings/`; as
 * a line of the corpus, in base64, every test run reads it again.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { findTarget, readCorpus, targetNames, addToCorpus } from './corpus.ts';
import { hunt } from './hunt.ts';
import type { Said } from './hunt.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    keep: { type: 'boolean', default: false },
  },
});
const names = targetNames.filter((name) => positionals.length === 0 || positionals.includes(name));
if (names.length < positionals.length) throw new Error(`targets are ${targetNames.join()}`);
/**
 * With CI=true every run uses the same seed, so that a change is judged by its own effect;
 * DOCA_SEED sets another one.
 */
const { CI, DOCA_SEED } = process.env;
const seed = Number(DOCA_SEED ?? (CI === 'true' ? 20_260_101 : Date.now() % 2 ** 31));
/** On a busy machine, too, no input is read for so long. */
const patienceMs = 60_000;
const folder = join(import.meta.dirname, '../../fuzz-findings');
let findings = 0;

for (const name of names) {
  const known = readCorpus(name);
  const hear = (said: Said): void => {
    if (said.type === 'progress')
      console.log(`${name}: ${said.runs} runs, ${said.ways} ways, ${said.inputs} inputs`);
    else if (said.type === 'end') {
      const { begun, grown, kept } = said;
      console.log(
        `${name}: ${grown.runs} runs, ${begun.ways} ways to begin with, ${grown.ways} now; ${kept.length} inputs beside the seeds`,
      );
      if (values.keep) addToCorpus(name, kept);
    } else {
      findings += 1;
      mkdirSync(folder, { recursive: true });
      const path = join(folder, `${name}-${seed}-${findings}`);
      writeFileSync(path, said.bytes);
      console.log(`${name}: ${basename(path)}: ${said.why}`);
    }
  };
  await hunt(
    {
      ...{ target: findTarget(name).href, known, watched: '/src/' },
      ...{ seed, patienceMs, runs: Infinity, seconds: Number(values.seconds) / names.length },
    },
    hear,
  );
}
console.log(`seed ${seed}: ${findings} findings`);
process.exitCode = findings === 0 ? 0 : 1;
