import { known } from './data/back-office.ts';
import { createErpHandler } from './erp/erp-handler.ts';
import { basePath } from './erp/erp-routes.ts';
import { FaultBoard } from './faults.ts';
import { openHost } from './http/host.ts';
import type { HostOptions } from './http/host.ts';
import { createLabelHandler } from './labels/label-host.ts';
import { LabelLinks } from './labels/label-links.ts';
import { RateLimit } from './http/rate-limit.ts';
import type { Sandbox, SandboxOptions, SandboxRequest } from './types.ts';
import { World, firstGroupingId } from './world/world.ts';
import type { GroupingRecord, ShipmentRecord } from './world/world.ts';

/** What is used where nothing else is asked for. The token opens nothing but a sandbox on this machine. */
export const sandboxDefaults = {
  token: 'doca-training-token',
  powerlessToken: 'doca-training-token-without-permissions',
  firstGroupingId,
} as const;

/** Starts the ERP in a box: two HTTP origins on the loopback interface, one for the API and one for label files. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const world = new World(options);
  const faults = new FaultBoard();
  const links = new LabelLinks(options.seed ?? 1, options.linkLifetimeSeconds ?? 900);
  const requests: SandboxRequest[] = [];
  let token = options.token ?? sandboxDefaults.token;

  const log: HostOptions['log'] = (request) => {
    const place = requests.push({ ...request, status: 0 }) - 1;
    return (status) => {
      requests[place] = { ...request, status };
    };
  };
  const grouping = (id: number): GroupingRecord => {
    const found = world.groupings.get(id);
    if (found === undefined) throw new RangeError(`the sandbox has no grouping ${id}`);
    return found;
  };
  const shipment = (id: number, place: number): ShipmentRecord => {
    const found = grouping(id).shipments[place];
    if (found === undefined) throw new RangeError(`grouping ${id} has no shipment at ${place}`);
    return found;
  };
  const serviceOrder = (id: number): { readonly status: number | null; readonly tags: readonly string[] } => {
    const found = world.backOffice.serviceOrders.get(id);
    if (found === undefined) throw new RangeError(`the sandbox has no service order ${id}`);
    return found;
  };

  const latencyMs = options.latencyMs ?? 0;
  const labels = await openHost({
    name: 'labels',
    port: 0,
    latencyMs,
    log,
    handle: createLabelHandler(world, links, faults),
  });
  const erp = await openHost({
    name: 'erp',
    port: options.port ?? 0,
    latencyMs,
    log,
    handle: createErpHandler(
      { world, links, labelOrigin: labels.origin, labelsAfterConclusion: options.labelsAfterConclusion ?? false },
      { token: () => token, powerlessToken: sandboxDefaults.powerlessToken },
      faults,
      options.rateLimitPerMinute === undefined
        ? null
        : new RateLimit(options.rateLimitPerMinute, options.rateLimitWindowMs ?? 60_000),
    ),
  }).catch(async (error: unknown) => {
    await labels.close();
    throw error;
  });

  return {
    baseUrl: `${erp.origin}${basePath}`,
    labelOrigin: labels.origin,
    get token() {
      return token;
    },
    powerlessToken: sandboxDefaults.powerlessToken,
    firstGroupingId,
    known,
    requests,
    conclusions: (id) => grouping(id).conclusions,
    downloads: (id, place) => shipment(id, place).downloads,
    inject: (rule) => faults.inject(rule),
    changeToken: (changed) => {
      token = changed;
    },
    addShipment: (id) => world.addShipment(grouping(id)),
    removeShipment: (id, place) => {
      shipment(id, place);
      grouping(id).shipments.splice(place, 1);
    },
    serviceOrderStatus: (id) => serviceOrder(id).status,
    tags: (id) => [...serviceOrder(id).tags],
    labelBytes: (id, place) => world.label(grouping(id), shipment(id, place)),
    close: async () => {
      await Promise.all([erp.close(), labels.close()]);
    },
  };
}
