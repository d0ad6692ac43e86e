import { fail } from '#shared/faults/faults.ts';
import type { Coordinator } from '../../dispatch/index.ts';
import { type FloorOfJobs, SharedJob } from './shared-job.ts';

const refuse = () => Promise.resolve(fail('floor-away'));
const doNothing = () => undefined;

/**
 * Stands in for the server while none is named: deeds in a shared grouping are told to the next one.
 */
const noFloor: FloorOfJobs = {
  fault: null,
  settle: () => Promise.resolve(),
  share: () => ({
    news: () => null,
    refresh: refuse,
    claim: refuse,
    take: refuse,
    giveBack: refuse,
    takeOver: refuse,
    beginConclusion: refuse,
    hold: refuse,
    close: doNothing,
  }),
  state: 'alone',
  station: '',
  stationId: '',
  subscribe: () => doNothing,
  tell: doNothing,
  waitedFor: [],
};

/** For a grouping that was shared before, while no server is named. */
export const leftFloor: Coordinator = {
  coordinate: (opened) => {
    const coordination = new SharedJob(noFloor, opened);
    opened.job.view.showFloor(null);
    return coordination;
  },
};
