import { describe, expect, test, vi } from 'vitest';
import { run } from '../../src/main/command-line/index.ts';
import type { Runner } from '../../src/main/os/worker.ts';
import { makeTerminal } from '../support/terminal.ts';

const end = vi.fn(() => Promise.resolve());
const runner: Runner = {
  send: () => undefined,
  listen: () => undefined,
  keepAlive: () => undefined,
  release: () => undefined,
  end,
};

describe('the label process of a command', () => {
  test('starts with a job’s, and ends with one that needs none', async () => {
    const startLabelProcess = vi.fn(() => runner);
    const terminal = makeTerminal({ startLabelProcess });
    expect(await run(['--version'], terminal)).toBe(0);
    expect(startLabelProcess).not.toHaveBeenCalled();
    expect(await run(['dispatch', '1', '--base-url', 'not an address'], terminal)).not.toBe(0);
    expect(startLabelProcess).toHaveBeenCalledOnce();
    expect(end).toHaveBeenCalledOnce();
  });

  // It reads files from outside, and gets this program's variables when it is started.
  test('does not know the token and the password that its command is given', async () => {
    const env: Record<string, string> = { TOKEN: 'secret', FLOOR: 'secret', PATH: '/bin' };
    let seen: object | null = null;
    const startLabelProcess = (): Runner => {
      seen = { ...env };
      return runner;
    };
    const given = ['--base-url', 'not an address', '--token-env', 'TOKEN'];
    const all = ['dispatch', '1', ...given, '--floor-password-env', 'FLOOR'];
    await run(all, makeTerminal({ env, startLabelProcess }));
    expect(seen).toEqual({ PATH: '/bin' });
    // The command itself still finds them.
    expect(env).toMatchObject({ TOKEN: 'secret', FLOOR: 'secret' });
  });
});
