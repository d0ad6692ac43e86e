// The renderer as it is, on a fake bridge: `?scene=` one of the scenes, `?fake=` options as JSON,
// or a list of all scenes.
import { unmount } from 'svelte';
import { bridgeOfAddress, keepScene, listScenes, play } from './play.ts';

globalThis.violations = [];
globalThis.document.addEventListener('securitypolicyviolation', (event) => {
  globalThis.violations.push(
    `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
  );
});
const bridge = bridgeOfAddress();
if (bridge === null) listScenes();
else {
  globalThis.doca = bridge;
  const { start, started } = await import('../../../src/renderer/main.ts');
  let app = await started;
  // Another address in the same document, which costs a third of a new one.
  globalThis.show = async (address) => {
    await unmount(app);
    delete globalThis.document.documentElement.dataset.scene;
    globalThis.history.replaceState(null, '', address);
    globalThis.violations = [];
    globalThis.doca = bridgeOfAddress();
    app = await start();
    await play(globalThis.doca);
  };
  await play(bridge);
  import.meta.hot?.on('vite:afterUpdate', keepScene);
}
