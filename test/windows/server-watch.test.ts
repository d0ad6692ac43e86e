import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServerWatch } from '../../scripts/windows/server-watch.ts';

let proc = '';
beforeEach(() => void (proc = mkdtempSync(join(tmpdir(), 'doca-proc-'))));
afterEach(() => rmSync(proc, { recursive: true }));

function start(pid: number, program: string): void {
  mkdirSync(join(proc, String(pid)));
  symlinkSync(join('/usr/lib/wine', program), join(proc, String(pid), 'exe'));
}

function end(...pids: readonly number[]): void {
  for (const pid of pids) rmSync(join(proc, String(pid)), { recursive: true });
}

/** Looks each second; the second in which the server counts as fallen, or null. */
function watch(watcher: ServerWatch, seconds = 30): number | null {
  for (let second = 0; second < seconds; second++)
    if (watcher.hasFallen(second * 1000)) return second;
  return null;
}

describe("a watch over Wine's server", () => {
  it('reports nothing while both run, before they do and if another program ends', () => {
    const watcher = new ServerWatch(proc);
    expect(watch(watcher, 2)).toBeNull();
    start(10, 'wine64');
    start(11, 'sh');
    expect(watch(watcher)).toBeNull();
    start(12, 'wineserver64');
    start(13, 'wine64-preloader');
    expect(watch(watcher)).toBeNull();
    end(11, 13);
    expect(watch(watcher)).toBeNull();
  });

  it('reports a server that left a program behind', () => {
    const watcher = new ServerWatch(proc);
    start(10, 'wine64');
    start(12, 'wineserver64');
    expect(watch(watcher, 2)).toBeNull();
    end(12);
    expect(watch(watcher)).toBe(5);
  });

  it('reports nothing if one of two servers ends, as when two programs start one together', () => {
    const watcher = new ServerWatch(proc);
    start(10, 'wine64');
    start(11, 'wine64');
    start(12, 'wineserver64');
    start(13, 'wineserver64');
    expect(watch(watcher, 2)).toBeNull();
    end(12);
    expect(watch(watcher)).toBeNull();
  });

  it('reports nothing if the last program ends with its server, or soon after', () => {
    const watcher = new ServerWatch(proc);
    start(10, 'wine64');
    start(12, 'wineserver64');
    expect(watch(watcher, 2)).toBeNull();
    end(12);
    expect(watch(watcher, 3)).toBeNull();
    end(10);
    expect(watch(watcher)).toBeNull();
    start(20, 'wine64');
    start(22, 'wineserver64');
    expect(watch(watcher, 2)).toBeNull();
    end(22, 20);
    expect(watch(watcher)).toBeNull();
  });
});
