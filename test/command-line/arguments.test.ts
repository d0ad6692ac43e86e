import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseArguments } from '../../src/main/command-line/arguments.ts';
import { FaultError } from '../../src/main/os/errors.ts';

const usage = (...argv: string[]): string => {
  try {
    parseArguments(argv);
  } catch (error) {
    if (error instanceof FaultError) return error.fault.detail ?? '';
    throw error;
  }
  return '';
};

describe('arguments', () => {
  it('returns the defaults for the demo', () => {
    expect(parseArguments(['demo'])).toEqual({
      command: 'demo',
      sandbox: {
        shipments: 24,
        formats: ['pdf', 'png', 'zpl', 'zip'],
        brokenLabels: 0,
        contractOnly: true,
      },
      out: 'demo-output',
    });
  });

  it('takes every option of the demo, with = or a space', () => {
    const argv = 'demo --shipments=3 --out x --formats pdf,zpl --fail 2 --json'.split(' ');
    expect(parseArguments(argv)).toEqual({
      command: 'demo',
      sandbox: {
        shipments: 3,
        formats: ['pdf', 'zpl'],
        brokenLabels: 2,
        contractOnly: true,
      },
      out: 'x',
    });
  });

  it('takes a kind of grouping, with the service’s manners unless the contract is requested', () => {
    const one = { kinds: ['correios'], groupings: 0 };
    expect(parseArguments(['demo', '--kind', 'correios'])).toMatchObject({
      sandbox: { ...one, contractOnly: false },
    });
    expect(parseArguments(['sandbox', '--kind', 'correios'])).toMatchObject({ sandbox: one });
    expect(parseArguments(['demo', '--kind=mixed', '--contract-only'])).toMatchObject({
      sandbox: { kinds: ['mixed'], contractOnly: true },
    });
    expect(usage('demo', '--kind', 'pigeon')).toMatch(
      /^--kind takes one of own, correios, .*, not pigeon$/,
    );
  });

  it('takes every option of the sandbox', () => {
    const argv = 'sandbox --port 0 --shipments 3 --token t --contract-only'.split(' ');
    expect(parseArguments(argv)).toMatchObject({
      command: 'sandbox',
      sandbox: { port: 0, shipments: 3, token: 't', contractOnly: true },
    });
    expect(parseArguments(['sandbox'])).toMatchObject({
      sandbox: { port: 8484, contractOnly: false },
    });
  });

  it('takes the options of a sign-in, and leaves the others alone', () => {
    const nothing = { baseUrl: null, issuer: null, clientId: null, scopes: null, redirect: null };
    expect(parseArguments(['login'])).toMatchObject({
      command: 'login',
      ...nothing,
      noBrowser: false,
    });
    const all =
      '--base-url a --issuer b --client-id c --scopes d --redirect e --no-browser --json'.split(
        ' ',
      );
    expect(parseArguments(['login', ...all])).toMatchObject({
      command: 'login',
      ...{
        baseUrl: 'a',
        issuer: 'b',
        clientId: 'c',
        scopes: 'd',
        redirect: 'e',
        noBrowser: true,
      },
    });
    expect(parseArguments(['logout', '--no-browser'])).toMatchObject({
      command: 'logout',
      baseUrl: null,
      noBrowser: true,
    });
    expect(parseArguments(['whoami', '--base-url', 'a'])).toMatchObject({
      command: 'whoami',
      baseUrl: 'a',
    });
    expect(usage('whoami', 'me')).toBe('unexpected argument: me');
  });

  it('takes a dispatch with the token from the keychain, the environment or standard input', () => {
    const base = ['dispatch', '77', '--base-url', 'https://erp.example/public-api/v3'];
    expect(parseArguments(base)).toMatchObject({
      number: 77,
      tokenEnv: null,
      tokenStdin: false,
      conclude: null,
    });
    expect(parseArguments([...base, '--token-env', 'T'])).toMatchObject({ tokenEnv: 'T' });
    expect(parseArguments([...base, '--token-stdin'])).toMatchObject({ tokenStdin: true });
    expect(parseArguments(base)).toMatchObject({ patience: 30 });
    expect(parseArguments([...base, '--patience', '0'])).toMatchObject({ patience: 0 });
    expect(parseArguments([...base, '--conclusion-was', 'done'])).toMatchObject({
      conclusionWas: 'done',
    });
    expect(parseArguments(base)).toMatchObject({ printer: null, printWas: null });
    const paper = ['--printer', 'Zebra dock 3', '--print-was', 'not-done'];
    expect(parseArguments([...base, ...paper])).toMatchObject({
      printer: 'Zebra dock 3',
      printWas: 'not-done',
    });
    expect(parseArguments([...base, '--print-was', '1-20, #23'])).toMatchObject({
      printWas: [
        { from: 1, to: 20 },
        { from: 23, to: 23 },
      ],
    });
    expect(parseArguments(base)).toMatchObject({ printJob: null, accept: [] });
    const words = ['--conclude', 'first', '--accept', 'missing, Fewer', '--accept=other'];
    expect(parseArguments([...base, ...words])).toMatchObject({
      conclude: 'first',
      accept: ['missing', 'fewer', 'other'],
    });
    expect(parseArguments([...base, '--print-job', 'withdraw'])).toMatchObject({
      printJob: 'withdraw',
    });
  });

  it.each([
    ['unknown command', ['frobnicate']],
    ['unknown option', ['demo', '--nope']],
    ['unexpected argument', ['demo', 'more']],
    ['--shipments', ['demo', '--shipments', '0']],
    ['--shipments', ['demo', '--shipments', '1e3']],
    ['--fail', ['demo', '--shipments', '3', '--fail', '4']],
    ['--formats', ['demo', '--formats', 'pdf,doc']],
    ['which grouping', ['dispatch', '--base-url', 'x']],
    ['grouping’s number', ['dispatch', 'abc', '--base-url', 'x']],
    ['--base-url', ['dispatch', '1']],
    ['unknown option', ['dispatch', '1', '--base-url', 'x', '--pages', 'all']],
    [
      'exclude each other',
      ['dispatch', '1', '--base-url', 'x', '--token-env', 'A', '--token-stdin'],
    ],
    ['--conclude takes', ['dispatch', '1', '--base-url', 'x', '--conclude', 'perhaps']],
    ['--accept takes', ['dispatch', '1', '--base-url', 'x', '--accept', 'missing,everything']],
    ['--accept takes', ['dispatch', '1', '--base-url', 'x', '--accept', '']],
    [
      '--conclude takes one of',
      ['dispatch', '1', '--base-url', 'x', '--conclude', 'no', '--conclude=first'],
    ],
    ['unknown option', ['dispatch', '1', '--base-url', 'x', '--accept-missing']],
    ['--conclusion-was', ['dispatch', '1', '--base-url', 'x', '--conclusion-was', 'perhaps']],
    ['--print-was', ['dispatch', '1', '--base-url', 'x', '--print-was', 'perhaps']],
    ['--print-was', ['dispatch', '1', '--base-url', 'x', '--print-was', '0-3']],
    ['--print-was', ['dispatch', '1', '--base-url', 'x', '--print-was', '5-3']],
    ['--print-was', ['dispatch', '1', '--base-url', 'x', '--print-was', '']],
    ['--print-job', ['dispatch', '1', '--base-url', 'x', '--print-job', 'stay']],
    ['--printer', ['dispatch', '1', '--base-url', 'x', '--printer', '']],
    ['--port', ['sandbox', '--port', '70000']],
  ])('names the error: %s', (message, argv) => {
    expect(usage(...argv).toLowerCase()).toContain(message.toLowerCase());
  });

  it('shows help for everything and for one command', () => {
    expect(parseArguments([])).toEqual({ command: 'help', about: null });
    expect(parseArguments(['help', 'dispatch'])).toEqual({ command: 'help', about: 'dispatch' });
    expect(parseArguments(['sandbox', '--port', 'x', '--help'])).toEqual({
      command: 'help',
      about: 'sandbox',
    });
  });

  it('returns arguments or the fault invalid-input for any input', () => {
    const word = fc.oneof(
      fc.constantFrom(
        'demo',
        'dispatch',
        'sandbox',
        '--json',
        '--out',
        '--print-was',
        '--token-env',
        '--base-url',
        '--',
        '-',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (argv) => {
        try {
          expect(parseArguments(argv)).toHaveProperty('command');
        } catch (error) {
          expect(error).toMatchObject({ fault: { kind: 'invalid-input' } });
        }
      }),
    );
  });
});
