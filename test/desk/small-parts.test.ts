import { describe, expect, it } from 'vitest';
import type { GroupingJob } from '../../src/main/dispatch/index.ts';
import { followJob } from '../../src/main/desk/jobs/opened-job.ts';
import { createOnce } from '../../src/main/desk/parts/once.ts';
import { redact } from '../../src/main/desk/handlers/diagnostics.ts';
import { makePrintHandlers } from '../../src/main/desk/handlers/print.ts';
import { parseTrackingAddress } from '../../src/main/desk/handlers/job.ts';
import { parseToken } from '../../src/main/credentials/parse-token.ts';
import { failed, fault, type Fault, ok, type Result } from '#shared/faults/faults.ts';
import { catchFaults, throwFault } from '../../src/main/os/errors.ts';
import { silentLog } from '../../src/main/os/log.ts';
import { manualClock } from './support/manual-clock.ts';
import { entry, snapshot } from './support/snapshots.ts';

describe('work in the background', () => {
  function openedJob() {
    const later: Fault[] = [];
    const shown = snapshot([entry(1)]);
    const job = {
      snapshot: () => shown,
      overview: () => shown,
      subscribe: () => () => undefined,
      hold: <T>(work: () => Promise<T>) => work(),
    } as unknown as GroupingJob;
    const opened = followJob(job, {
      clock: manualClock(),
      log: silentLog,
      changed: () => undefined,
      collecting: () => undefined,
      collected: () => undefined,
      notice: (told) => later.push(told),
    });
    return { opened, later };
  }

  it('answers with an immediate refusal, or immediately if the action continues', async () => {
    const { opened, later } = openedJob();
    const refused = opened.start(() => Promise.resolve(failed(fault('not-ready'))));
    expect(await refused).toMatchObject({ ok: false });
    expect(later).toEqual([]);
    const { promise: work, resolve: end } = Promise.withResolvers<Result<void>>();
    expect(await opened.start(() => work)).toEqual(ok());
    end(failed(fault('disk-full')));
    await expect.poll(() => later.map(({ kind }) => kind)).toEqual(['disk-full']);
  });

  it('reports a defect, which no caller could catch', async () => {
    const { opened, later } = openedJob();
    const { promise: work, reject } = Promise.withResolvers<Result<void>>();
    expect(await opened.start(() => work)).toEqual(ok());
    reject(new TypeError('defect'));
    await expect.poll(() => later).toMatchObject([{ kind: 'internal', reached: 'maybe' }]);
  });
});

describe('the answer about the paper', () => {
  it.each([
    { printed: true, answer: ok(), counted: 1 },
    { printed: false, answer: ok(), counted: 0 },
    { printed: true, answer: failed(fault('not-ready')), counted: 0 },
    { printed: [7], answer: ok(), counted: 1 },
    { printed: [], answer: ok(), counted: 0 },
  ])(
    'counts as a print of the shift if the packer saw it: %j',
    async ({ printed, answer, counted }) => {
      let prints = 0;
      const parts = {
        connection: {
          onJob: (work: (...given: unknown[]) => unknown) => (input: unknown) =>
            work({ job }, input, { danfes: { follow: (_: unknown, run: () => unknown) => run() } }),
        },
        once: (handler: unknown) => handler,
        updates: { notePrint: () => (prints += 1) },
      };
      const job = {
        prints: {
          resolve: (said: boolean | readonly number[]) => (said === printed ? answer : null),
        },
      };
      const handlers = makePrintHandlers(
        parts as unknown as Parameters<typeof makePrintHandlers>[0],
      );
      await catchFaults(async () => {
        await handlers['print.resolve']({ groupingId: 5, printed });
        return ok();
      });
      expect(prints).toBe(counted);
    },
  );
});

describe('once', () => {
  it('acts once for a double click, and again for a later request', async () => {
    const clock = manualClock();
    let done = 0;
    const act = createOnce(
      clock,
      () => '',
    )(async (_input: string) => {
      await Promise.resolve();
      return ++done;
    });
    expect(await Promise.all([act('a'), act('a')])).toEqual([1, 1]);
    await clock.advance(300);
    expect(await act('a')).toBe(1);
    expect(await act('b')).toBe(2);
    clock.set(0);
    expect(await act('a')).toBe(1);
    await clock.advance(1_000);
    expect(await act('a')).toBe(3);
  });

  it('counts a request at another place as another one', async () => {
    let place = 'here';
    let done = 0;
    const act = createOnce(manualClock(), () => place)((_input: string) => Promise.resolve(++done));
    expect(await act('a')).toBe(1);
    place = 'there';
    expect(await act('a')).toBe(2);
  });

  it('lets a failure be tried again immediately', async () => {
    const once = createOnce(manualClock(), () => '');
    let tries = 0;
    const act = once(async (_input: string) => {
      await Promise.resolve();
      if (++tries === 1) throwFault('network');
      return tries;
    });
    await expect(act('a')).rejects.toThrow('network');
    expect(await act('a')).toBe(2);
  });
});

describe('token as it is pasted', () => {
  it.each([
    'abc.def-123',
    '  abc.def-123\r\n',
    'Bearer abc.def-123',
    'Authorization: bearer abc.def-123',
    '"abc.def-123"',
  ])('%j', (pasted) => {
    expect(parseToken(pasted)).toEqual(ok('abc.def-123'));
  });

  it.each(['', '   ', 'two words', 'line\nbreak', 'açaí', 'Bearer '])('refuses %j', (pasted) => {
    const parsed = parseToken(pasted);
    expect(parsed).toMatchObject({ ok: false, fault: { kind: 'token-malformed' } });
    if (pasted.trim() !== '') expect(JSON.stringify(parsed)).not.toContain(pasted);
  });
});

describe('tracking address', () => {
  it('is https or nothing', () => {
    expect(parseTrackingAddress(' https://rastreio.example/x?c=1 ')).toBe(
      'https://rastreio.example/x?c=1',
    );
    for (const raw of [
      null,
      '',
      'rastreio.example/x',
      'http://rastreio.example/x',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'data:text/html,x',
      'https://user:password@rastreio.example/',
      'https://',
      `https://rastreio.example/${'x'.repeat(3_000)}`,
    ]) {
      expect(parseTrackingAddress(raw)).toBeNull();
    }
  });
});

describe('redaction', () => {
  it('leaves no token and no personal data in a line', () => {
    const line = redact(
      'x Bearer abc.def eyJhbGciOi.eyJzdWIi.sig s3cret https://erp.example/a?token=1 ana@exemplo.example 123.456.789-09 11.222.333/0001-81 end',
      ['s3cret'],
    );
    expect(line).toBe('x Bearer [token] [token] [token] [address] [e-mail] [cpf] [cnpj] end');
  });
});
