/**
 * Runs eight stations as processes on one floor, under faults: `npm run soak:floor -- --rounds
 * 200`. The last line counts the breaches of the invariants. `--without claims` removes that guard;
 * then breaches must be found. CONTRIBUTING.md has the details.
 */
import { parseArgs } from 'node:util';
import { breachKinds } from './checker/check.ts';
import { guards } from './campaign/orders.ts';
import { playCampaign } from './campaign/campaign.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 1000) % 1_000_000) },
    stations: { type: 'string', default: '8' },
    groupings: { type: 'string', default: '60' },
    labels: { type: 'string', default: '100' },
    deeds: { type: 'string', default: '3' },
    fault: { type: 'string', multiple: true },
    without: { type: 'string' },
  },
});

const without = guards.find((guard) => guard === values.without) ?? null;
if (values.without !== undefined && without === null)
  throw new Error(`--without: one of ${guards.join(', ')}`);

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
const startedMs = performance.now();
say(`seed ${values.seed}`);
const result = await playCampaign({
  rounds: Number(values.rounds),
  seed: Number(values.seed),
  stations: Number(values.stations),
  groupings: Number(values.groupings),
  labels: Number(values.labels),
  atOnce: 3,
  deeds: Number(values.deeds),
  without,
  ...(values.fault === undefined ? {} : { faults: values.fault }),
  say,
});
const { rounds, papers, concluded, events, kills, breaches } = result;
for (const [name, times] of result.faults) say(`${String(times).padStart(6)}  ${name}`);
for (const [what, times] of [...result.deeds].toSorted(([, a], [, b]) => b - a))
  say(`${String(times).padStart(6)}  ${what}`);
const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1);
say(
  `${rounds} rounds in ${minutes} min, seed ${values.seed}: ${papers} labels on paper, ${concluded} groupings concluded, ` +
    `${result.answers} answers on paper in doubt, ${events} events, ${kills} stations killed`,
);
const count = (kind: string): number => breaches.filter((breach) => breach.kind === kind).length;
say(breachKinds.map((kind) => `${kind} ${count(kind)}`).join(' · '));
// With the guard removed, breaches must be found. Ends by `exit`, because after killed children
// with channels Node at times cleans up without end.
process.exit((breaches.length === 0) === (without !== null) ? 1 : 0);
