import { fail } from '#shared/faults/faults.ts';
import type { Floor } from '../../floor/index.ts';

/** The part of a station's floor that its jobs need. */
export type FloorOfJobs = Omit<
  Floor,
  'close' | 'dismiss' | 'removeOlderThan' | 'tally' | 'workAlone'
>;

const refuse = () => Promise.resolve(fail('floor-away'));
const doNothing = () => undefined;

/** In place of a server while none is named: deeds in a shared grouping are told to the next one. */
export const noFloor: FloorOfJobs = {
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
