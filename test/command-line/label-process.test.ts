import { expect, test, vi } from 'vitest';
import { run } from '../../src/main/command-line/index.ts';
import type { Runner } from '../../src/main/os/worker.ts';
import { makeTerminal } from '../support/terminal.ts';

test('the label process starts with a job’s command, and ends with one that needs none', async () => {
  const end = vi.fn(() => Promise.resolve());
  const startLabelProcess = vi.fn((): Runner => ({
    send: () => undefined,
    listen: () => undefined,
    keepAlive: () => undefined,
    release: () => undefined,
    end,
  }));
  const terminal = makeTerminal({ startLabelProcess });
  expect(await run(['--version'], terminal)).toBe(0);
  expect(startLabelProcess).not.toHaveBeenCalled();
  expect(await run(['dispatch', '1', '--base-url', 'not an address'], terminal)).not.toBe(0);
  expect(startLabelProcess).toHaveBeenCalledOnce();
  expect(end).toHaveBeenCalledOnce();
});
