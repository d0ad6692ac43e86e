import type { WebContents } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Handlers } from '#shared/contract/define.ts';
import { requests } from '#shared/contract/index.ts';
import { fault } from '#shared/faults/faults.ts';
import { FaultError } from '../../src/main/os/errors.ts';
import { memoryLog } from './support.ts';

vi.mock('electron', () => import('../electron-double/index.ts'));
const { answerRequests, sendEvent } = await import('../../src/main/electron/ipc.ts');
const { ipcMain, receiveInvoke } = await import('../electron-double/ipc-main.ts');

const page = { url: 'app://doca/#/desk', parent: null, frameTreeNodeId: 1 };
const window = { id: 7, isDestroyed: () => false } as unknown as WebContents;
const { log, lines } = memoryLog();
const calls: unknown[] = [];
let asked = 0;

/** Handlers that return their arguments, for every channel of the contract. */
function handlers(): Handlers<typeof requests> {
  return new Proxy({} as Handlers<typeof requests>, {
    get: (_target, channel) => (input: unknown) => {
      calls.push([channel, input]);
      if (channel === 'job.leave') throw new FaultError(fault('disk-full'), null);
      if (channel === 'training.stop') throw new Error('Maria da Silva, Rua das Flores 5');
      return Promise.resolve();
    },
  });
}

const ask = (channel: string, args: readonly unknown[] = [], event: object = {}) =>
  receiveInvoke({ sender: window, senderFrame: page, ...event }, channel, args);

beforeEach(() => {
  calls.length = 0;
  lines.length = 0;
  asked = 0;
  for (const channel of Object.keys(requests)) ipcMain.removeHandler(channel);
  answerRequests({ handlers: handlers(), window: () => window, asked: () => (asked += 1), log });
});

describe('requests over IPC', () => {
  it('answers the page of our window', async () => {
    expect(await ask('job.open', [{ groupingId: 5 }])).toEqual({ ok: true, value: undefined });
    expect(calls).toEqual([['job.open', { groupingId: 5 }]]);
    expect(asked).toBe(1);
  });

  it('binds every channel of the contract and no other', async () => {
    for (const channel of Object.keys(requests)) await ask(channel, [{ wrong: true }]);
    expect(calls).toEqual([]);
    await expect(ask('app.exec')).rejects.toThrow("No handler registered for 'app.exec'");
  });

  it.each([
    ['a foreign page', { senderFrame: { ...page, url: 'https://example.com/' } }],
    ['a page that looks like ours', { senderFrame: { ...page, url: 'https://doca/' } }],
    ['a frame inside our page', { senderFrame: { ...page, frameTreeNodeId: 2, parent: page } }],
    ['another window', { sender: { id: 8 } }],
    ['another window, whose frame is gone', { sender: { id: 8 }, senderFrame: null }],
  ])('refuses %s on every channel', async (_who, event) => {
    for (const channel of Object.keys(requests)) {
      await expect(ask(channel, [], event)).rejects.toThrow('refused');
    }
    expect([calls, asked]).toEqual([[], 0]);
    expect(lines.every((line) => line.startsWith('ipc.refused'))).toBe(true);
  });

  it('refuses a start, with a report, if Electron does not name the frame', async () => {
    for (const channel of Object.keys(requests)) {
      const answer = await ask(channel, [{ groupingId: 5 }], { senderFrame: null });
      expect(answer).toMatchObject({
        ok: false,
        fault: { kind: 'not-begun', reached: 'no', detail: channel },
      });
    }
    expect([calls, asked]).toEqual([[], 0]);
    expect(await ask('job.open', [{ groupingId: 5 }])).toMatchObject({ ok: true });
  });

  it('refuses all senders while there is no window', async () => {
    for (const channel of Object.keys(requests)) ipcMain.removeHandler(channel);
    answerRequests({ handlers: handlers(), window: () => null, asked: () => (asked += 1), log });
    await expect(ask('app.info')).rejects.toThrow('refused');
  });

  it.each([
    ['job.open', []],
    ['job.open', [null]],
    ['job.open', ['5']],
    ['job.open', [{ groupingId: '5' }]],
    ['job.open', [{ groupingId: -5 }]],
    ['job.open', [{ groupingId: 5, more: 1 }]],
    ['job.open', [{ groupingId: 5 }, 'second']],
    ['app.info', [{ anything: 1 }]],
    ['clipboard.write', [{ text: 'x'.repeat(20_001) }]],
  ])('passes no malformed input of %s on: %j', async (channel, args) => {
    expect(await ask(channel, args)).toMatchObject({
      ok: false,
      fault: { kind: 'invalid-input', reached: 'no' },
    });
    expect(calls).toEqual([]);
  });

  it('names the field and never its value', async () => {
    const answer = await ask('connection.token', [{ token: ['very-secret-token'] }]);
    expect(JSON.stringify(answer)).toContain('connection.token: token');
    expect(JSON.stringify([answer, lines])).not.toContain('very-secret-token');
  });

  it('reports the fault that a handler throws', async () => {
    expect(await ask('job.leave', [{ groupingId: 5 }])).toMatchObject({
      ok: false,
      fault: { kind: 'disk-full' },
    });
    expect(lines).toEqual([]);
  });

  it('turns a defect into a fault and logs no words that could be personal', async () => {
    expect(await ask('training.stop')).toMatchObject({
      ok: false,
      fault: { kind: 'internal', reached: 'maybe' },
    });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('ipc.test.ts');
    expect(lines[0]).not.toMatch(/Maria|Flores/);
  });
});

describe('events', () => {
  it('go to the window while it is there', () => {
    const sent: unknown[] = [];
    const there = {
      isDestroyed: () => false,
      send: (...args: unknown[]) => sent.push(args),
    } as unknown as WebContents;
    sendEvent(there, 'app.command', 'find');
    sendEvent(null, 'app.command', 'find');
    sendEvent({ isDestroyed: () => true } as unknown as WebContents, 'app.command', 'find');
    expect(sent).toEqual([['app.command', 'find']]);
  });
});
