import { expect, it } from 'vitest';
import { writeHelp } from '../../src/main/command-line/arguments.ts';

it.each(['demo', 'dispatch', 'sandbox', 'login', 'logout', 'whoami', 'set-secret', null] as const)(
  'the help of %s names options and fits a terminal of 100 columns',
  (command) => {
    const text = writeHelp(command);
    expect(text.match(/--[a-z][a-z-]*/g)?.length).toBeGreaterThan(1);
    expect(text.split('\n').filter((line) => line.length > 100)).toEqual([]);
  },
);

it('the help of dispatch names each obstacle that can be accepted', () => {
  const text = writeHelp('dispatch').replaceAll(/\s+/g, ' ');
  expect(text).toContain('--accept LIST go on in spite of missing (labels), changes (of the list');
  expect(text).toContain('print-cancelled (with their labels), unauthorised (invoices)');
});

it.each([
  ['--conclusion-was X', 'done', 'not-done'],
  ['--print-was X', 'done', 'not-done'],
  ['--print-job X', 'wait', 'withdraw'],
  ['--conclude X', 'no:', 'first:', 'refused:'],
])('the help of dispatch names what %s takes', (option, ...choices) => {
  const [, rest = ''] = writeHelp('dispatch').split(`${option} `);
  const [help = ''] = rest.split('\n  --');
  for (const choice of choices) expect(help.split(/[\s,;]+/)).toContain(choice);
});
