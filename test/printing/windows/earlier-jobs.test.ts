import { describe, expect, it } from 'vitest';
import { died, FakeSpooler, makeJob, zebra } from './fake-spooler.ts';

const ticket = { title: 'Doca 1001', jobId: '7' };

function earlier(spooler: FakeSpooler) {
  const { earlier: jobs } = spooler.system.open('Zebra');
  return jobs!;
}

describe('a job of an earlier run', () => {
  it.each([
    ['was printed', [makeJob(['Printed', 'Retained'])], { ok: true, value: 'done' }],
    ['goes on', [makeJob(['Printing'])], 'there'],
    ['waits', [makeJob(['Paused'])], 'there'],
    ['is gone', [], null],
    ['is another one by now', [makeJob(['Printed'], { title: 'invoice' })], null],
  ])('that %s is found so', async (_, jobs, expected) => {
    const spooler = new FakeSpooler();
    spooler.looks.push(jobs);
    expect(await earlier(spooler).look(ticket)).toEqual(expected);
    expect(spooler.steps).toEqual([]);
  });

  it('still being written, with nothing sent on, is cancelled: nothing was printed', async () => {
    const spooler = new FakeSpooler();
    spooler.looks.push([makeJob(['Spooling'])]);
    expect(await earlier(spooler).look(ticket)).toMatchObject({
      fault: { kind: 'print-failed', reached: 'no' },
    });
    expect(spooler.steps).toEqual(['delete']);
    const begun = new FakeSpooler();
    begun.looks.push([makeJob(['Spooling', 'Printing'])]);
    expect(await earlier(begun).look(ticket)).toBe('there');
  });

  it('with an unreported id is found by its name and cancelled, and was not printed', async () => {
    const spooler = new FakeSpooler();
    spooler.looks.push([makeJob(['Spooling'])]);
    const unknownId = { ...ticket, jobId: null };
    expect(await earlier(spooler).look(unknownId)).toMatchObject({
      fault: { kind: 'print-failed', reached: 'no' },
    });
    expect(spooler.steps).toEqual(['find', 'delete']);
    const none = new FakeSpooler(zebra, { find: [{ type: 'found', jobIds: [] }] });
    expect(await earlier(none).look(unknownId)).toMatchObject({ fault: { reached: 'no' } });
    expect(await earlier(new FakeSpooler(zebra, { find: [died] })).look(unknownId)).toBeNull();
  });

  it('is followed to its end', async () => {
    const spooler = new FakeSpooler();
    spooler.looks.push([makeJob(['Printing'])], [makeJob(['Printed'])]);
    const states: string[] = [];
    const end = await earlier(spooler).follow(ticket, undefined, ({ state }) => states.push(state));
    expect(end).toEqual({ ok: true, value: 'done' });
    expect(states).toEqual(['printing']);
  });

  it.each([
    [[makeJob(['Printing'])], { fault: { kind: 'cancelled', reached: 'maybe' } }],
    [[makeJob(['Spooling'])], { fault: { kind: 'cancelled', reached: 'no' } }],
    [[makeJob(['Printed'])], { ok: true, value: 'done' }],
  ])('is withdrawn, unless it has ended', async (jobs, expected) => {
    const spooler = new FakeSpooler();
    spooler.looks.push(jobs);
    expect(await earlier(spooler).withdraw!(ticket)).toMatchObject(expected);
    expect(spooler.steps).toEqual(['delete']);
  });
});
