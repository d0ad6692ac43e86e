import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from './bridge.ts';
import { launch, type RunningApp } from './harness.ts';
import { loadedModules, type LoadedModule } from './support/loaded-modules.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await launch();
});
afterAll(() => app.close());

const chunksOf = (modules: readonly LoadedModule[]): readonly string[] =>
  modules.filter(({ name }) => name === 'doca').map(({ path }) => path);
const packagesOf = (modules: readonly LoadedModule[]): readonly string[] =>
  [...new Set(modules.map(({ name }) => name))].sort();

/** The real Electron does not report its loaded modules; the bundle is the same one. */
describe('main’s loaded modules', () => {
  it('at the start are its own bundle and the keychain, and no later chunk', async () => {
    await app.page.getByRole('heading', { name: 'Como você quer começar?' }).waitFor();
    const modules = await loadedModules(app);
    if (modules === null) return;
    expect(packagesOf(modules).filter((name) => name !== 'keytar')).toEqual(['doca']);
    const later = /training-erp|image|sheets|archive|zpl-drawing|test-page|updater|pdf-lib/;
    expect(chunksOf(modules).filter((path) => later.test(path))).toEqual([]);
  });

  it('include the drawing of pages only for a page of its own', async () => {
    if ((await loadedModules(app)) === null) return;
    await app.evaluate(({ shell }) => {
      shell.openPath = () => Promise.resolve('');
    });
    expect(await ask(app.page, 'commands.sheet')).toMatchObject({ ok: true });
    const modules = (await loadedModules(app)) ?? [];
    expect(chunksOf(modules).some((path) => path.includes('pdf-lib'))).toBe(true);
    expect(packagesOf(modules)).toContain('bwip-js');
  });
});
