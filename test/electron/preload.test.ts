import { expect, it, vi } from 'vitest';
import type { Bridge } from '#shared/contract/index.ts';
import { failed, fault, ok } from '#shared/faults/faults.ts';

const answers: unknown[] = [];
const asked: unknown[] = [];
const exposed = Promise.withResolvers<Bridge>();
vi.mock('electron', () => ({
  contextBridge: { exposeInMainWorld: (_name: string, api: Bridge) => exposed.resolve(api) },
  ipcRenderer: {
    invoke(...request: unknown[]) {
      asked.push(request);
      return Promise.resolve(answers.shift());
    },
  },
}));
vi.stubGlobal('requestChannels', ['print.resume']);
vi.stubGlobal('eventChannels', []);
await import('../../src/preload/index.ts');
const bridge = await exposed.promise;

const notBegun = failed(fault('not-begun'));
const request = ['print.resume', { printer: 'Zebra' }] as const;

it.each([
  ['gives what main answers', [ok()], { ok: true }, 1],
  ['asks once more if it was refused by mistake', [notBegun, ok()], { ok: true }, 2],
  ['says so if it is refused again', [notBegun, notBegun], notBegun, 2],
  ['asks no second time for what failed otherwise', [failed(fault('network'))], { ok: false }, 1],
])('%s', async (_what, told, answer, times) => {
  answers.push(...told);
  expect(await bridge.request(...request)).toMatchObject(answer);
  expect(asked.splice(0)).toEqual(Array(times).fill(request));
});

it('exposes only channels of the contract', () => {
  expect(() => bridge.request('app.exec' as 'app.info')).toThrow('no such request');
  expect(asked).toEqual([]);
});
