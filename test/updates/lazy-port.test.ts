import { expect, it } from 'vitest';
import { createLazyPort } from '../../src/main/updates/index.ts';
import type { UpdaterPort } from '../../src/main/updates/index.ts';

const never = new AbortController().signal;

function countedPort(): { readonly port: UpdaterPort; readonly calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    port: {
      check: () => {
        calls.push('check');
        return Promise.resolve({ ok: true, value: null });
      },
      download: () => {
        calls.push('download');
        return Promise.resolve({ ok: true, value: undefined });
      },
      install: ({ restart }) => void calls.push(`install ${restart ? 'and restart' : ''}`),
    },
  };
}

it('opens the port with the first question, and once', async () => {
  const { port, calls } = countedPort();
  let opened = 0;
  const lazy = createLazyPort(() => {
    opened += 1;
    return Promise.resolve(port);
  });
  expect(opened).toBe(0);
  lazy.install({ restart: true });
  expect([opened, calls]).toEqual([0, []]);
  expect(await lazy.check()).toEqual({ ok: true, value: null });
  await lazy.download(() => undefined, never);
  lazy.install({ restart: true });
  expect([opened, calls]).toEqual([1, ['check', 'download', 'install and restart']]);
});

it('reports that it could not be opened, and tries again', async () => {
  const { port } = countedPort();
  let works = false;
  const lazy = createLazyPort(() => (works ? Promise.resolve(port) : Promise.reject(new Error('no such module'))));
  expect(await lazy.check()).toEqual({ ok: false, failure: 'unknown' });
  works = true;
  expect(await lazy.check()).toEqual({ ok: true, value: null });
});
