/** A provider in a thread of its own, so that a clock that a test puts is not its clock. Says its address. */
import { parentPort } from 'node:worker_threads';
import { startOpenIdProvider } from '../../support/openid-provider.ts';

const provider = await startOpenIdProvider();
parentPort?.postMessage(provider.issuer);
