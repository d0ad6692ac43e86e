// The renderer as it is, on a fake bridge; options come as JSON in the query.
import { createFakeBridge, defaultFake } from '../fake-bridge.ts';

const given = new URLSearchParams(globalThis.location.search).get('fake');
globalThis.doca = createFakeBridge({ ...defaultFake, ...(given === null ? {} : JSON.parse(given)) });
globalThis.violations = [];
globalThis.document.addEventListener('securitypolicyviolation', (event) => {
  globalThis.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
});
await import('../../../src/renderer/main.ts');
