import { describe, expect, it } from 'vitest';
import { findCommand, nameKeys, shortcuts, isSign } from '../../../src/renderer/app/shortcuts.ts';
import type { Command } from '../../../src/renderer/app/shortcuts.ts';

describe('shortcuts', () => {
  const press = (key: string, more = {}): Parameters<typeof findCommand>[0] => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...more,
  });

  it('are each one command only', () => {
    const names = (Object.keys(shortcuts) as Command[]).flatMap((command) =>
      nameKeys(command, 'linux'),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it('treat Ctrl and Command alike, and ignore keys with Alt', () => {
    expect(findCommand(press('F9'))).toBe('primary');
    expect(findCommand(press('Enter', { ctrlKey: true }))).toBe('primary');
    expect(findCommand(press('Enter', { metaKey: true }))).toBe('primary');
    expect(findCommand(press('Enter'))).toBeNull();
    expect(findCommand(press('F', { ctrlKey: true }))).toBe('find');
    expect(findCommand(press('F9', { altKey: true }))).toBeNull();
  });

  it('regard Shift only if it makes another command', () => {
    expect(findCommand(press('p', { ctrlKey: true }))).toBe('print-these');
    expect(findCommand(press('P', { ctrlKey: true, shiftKey: true }))).toBe('print-from-here');
    expect(findCommand(press('F', { ctrlKey: true, shiftKey: true }))).toBe('find');
    expect(findCommand(press('?', { shiftKey: true }))).toBe('shortcuts');
    expect(findCommand(press('P', { shiftKey: true }))).toBeNull();
    expect(nameKeys('print-from-here', 'linux')).toEqual(['Ctrl+Shift+P']);
    expect(nameKeys('print-from-here', 'darwin')).toEqual(['⇧⌘P']);
  });

  it('know which keys belong to a field', () => {
    expect(isSign(press('?'))).toBe(true);
    expect(isSign(press('z', { ctrlKey: true }))).toBe(false);
    expect(isSign(press('F1'))).toBe(false);
  });

  it('print the key of the machine on the button', () => {
    expect(nameKeys('undo', 'linux')).toEqual(['Ctrl+Z']);
    expect(nameKeys('undo', 'darwin')).toEqual(['⌘Z']);
  });
});
