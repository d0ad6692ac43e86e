import type { Coordinator } from '../../dispatch/index.ts';
import { noFloor } from './no-floor.ts';
import { SharedJob } from './shared-job.ts';

/** For a grouping that was shared before, while no server is named. */
export const leftFloor: Coordinator = {
  coordinate: (opened) => {
    const coordination = new SharedJob(noFloor, opened);
    opened.job.view.showFloor(null);
    return coordination;
  },
};
