import { createErpHandler } from './erp/erp-handler.ts';
import { basePath, listRoutes } from './erp/erp-routes.ts';
import { openHost } from './http/host.ts';
import { RateLimit } from './http/rate-limit.ts';
import { createLabelHandler } from './labels/label-host.ts';
import { LabelLinks } from './labels/label-links.ts';
import type { SignInHost } from './sign-in/provider.ts';
import type { SandboxOptions, SandboxSignIn, SignInOptions } from './types.ts';
import { World, firstGroupingId } from './world/world.ts';

export interface Sandbox {
  /** Give this to the client as the ERP's base URL; ends in `/public-api/v3`. */
  readonly baseUrl: string;
  readonly labelOrigin: string;
  /** The token that is good at this moment. */
  readonly token: string;
  readonly firstGroupingId: number;
  /** Where people sign in; null where tokens are only pasted. */
  readonly signIn: SandboxSignIn | null;
  /** The account behind it, for who looks into it, or changes it as a colleague would. */
  readonly world: World;
  close(): Promise<void>;
}

/**
 * Starts the ERP in a box: two HTTP origins on the loopback interface, one for the API and one for label files, and a third
 * one where people sign in, where that is asked for.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const {
    intercept = () => null,
    log = () => () => undefined,
    latencyMs = 0,
    rateLimitPerMinute,
    rateLimitWindowMs = 60_000,
    labelsAfterConclusion = false,
  } = options;
  const world = new World(options);
  const links = new LabelLinks(options.seed ?? 1, options.linkLifetimeSeconds ?? 900);
  const signIn = options.signIn === undefined ? null : await openSignIn(options.signIn);
  const closeSignIn = async (): Promise<void> => signIn?.close();
  const labels = await openHost({
    name: 'labels',
    port: 0,
    latencyMs,
    log,
    handle: createLabelHandler(world, links, intercept),
  }).catch(async (error: unknown) => {
    await closeSignIn();
    throw error;
  });
  const erp = await openHost({
    name: 'erp',
    port: options.port ?? 0,
    latencyMs,
    log,
    handle: createErpHandler(
      {
        world,
        links,
        labelOrigin: labels.origin,
        labelsAfterConclusion,
        acceptsToken: async (token) => token === world.token || (await signIn?.accepts(token)) === true,
      },
      listRoutes(options.contractOnly ?? false),
      intercept,
      rateLimitPerMinute === undefined ? null : new RateLimit(rateLimitPerMinute, rateLimitWindowMs),
    ),
  }).catch(async (error: unknown) => {
    await Promise.all([labels.close(), closeSignIn()]);
    throw error;
  });

  return {
    baseUrl: `${erp.origin}${basePath}`,
    labelOrigin: labels.origin,
    get token() {
      return world.token;
    },
    firstGroupingId,
    signIn,
    world,
    close: async () => {
      await Promise.all([erp.close(), labels.close(), closeSignIn()]);
    },
  };
}

async function openSignIn(options: SignInOptions | true): Promise<SignInHost> {
  const { startSignIn } = await import('./sign-in/provider.ts');
  return startSignIn(options === true ? {} : options);
}
