import { describe, expect, it } from 'vitest';
import { writeHelp } from '../../src/main/command-line/help.ts';

const commands = ['demo', 'dispatch', 'sandbox', 'login', 'logout', 'whoami', 'set-secret', null] as const;
const listOptions = (text: string): readonly string[] => text.match(/--[a-z][a-z-]*/g) ?? [];

describe.each(commands)('the help of %s', (command) => {
  it('names the same options in both languages, in the same order', () => {
    const english = listOptions(writeHelp(command, 'en'));
    expect(listOptions(writeHelp(command, 'pt-BR'))).toEqual(english);
    expect(english.length).toBeGreaterThan(1);
  });

  it.each(['en', 'pt-BR'] as const)('fits a terminal of 100 columns in %s', (language) => {
    const lines = writeHelp(command, language).split('\n');
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
  });
});
