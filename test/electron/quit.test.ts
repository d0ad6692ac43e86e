import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

vi.mock('electron', () => import('../electron-double/index.ts'));
const { guardQuit } = await import('../../src/main/electron/system/quit.ts');
const { appDouble } = await import('../electron-double/app.ts');
const { dialog } = await import('../electron-double/system.ts');

let running = 0;
let finished = 0;
let language: 'pt-BR' | 'en' = 'pt-BR';
const asked: { message: string; buttons: readonly string[] }[] = [];
const exits: number[] = [];
let mayClose: () => boolean;
let shown = 0;
const finish = Promise.withResolvers<undefined>();

/** Sets the user's answer. */
function person(answer: number): void {
  dialog.showMessageBoxSync = (question) => {
    asked.push(question);
    return answer;
  };
}

beforeAll(() => {
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    exits.push(Number(code));
    return undefined as never;
  });
  appDouble.becomeReady();
  mayClose = guardQuit({
    runningJobs: () => running,
    language: () => language,
    finish: async () => {
      finished += 1;
      await finish.promise;
    },
    handOver: () => Promise.resolve(),
    show: () => {
      shown += 1;
    },
  });
});
beforeEach(() => {
  asked.length = 0;
  exits.length = 0;
  person(0);
});
afterEach(() => {
  running = 0;
});

describe('quitting', () => {
  it('asks while a job runs, and stays when the person wants to work on', () => {
    running = 1;
    appDouble.quit();
    expect(asked).toMatchObject([
      { message: 'Há trabalho em andamento.', buttons: ['Continuar trabalhando', 'Sair'] },
    ]);
    expect([finished, exits]).toEqual([0, []]);
    expect(mayClose()).toBe(false);
  });

  it('asks in the language of the program', () => {
    running = 1;
    language = 'en';
    appDouble.quit();
    expect(asked).toMatchObject([
      { message: 'Work is under way.', buttons: ['Keep working', 'Quit'] },
    ]);
  });

  it('closes the window without a question while nothing runs', () => {
    expect(mayClose()).toBe(true);
    expect(asked).toEqual([]);
  });

  it('shows the window if the program is started again', () => {
    appDouble.emit('second-instance', {}, [], '');
    expect([shown, appDouble.relaunches]).toEqual([1, 0]);
  });

  it('asks once, finishes once, cannot be cut short, and restarts if it was started meanwhile', async () => {
    running = 2;
    person(1);
    appDouble.quit();
    appDouble.quit();
    appDouble.emit('second-instance', {}, [], '');
    appDouble.emit('second-instance', {}, [], '');
    await Promise.resolve();
    expect([exits, shown, appDouble.relaunches]).toEqual([[], 1, 1]);
    finish.resolve(undefined);
    await expect.poll(() => exits).toEqual([0]);
    expect([asked.length, finished]).toEqual([1, 1]);
  });
});
