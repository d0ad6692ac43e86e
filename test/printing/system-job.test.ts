import { expect, it } from 'vitest';
import { followJob, usualTiming, withdraw } from '../../src/main/printing/queue/system-job.ts';
import { fault } from '../../src/shared/faults/faults.ts';
import { manualClock } from '../desk/support/manual-clock.ts';

const hourMs = 3_600_000;

// A time server, or a person, sets the clock of the computer during a print.
it.each([-1, 1])(
  'a silent print service is given up in its time, whatever the clock shows',
  async (way) => {
    const clock = manualClock();
    const job = {
      id: 7,
      clock,
      timing: usualTiming,
      look: () => Promise.resolve(null),
      remove: () => Promise.resolve(false),
    };
    const ends: string[] = [];
    void followJob(job, undefined, undefined).then(() => ends.push('followed'));
    void withdraw(job, fault('cancelled')).then(() => ends.push('withdrawn'));
    await clock.advance(1_000);
    clock.set(clock.now() + way * hourMs);
    await clock.advance(usualTiming.lostMs - 2_000);
    expect(ends).toEqual([]);
    await clock.advance(2_000);
    expect(ends.toSorted()).toEqual(['followed', 'withdrawn']);
  },
);
