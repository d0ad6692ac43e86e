import { expect, it, vi } from 'vitest';
import { Repeats, againMs } from '../../../src/renderer/scanner/repeats.ts';

it('counts a command once while the scanner is held over its code, and again after a pause', () => {
  const repeats = new Repeats<string>();
  const press = vi.fn(() => true);
  let atMs = 0;
  for (let reading = 0; reading < 10; reading += 1)
    expect(repeats.run('next', (atMs += 600), press)).toBe(true);
  expect(press).toHaveBeenCalledTimes(1);
  repeats.run('next', atMs + againMs, press);
  expect(press).toHaveBeenCalledTimes(2);
});

it('keeps no other command waiting, and answers a refused one alike each time', () => {
  const repeats = new Repeats<string>();
  const refuse = vi.fn(() => false);
  for (const code of ['yes', 'no', 'yes']) expect(repeats.run(code, 0, refuse)).toBe(false);
  expect(refuse).toHaveBeenCalledTimes(3);
  expect(repeats.run('yes', 10, refuse)).toBe(false);
  expect(refuse).toHaveBeenCalledTimes(3);
});
