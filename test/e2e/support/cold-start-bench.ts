import type { StartFigures } from '../../bench/start-figures.ts';
import { closeSharedBrowser } from '../../support/browser/shared.ts';
import { launch } from '../harness.ts';
import { loadedModules } from './loaded-modules.ts';
import { Station } from './station.ts';
import { size } from '../../bench/size.ts';

const starts = size(5, 1);

/**
 * Connects once, then starts again and again: until the Desk's field has the focus. On the double
 * the browser runs already.
 */
async function measure(): Promise<StartFigures> {
  const station = await Station.start();
  await station.erp({ shipments: 3, groupings: 1 });
  await station.app.close({ keepHome: true });
  const keptMs: number[] = [];
  const compiledMs: number[] = [];
  let stored = false;
  let loaded: StartFigures['loaded'] = [];
  for (let start = 1; start <= 2 * starts; start += 1) {
    const isKept = start % 2 === 1;
    const startedMs = performance.now();
    const app = await launch({
      home: station.app.home,
      ...(isKept ? {} : { env: { NODE_DISABLE_COMPILE_CACHE: '1' } }),
    });
    await app.page.locator('input:focus').waitFor();
    (isKept ? keptMs : compiledMs).push(performance.now() - startedMs);
    stored = (await app.page.locator('#grouping-id:focus').count()) === 1;
    loaded = grouped((await loadedModules(app)) ?? []);
    await app.close({ keepHome: start < 2 * starts });
  }
  await station.closeSandboxes();
  return { stored, keptMs, compiledMs, loaded };
}

function grouped(
  modules: readonly { readonly name: string; readonly bytes: number }[],
): StartFigures['loaded'] {
  const names = [...new Set(modules.map(({ name }) => name))].sort();
  return names.map((name) => {
    const own = modules.filter((module) => module.name === name);
    return { name, files: own.length, bytes: own.reduce((sum, { bytes }) => sum + bytes, 0) };
  });
}

process.stdout.write(`${JSON.stringify(await measure())}\n`);
await closeSharedBrowser();
