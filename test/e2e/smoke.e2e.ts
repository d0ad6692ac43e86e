import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { launch, type RunningApp } from './harness.ts';
import { loadedModules } from './support/loaded-modules.ts';

let app: RunningApp | null = null;
afterEach(async () => {
  await app?.close();
  app = null;
});

it('goes from a blank machine to the labels of a training grouping', async () => {
  app = await launch();
  const { page } = app;
  await page.getByRole('heading', { name: 'Como você quer começar?' }).waitFor();
  await page
    .getByRole('button', { name: /^Experimentar agora/ })
    .first()
    .click();
  // The number that people see; the address has the id.
  const address = await page.getByRole('link', { name: /^8412/ }).getAttribute('href');
  await page.getByRole('textbox', { name: 'Leia ou digite o número do agrupamento' }).fill('8412');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Imprimir \d+ etiquetas/ }).waitFor();
  expect(await page.getByRole('row').count()).toBeGreaterThan(5);
  expect(new URL(page.url()).hash).toBe(address);
  // Without a configured server for several stations, none of its code is loaded, not even for a
  // job. The build names its sources.
  const isOfFloor = (path: string): boolean =>
    readFileSync(path, 'utf8').includes('src/main/floor/');
  const loaded = (await loadedModules(app)) ?? [];
  expect(
    loaded.filter(
      ({ name, path }) => name.startsWith('pg') || (name === 'doca' && isOfFloor(path)),
    ),
  ).toEqual([]);
  const main = join(import.meta.dirname, '../../out/main');
  expect(
    globSync('**/*.js', { cwd: main }).filter((file) => isOfFloor(join(main, file))).length,
  ).toBeGreaterThan(0);
});
