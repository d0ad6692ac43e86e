/**
 * Labels and scans of others whose numbers overlap with a list's: `npm run soak:strangers -- --runs
 * 100000 --seed 1`. None may be on a row, count at Check or print.
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { drawStranger, listTaken } from '../support/strangers.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '100000' }, seed: { type: 'string' } },
});
const seed = Number(values.seed ?? Date.now() % 1e9);
const numRuns = Number(values.runs);
const property = fc.property(drawStranger, (stranger) => listTaken(stranger).length === 0);
fc.assert(property, { numRuns, seed });
console.log(`${numRuns} strangers of seed ${seed}: 0 on a row, 0 counted, 0 printed`);
