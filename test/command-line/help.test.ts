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
