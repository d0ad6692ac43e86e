import { describe, expect, it } from 'vitest';
import { inBackground } from '../../src/main/desk/background.ts';
import { createOnce } from '../../src/main/desk/handlers/once.ts';
import { selectedShipments } from '../../src/main/desk/print/print-selection.ts';
import { redact } from '../../src/main/desk/redact.ts';
import { parseToken } from '../../src/main/desk/token-input.ts';
import { parseTrackingAddress } from '../../src/main/desk/tracking-address.ts';
import { failed, fault, ok } from '../../src/shared/index.ts';
import type { Fault, PrintSelection, Result } from '../../src/shared/index.ts';
import { manualClock } from './support/manual-clock.ts';
import { entry, label } from './support/snapshots.ts';

describe('work in the background', () => {
  const later: Fault[] = [];
  const tell = (told: Fault) => later.push(told);

  it('answers with a refusal that comes at once, and at once with what goes on', async () => {
    expect(await inBackground(Promise.resolve(failed(fault('not-ready'))), tell)).toMatchObject({ ok: false });
    expect(later).toEqual([]);
    const { promise: work, resolve: end } = Promise.withResolvers<Result<void>>();
    expect(await inBackground(work, tell)).toEqual(ok());
    end(failed(fault('internal')));
    await work;
    await Promise.resolve();
    expect(later).toMatchObject([{ kind: 'internal' }]);
  });
});

describe('once', () => {
  it('does one thing for a double click, and again when it is asked for later', async () => {
    const clock = manualClock();
    const once = createOnce(clock);
    let done = 0;
    const work = async () => {
      await Promise.resolve();
      return ok(++done);
    };
    expect(await Promise.all([once.run('a', work), once.run('a', work)])).toEqual([ok(1), ok(1)]);
    await clock.advance(300);
    expect(await once.run('a', work)).toEqual(ok(1));
    expect(await once.run('b', work)).toEqual(ok(2));
    await clock.advance(1_000);
    expect(await once.run('a', work)).toEqual(ok(3));
  });

  it('lets a failure be tried again at once', async () => {
    const once = createOnce(manualClock());
    let tries = 0;
    const work = () => Promise.resolve(++tries === 1 ? failed(fault('network')) : ok(tries));
    expect((await once.run('a', work)).ok).toBe(false);
    expect(await once.run('a', work)).toEqual(ok(2));
    const throwing = () => Promise.reject(new Error('defect'));
    await expect(once.run('c', throwing)).rejects.toThrow('defect');
    expect(await once.run('c', () => Promise.resolve(ok(1)))).toEqual(ok(1));
  });
});

describe('print selection', () => {
  const list = [
    entry(1, { label: label({ state: 'printed', timesPrinted: 1 }) }),
    entry(2),
    entry(3, { label: label({ state: 'failed' }) }),
    entry(4),
    entry(5, { label: label({ state: 'none', accepted: true }) }),
  ];
  const ids = (selection: PrintSelection) => selectedShipments(selection, list);

  it('takes what has a label, in list order or in the order that was asked for', () => {
    expect(ids({ kind: 'all' })).toEqual(ok([1, 2, 4]));
    expect(ids({ kind: 'unprinted' })).toEqual(ok([2, 4]));
    expect(ids({ kind: 'shipments', shipmentIds: [4, 1, 4] })).toEqual(ok([4, 1]));
    expect(ids({ kind: 'range', from: 2, to: 5 })).toEqual(ok([2, 4]));
    expect(ids({ kind: 'range', from: 4, to: 400 })).toEqual(ok([4]));
  });

  it('says why it can take nothing', () => {
    expect(ids({ kind: 'range', from: 3, to: 2 })).toMatchObject({ fault: { kind: 'invalid-input' } });
    expect(ids({ kind: 'shipments', shipmentIds: [1, 99] })).toMatchObject({ fault: { kind: 'invalid-input' } });
    expect(ids({ kind: 'shipments', shipmentIds: [3] })).toMatchObject({ fault: { kind: 'not-ready' } });
    expect(ids({ kind: 'shipments', shipmentIds: [] })).toMatchObject({ fault: { kind: 'not-ready' } });
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
    expect(parsed).toMatchObject({ ok: false, fault: { kind: 'invalid-input' } });
    if (pasted.trim() !== '') expect(JSON.stringify(parsed)).not.toContain(pasted);
  });
});

describe('tracking address', () => {
  it('is https or nothing', () => {
    expect(parseTrackingAddress(' https://rastreio.example/x?c=1 ')).toBe('https://rastreio.example/x?c=1');
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
  it('leaves no token and nobody’s data in a line', () => {
    const line = redact(
      'x Bearer abc.def eyJhbGciOi.eyJzdWIi.sig s3cret https://erp.example/a?token=1 ana@exemplo.example 123.456.789-09 11.222.333/0001-81 end',
      ['s3cret'],
    );
    expect(line).toBe('x Bearer [token] [token] [token] [address] [e-mail] [cpf] [cnpj] end');
  });
});
