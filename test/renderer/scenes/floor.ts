import { writeBadge } from '#shared/codes.ts';
import { fakeBadges } from '../fake-floor.ts';
import { printedLabel } from '../fake-data.ts';
import { specialGroupings } from '../fake-job.ts';
import type { FakeJob } from '../fake-job.ts';
import type { Hands, Scene } from './scene.ts';

const { shared } = specialGroupings;
const fake = { stepMs: 1, floor: 'joined' } as const;
const word = '.badge.in-warn';

/**
 * One grouping at three stations: this one, one that prints, and one that was switched off in the
 * middle.
 */
function at(
  more: Partial<Scene> = {},
  then?: (hands: Hands, job: FakeJob) => Promise<void> | void,
): Scene {
  return {
    hash: `#/grouping/${shared}`,
    fake,
    async act(hands) {
      const job = await hands.job(shared);
      hands.bridge.floor.begin(job);
      await hands.see(word);
      await hands.focus('[role=grid]');
      await then?.(hands, job);
    },
    shows: word,
    ...more,
  };
}

/** The last screen of a grouping whose parcels are all checked. */
function conclude(then: (hands: Hands, job: FakeJob) => void): Scene {
  return {
    hash: `#/conclude/${shared}`,
    fake,
    async act(hands) {
      const job = await hands.job(shared);
      const rows = job.rows.map((row) => ({
        ...row,
        label: printedLabel,
        checkedAtMs: Date.now(),
      }));
      job.change({ state: 'printed' }, rows);
      then(hands, job);
    },
    shows: '.main .panel',
  };
}

/** Several stations share the work. */
export const floor = {
  'floor-grouping': at(),
  'floor-grouping-details': at({ shows: 'aside canvas' }, (hands) => {
    hands.press(...Array.from({ length: 6 }, () => 'ArrowDown'), 'Enter');
  }),
  'floor-taken': at({ shows: '.badge.in-good' }, (hands, job) => {
    hands.press('Control+u');
    return hands.until(
      () => job.rows.filter(({ share }) => share?.isHere && share.state === 'taken').length === 12,
    );
  }),
  'floor-take-over': at({ shows: '.panel.warn' }, (hands) => {
    hands.press('Control+o');
  }),
  'floor-taken-over': at({ shows: '#job-question' }, async (hands, job) => {
    hands.press('Control+o');
    await hands.see('.panel.warn');
    // The press that asked is not the answer.
    await hands.until(() => {
      hands.press('Control+o');
      return job.head.printVerdict !== null;
    });
  }),
  'floor-printed-twice': at({ shows: '.panel.bad' }, (hands, job) =>
    hands.bridge.floor.reconcile(job, 5),
  ),
  'floor-away': at({ fake: { stepMs: 1, floor: 'away' } }),
  'floor-alone-asked': at({ fake: { stepMs: 1, floor: 'away' } }, (hands) => {
    hands.press('Control+Shift+S');
  }),
  'floor-restored': at({ shows: '.panel.warn' }, (hands) => {
    hands.bridge.floor.change({
      waitedFor: [
        { id: 'b2', name: 'Bancada 2' },
        { id: 'b3', name: 'Bancada 3 (dispatch)' },
      ],
    });
  }),
  'floor-restored-asked': at({ shows: '.panel.warn' }, (hands) => {
    hands.bridge.floor.change({ waitedFor: [{ id: 'b2', name: 'Bancada 2' }] });
    return hands.click('.panel.warn button');
  }),
  'floor-alone': at({ fake: { stepMs: 1, floor: 'alone' } }, (hands) => hands.see('.alone')),
  'floor-alone-check': {
    hash: '#/check/1012',
    fake: { stepMs: 1, floor: 'alone' },
    shows: '.alone',
  },
  'floor-desk': {
    hash: '#/desk',
    fake,
    async act(hands) {
      await hands.click('.fold[aria-expanded]');
    },
    shows: '[aria-expanded=true] + table',
  },
  'floor-history': { hash: '#/history', fake, shows: 'tbody .person' },
  'floor-badge': {
    hash: '#/desk',
    fake: { stepMs: 1 },
    act: async (hands) => {
      // A busy machine may make a slow typist of the scanner: then it reads again.
      let readAtMs = -Infinity;
      await hands.until(() => {
        if (hands.bridge.calls.some(({ channel }) => channel === 'operator.set')) return true;
        if (performance.now() - readAtMs > 500) {
          readAtMs = performance.now();
          hands.press(...Array.from(writeBadge(fakeBadges[0]!.id)), 'Enter');
        }
        return false;
      });
    },
    shows: '.person',
  },
  'floor-conclude-waits': conclude((hands, job) => {
    hands.bridge.floor.begin(job);
    hands.bridge.floor.reconcile(job, 1);
  }),
  'floor-conclude-elsewhere': conclude((hands, job) =>
    hands.bridge.floor.conclude(job, 'concluding'),
  ),
  'floor-conclude-unknown': conclude((hands, job) => hands.bridge.floor.conclude(job, 'unknown')),
  'floor-concluded-elsewhere': conclude((hands, job) => {
    hands.bridge.floor.conclude(job, 'concluded');
    job.resolveConclusion(true);
  }),
} satisfies Readonly<Record<string, Scene>>;
