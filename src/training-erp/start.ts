import { createErpHandler } from './erp/erp-handler.ts';
import { basePath } from './erp/route.ts';
import { openHost } from './http/host.ts';
import { createLabelHandler } from './labels/label-host.ts';
import { LabelLinks } from './labels/label-links.ts';
import { panelPath } from './labels/marketplace-panel.ts';
import type { SandboxOptions } from './types.ts';
import { World, groupingIdOf } from './world/world.ts';

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/**
 * Starts the training ERP: two HTTP origins on the loopback interface, one for the API and one for
 * label files.
 */
export async function startSandbox(options: SandboxOptions = {}) {
  const {
    intercept = () => null,
    arrived = () => undefined,
    latencyMs = 0,
    around = (request, answer) => answer(request),
    contractOnly = false,
    linkLifetimeSeconds = contractOnly ? 900 : null,
  } = options;
  const world = new World(options);
  const links = new LabelLinks(options.seed ?? 1, linkLifetimeSeconds);
  const labels = await openHost({
    port: 0,
    latencyMs,
    arrived: (...exchange) => arrived('labels', ...exchange),
    handle: createLabelHandler(world, links, intercept),
  });
  const answer = createErpHandler(
    { world, links, labelOrigin: labels.origin, contractOnly },
    intercept,
  );
  const erp = await openHost({
    port: options.port ?? 0,
    latencyMs,
    arrived: (...exchange) => arrived('erp', ...exchange),
    handle: (request) => around(request, answer),
  }).catch(async (error: unknown) => {
    await labels.close();
    throw error;
  });

  return {
    /** The base URL for the client; ends in `/public-api/v3`. */
    baseUrl: `${erp.origin}${basePath}`,
    labelOrigin: labels.origin,
    /** The address of the marketplace's panel; a grouping's id follows. */
    panel: `${labels.origin}${panelPath}`,
    get token(): string {
      return world.token;
    },
    firstGroupingId: groupingIdOf(0),
    /** The account behind it, for tests that look into it or change it as a colleague would. */
    world,
    close: async (): Promise<void> => {
      await Promise.all([erp.close(), labels.close()]);
    },
  };
}
