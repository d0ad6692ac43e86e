import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { closeSharedBrowser } from '../../support/browser/shared.ts';
import { ask } from '../bridge.ts';
import { Station } from './station.ts';
import type { RendererFigures } from '../../bench/renderer-figures.ts';
import { size } from '../../bench/size.ts';

const shipments = size(2_000, 60);
const shown = shipments.toLocaleString('pt-BR');

/** Measures the built window on the running app, and sends the figures to the calling process. */
async function measure(): Promise<RendererFigures> {
  const station = await Station.start();
  const { page } = station;
  const erp = await station.erp({ shipments, groupings: 1, formats: ['pdf'] });
  // Only the window is measured: no label may arrive.
  erp.inject({ on: 'etiquetas', fault: { type: 'stall' } });

  const { firstRowsMs, openMs } = await page.evaluate(
    (groupingId) =>
      new Promise<{ firstRowsMs: number; openMs: number }>((resolve) => {
        const start = performance.now();
        location.hash = `#/grouping/${groupingId}`;
        const look = (): void => {
          if (document.querySelector('.row') === null) {
            requestAnimationFrame(look);
            return;
          }
          // The frame with the rows in it is drawn after this callback.
          requestAnimationFrame(() => {
            const now = performance.now();
            const arrived = performance.getEntriesByName('job-data')[0]?.startTime ?? NaN;
            resolve({ firstRowsMs: now - arrived, openMs: now - start });
          });
        };
        requestAnimationFrame(look);
      }),
    erp.firstGroupingId,
  );
  await station.text(`${shown} expedições`);
  await page.keyboard.press('Control+.');
  await station.next(`Buscar ${shown} etiquetas`);

  await page.evaluate(() => {
    const times: number[] = [];
    Reflect.set(window, 'keyTimes', times);
    const frameAfter = new MessageChannel();
    let pressedMs = 0;
    frameAfter.port1.onmessage = () => times.push(performance.now() - pressedMs);
    window.addEventListener(
      'keydown',
      (event) => {
        pressedMs = event.timeStamp;
        requestAnimationFrame(() => frameAfter.port2.postMessage(null));
      },
      { capture: true },
    );
  });
  await page.keyboard.press('F3');
  const erase = (times: number): string[] => Array<string>(times).fill('Backspace');
  const keys = [...'sao paulo'.split(''), ...erase(9), ...'almeida 10'.split(''), ...erase(10)];
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(60);
  }
  const filterMs = await page.evaluate(() => Reflect.get(window, 'keyTimes') as number[]);
  await station.text(`${shown} expedições`);

  await page.evaluate(() => {
    const frames: number[] = [];
    Reflect.set(window, 'frameTimes', frames);
    let lastMs = performance.now();
    const frame = (nowMs: number): void => {
      frames.push(nowMs - lastMs);
      lastMs = nowMs;
      if (Reflect.has(window, 'frameTimes')) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  const table = await page.locator('.table').boundingBox();
  if (table === null) throw new Error('there is no table');
  await page.mouse.move(table.x + 200, table.y + 200);
  for (let turn = 0; turn < 60; turn += 1) {
    await page.mouse.wheel(0, turn < 45 ? 900 : -2_400);
    await page.waitForTimeout(16);
  }
  const frameMs = await page.evaluate(() => {
    const frames = Reflect.get(window, 'frameTimes') as number[];
    Reflect.deleteProperty(window, 'frameTimes');
    return frames.slice(1);
  });
  await ask(page, 'job.leave', { groupingId: erp.firstGroupingId });
  await station.close();
  return { firstRowsMs, openMs, filterMs, frameMs, startBytes: startBytes() };
}

/**
 * The gzipped size of the script that the page starts with and of everything it imports statically.
 */
function startBytes(): number {
  const folder = join(import.meta.dirname, '../../../out/renderer');
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const wanted = [...html.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)].map((match) =>
    String(match[1]),
  );
  const sizes = new Map<string, number>();
  for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
    if (sizes.has(path)) continue;
    const script = readFileSync(join(folder, path));
    sizes.set(path, gzipSync(script).length);
    for (const [, name = ''] of script
      .toString()
      .matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) {
      wanted.push(`assets/${name}`);
    }
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

const figures = await measure();
process.send?.(figures, () => process.disconnect());
await closeSharedBrowser();
