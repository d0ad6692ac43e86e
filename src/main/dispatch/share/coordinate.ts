import type { Coordinator } from '../model/coordination.ts';
import { type FloorOfJobs, noFloor } from './no-floor.ts';
import { SharedJob } from './shared-job.ts';

export function coordinateBy(floor: FloorOfJobs): Coordinator {
  return { coordinate: (opened) => new SharedJob(floor, opened) };
}

/** For a grouping that was shared before, while no server is named. */
export const leftFloor: Coordinator = {
  coordinate: (opened) => {
    const coordination = new SharedJob(noFloor, opened);
    opened.job.showFloor(null);
    return coordination;
  },
};
