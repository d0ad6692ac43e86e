import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayBecomeCommand, readCommand } from '../../../src/renderer/scanner/command-codes.ts';
import { commands, scanCommands } from '#shared/codes.ts';
import { languages } from '#shared/faults/languages.ts';

describe('command codes', () => {
  it('are typed alike on a Brazilian and an American keyboard, and mean one command each', () => {
    for (const { code } of Object.values(commands)) expect(code).toMatch(/^DOCA-[A-Z]+$/);
    expect(new Set(Object.values(commands).map(({ code }) => code)).size).toBe(scanCommands.length);
    for (const language of languages) {
      const names = scanCommands.map((command): string => commands[command][language]);
      expect(names.every((name) => name !== '')).toBe(true);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('are read as scanners send them: with the symbology before, blanks, and Caps Lock on', () => {
    const dressings = [
      (code: string) => code,
      (code: string) => ` ${code} `,
      (code: string) => `]C0${code}`,
      (code: string) => code.toLowerCase(),
    ];
    for (const command of scanCommands) {
      for (const dress of dressings)
        expect(readCommand(dress(commands[command].code))).toBe(command);
    }
    for (const code of ['DOCA-', 'DOCA-NEX', 'DOCA-NEXTT', 'DOCA-12'])
      expect(readCommand(code)).toBe('unknown');
  });

  it('are recognised as possible commands after every character', () => {
    const dressed = fc.tuple(
      fc.constantFrom('', ']C0'),
      fc.constantFrom(...Object.values(commands).map(({ code }) => code)),
    );
    fc.assert(
      fc.property(dressed, fc.nat(20), ([symbology, code], at) =>
        mayBecomeCommand(`${symbology}${code}`.slice(0, at)),
      ),
    );
  });

  it('are never a tracking code, an invoice, an access key or a grouping', () => {
    const digits = (minLength: number, maxLength: number) =>
      fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength, maxLength });
    const codes = fc.oneof(
      digits(1, 15),
      digits(44, 44),
      fc.stringMatching(/^[A-Z]{2}\d{9}BR$/),
      fc.stringMatching(/^[A-Z]{2,5}\d{6,20}[A-Z]{0,3}$/),
      fc.stringMatching(/^\d{2,4}-\d{4,9}$/),
      fc.uuid(),
    );
    fc.assert(
      fc.property(
        codes,
        fc.constantFrom('', ']C1'),
        (code, before) => readCommand(before + code) === null,
      ),
    );
    for (const code of ['DO123456789BR', 'DOCA123456789BR', 'DOCA', 'DOCAS-1'])
      expect(readCommand(code)).toBeNull();
  });
});
