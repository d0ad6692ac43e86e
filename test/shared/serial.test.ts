import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Serial } from '#shared/serial.ts';

describe('a serial queue', () => {
  it('does one task at a time, in the requested order, also if one takes long or fails', async () => {
    const step = fc.record({ waits: fc.nat(3), fails: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const serial = new Serial();
        const begun: number[] = [];
        let running = 0;
        const turns = steps.map(({ waits, fails }, number) =>
          serial.run(async () => {
            begun.push(number);
            expect(++running).toBe(1);
            for (let turn = 0; turn < waits; turn += 1) await Promise.resolve();
            running -= 1;
            if (fails) throw new Error(String(number));
            return number;
          }),
        );
        const ended = await Promise.allSettled(turns);
        expect(begun).toEqual(steps.map((_, number) => number));
        expect(ended.map(({ status }) => status)).toEqual(
          steps.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')),
        );
      }),
      { numRuns: 50 },
    );
  });

  it('is idle when all requested tasks have ended, well or not', async () => {
    const serial = new Serial();
    let done = 0;
    serial.run(() => Promise.reject(new Error('no'))).catch(() => undefined);
    void serial.run(async () => {
      await Promise.resolve();
      done += 1;
    });
    await serial.idle();
    expect(done).toBe(1);
  });
});
