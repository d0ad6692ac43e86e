import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  fitToDisplays,
  readWindowState,
  smallestWindow,
  createStateWriter,
} from '../../src/main/electron/window/window-state.ts';

const laptop = { x: 0, y: 0, width: 1920, height: 1040 };
const second = { x: 1920, y: 0, width: 2560, height: 1400 };
const state = { position: { x: 2000, y: 100 }, width: 1500, height: 900, maximized: false };
const folder = mkdtempSync(join(tmpdir(), 'doca-window-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the window comes back', () => {
  it('at its place, while that display is there', () => {
    expect(fitToDisplays(state, [laptop, second])).toEqual(state);
  });

  it('on a present display, if the other one was removed', () => {
    expect(fitToDisplays(state, [laptop])).toEqual({ ...state, position: null });
  });

  it.each([
    ['above the screen', { x: 100, y: -500 }],
    ['below it', { x: 100, y: 1030 }],
    ['beyond its right side', { x: 1900, y: 100 }],
    ['beyond its left side', { x: -1450, y: 100 }],
  ])('within reach, when it was %s', (_where, position) => {
    expect(fitToDisplays({ ...state, position }, [laptop]).position).toBeNull();
  });

  it('no larger than the display and no smaller than it can be used', () => {
    const huge = fitToDisplays(
      { position: { x: 0, y: 0 }, width: 9000, height: 9000, maximized: true },
      [laptop],
    );
    expect(huge).toEqual({ position: { x: 0, y: 0 }, width: 1920, height: 1040, maximized: true });
    expect(fitToDisplays({ ...state, width: 1, height: -5 }, [second])).toMatchObject(
      smallestWindow,
    );
    expect(fitToDisplays({ ...state, width: 1, height: -5 }, [])).toMatchObject(smallestWindow);
  });
});

describe('the file of the window', () => {
  const path = join(folder, 'window.json');

  it('keeps the last of many changes, also when asked in between', async () => {
    const writer = createStateWriter(path, 10_000);
    for (let width = 1100; width <= 1200; width += 1) writer.save({ ...state, width });
    await writer.flush();
    expect(await readWindowState(path, [laptop, second])).toEqual({ ...state, width: 1200 });
  });

  it('writes by itself after a while', async () => {
    writeFileSync(path, '');
    createStateWriter(path, 5).save(state);
    await expect.poll(() => readFileSync(path, 'utf8')).not.toBe('');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(state);
  });

  it.each([
    '',
    'null',
    '{"width":"wide"}',
    '[]',
    '{"width":1e9,"height":5,"position":null,"maximized":true}',
  ])('stands in for a file that says %j', async (content) => {
    writeFileSync(path, content);
    expect(await readWindowState(path, [laptop])).toEqual({
      position: null,
      width: 1366,
      height: 768,
      maximized: false,
    });
  });
});
