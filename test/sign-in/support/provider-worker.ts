/**
 * A provider in a thread of its own, so that a clock set by a test does not affect it. Reports its
 * address.
 */
import { parentPort } from 'node:worker_threads';
import { startOpenIdProvider } from '../../support/openid-provider.ts';

const provider = await startOpenIdProvider();
parentPort?.postMessage(provider.issuer);
