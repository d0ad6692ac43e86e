import { afterEach, describe, expect, it } from 'vitest';
import { forkProgram } from '../../../src/main/os/child-process.ts';
import { isAlive } from '../../../src/main/os/process.ts';
import { SpoolerProcesses } from '../../../src/main/printing/windows/spooler.ts';
import type { ProcessLimits } from '../../../src/main/printing/windows/spooler.ts';

const opened: SpoolerProcesses[] = [];
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));

function open(limits: ProcessLimits = {}): SpoolerProcesses {
  const program = new URL('answering-process.ts', import.meta.url);
  const spooler = new SpoolerProcesses(() => forkProgram(program), limits);
  opened.push(spooler);
  return spooler;
}

const file = { path: '/x', kind: 'zpl', title: 't' } as const;

function openOn(spooler: SpoolerProcesses, printer: string) {
  return spooler.print(printer, (ask) => ask({ type: 'open', printer, file }));
}

/** Which process answers. */
async function findPid(answer: ReturnType<typeof openOn>): Promise<number> {
  const reply = await answer;
  if (reply.type !== 'opened') throw new Error(reply.type);
  return reply.jobId;
}

describe('the processes that print', () => {
  it('are one for each printer, kept for the next document, and separate from the polling one', async () => {
    const spooler = open();
    const one = await findPid(openOn(spooler, 'one'));
    expect(await findPid(openOn(spooler, 'one'))).toBe(one);
    const others = [
      findPid(openOn(spooler, 'two')),
      findPid(spooler.ask({ type: 'look', printer: 'one', jobId: null })),
    ];
    expect(new Set([one, ...(await Promise.all(others))]).size).toBe(3);
  });

  it('may hang: theirs is ended, the others never notice, and the next request starts a new one', async () => {
    const spooler = open({ requestMs: { open: 500 } });
    const other = await findPid(openOn(spooler, 'other'));
    const hanging = openOn(spooler, 'hangs');
    expect(await findPid(openOn(spooler, 'other'))).toBe(other);
    expect(await hanging).toMatchObject({ type: 'died', guilty: true });
    expect(await openOn(spooler, 'hangs')).toMatchObject({ type: 'died', guilty: true });
    expect(await findPid(openOn(spooler, 'other'))).toBe(other);
  });

  it('may fall in the middle of a document', async () => {
    const spooler = open();
    const seen = await spooler.print('falls', async (ask) => [
      await ask({ type: 'open', printer: 'falls', file }),
      await ask({ type: 'send' }),
    ]);
    expect(seen[0]).toMatchObject({ type: 'opened' });
    expect(seen[1]).toMatchObject({ type: 'died', guilty: true });
    expect((await openOn(spooler, 'falls')).type).toBe('opened');
  });

  it('are not trusted after a defect', async () => {
    const spooler = open();
    expect(await openOn(spooler, 'breaks')).toMatchObject({
      type: 'died',
      reason: 'defect: TypeError',
    });
  });

  it('end after a time without a print, and with the program', async () => {
    const spooler = open({ idleMs: 50 });
    const idle = await findPid(openOn(spooler, 'one'));
    await expect.poll(() => isAlive(idle)).toBe(false);
    const next = await findPid(openOn(spooler, 'one'));
    expect(next).not.toBe(idle);
    await spooler.close();
    await expect.poll(() => isAlive(next)).toBe(false);
  });

  it('take one document at a time on a printer', async () => {
    const spooler = open();
    const order: string[] = [];
    const print = (name: string) =>
      spooler.print('one', async (ask) => {
        order.push(`${name} begins`);
        await ask({ type: 'open', printer: 'one', file });
        order.push(`${name} ends`);
      });
    await Promise.all([print('first'), print('second')]);
    expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });
});
