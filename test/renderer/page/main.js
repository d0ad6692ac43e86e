// The renderer as it is, on a fake bridge: `?scene=` one of the scenes, `?fake=` options as JSON, or a list of all scenes.
import { bridgeOfAddress, keepScene, listScenes, play } from './play.ts';

globalThis.violations = [];
globalThis.document.addEventListener('securitypolicyviolation', (event) => {
  globalThis.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
});
const bridge = bridgeOfAddress();
if (bridge === null) listScenes();
else {
  globalThis.doca = bridge;
  await import('../../../src/renderer/main.ts');
  await play(bridge);
  import.meta.hot?.on('vite:afterUpdate', keepScene);
}
