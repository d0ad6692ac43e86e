/**
 * A program that finds a session and refreshes it, because the ERP refused the token. Reports each
 * step, and hangs at the one where it is to stop.
 */
import { systemClock } from '../../../src/main/os/clock.ts';
import { silentLog } from '../../../src/main/os/log.ts';
import { createSignIn } from '../../../src/main/sign-in/index.ts';
import { openFileKeychain } from './file-keychain.ts';
import { erpOrigin, type Told } from './programs.ts';

const [stationDir = '', keychain = '', issuer = '', refused = '', stopAt = ''] =
  process.argv.slice(2);
const tell = (told: Told): void => void process.send?.(told);
let reached = 0;
const reach = async (step: string): Promise<void> => {
  reached += 1;
  tell({ step });
  // The timer keeps the process there until it is killed.
  if (reached === Number(stopAt)) await new Promise(() => setInterval(() => undefined, 60_000));
};

const signIn = createSignIn({
  tokenStore: openFileKeychain(keychain, reach),
  stationDir,
  fetch: async (url, init) => {
    const what = init?.method === 'POST' ? 'refresh' : 'description';
    await reach(`before ${what}`);
    const response = await fetch(url, init);
    const text = await response.text();
    await reach(`after ${what}`);
    const { status, headers } = response;
    return new Response(text, { status, headers });
  },
  clock: systemClock,
  log: silentLog,
  language: () => 'en',
});
const place = {
  issuer,
  clientId: 'doca',
  scopes: 'openid',
  redirectUrl: 'http://127.0.0.1:9/doca',
};
const resumed = await signIn.resume(erpOrigin, place);
const session = resumed.ok ? resumed.value : null;
tell({
  renewed: session === null ? null : await session.renew(refused),
  token: (await session?.token()) ?? null,
});
process.disconnect();
