import { fail } from '#shared/faults/faults.ts';
import type { FloorInfo } from '#shared/domain/floor.ts';
import type { SharedGrouping } from '../shared-grouping.ts';
import type { FloorScope, GroupingNews } from '../types.ts';

/** The part of a station's floor that its jobs need. */
export interface FloorOfJobs extends Pick<FloorInfo, 'state' | 'fault' | 'station' | 'waitedFor'> {
  readonly stationId: string;
  settle(): Promise<void>;
  share(
    scope: FloorScope,
    afterSeq: number,
    listener: (news: GroupingNews) => void,
  ): SharedGrouping;
  subscribe(listener: () => void): () => void;
  tell(): void;
}

const refuse = () => Promise.resolve(fail('floor-away'));
const doNothing = () => undefined;

/**
 * Stands in for the server while none is named: deeds in a shared grouping are told to the next one.
 */
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
