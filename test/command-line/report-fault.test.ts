import fc from 'fast-check';
import { expect, it } from 'vitest';
import { reportFault } from '../../src/main/command-line/output/endings.ts';
import type { Terminal } from '../../src/main/command-line/output/terminal.ts';
import { fault } from '#shared/faults/faults.ts';
import { anyCharacter } from '../support/any-text.ts';

it('a fault is printed without control sequences, whatever the source of its words', () => {
  let told = '';
  const terminal = { err: (text: string) => void (told += text) } as unknown as Terminal;
  const words = fc.oneof(
    fc.constantFrom('\x1b]0;x\x07', '\x9b2J', '\u202eabc', '\r', '\u2028'),
    fc.string({ unit: anyCharacter }),
  );
  fc.assert(
    fc.property(words, words, (erpMessage, detail) => {
      told = '';
      reportFault(
        terminal,
        fault('validation', {
          erpMessage,
          detail,
          erpDetails: [{ field: detail, message: erpMessage }],
        }),
      );
      expect(told.split('\n')).toHaveLength(5);
      expect(told.replaceAll('\n', '')).not.toMatch(
        /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/u,
      );
    }),
  );
});

it('tells somebody without a token how a command gets one', () => {
  let told = '';
  reportFault({ err: (text) => void (told += text) }, fault('no-token'));
  expect(told).toContain('login');
  expect(told).toContain('--token-stdin');
});
