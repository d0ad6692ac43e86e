/**
 * Opens the real token store, runs a command (`get`, `set <token>`, `remove`), and prints the
 * result as JSON. `open <n>`: opens it n times in parallel, and prints each result.
 */
import { openTokenStore } from '../../../src/main/credentials/index.ts';
import { silentLog } from '../../../src/main/os/log.ts';

const [what, token = ''] = process.argv.slice(2);
const origin = 'https://erp.test';
const startedAtMs = performance.now();
if (what === 'open') {
  const opened = await Promise.all(
    Array.from({ length: Number(token) }, () => openTokenStore({ log: silentLog })),
  );
  for (const { kind } of opened) console.log(JSON.stringify({ kind }));
  process.exit(0);
}
const store = await openTokenStore({ log: silentLog, probeTimeoutMs: 1500 });
const result = await (what === 'set'
  ? store.set(origin, token)
  : what === 'remove'
    ? store.remove(origin)
    : store.get(origin));
console.log(JSON.stringify({ kind: store.kind, result, ms: performance.now() - startedAtMs }));
process.exit(0);
