import { lifecycle } from './lifecycle.ts';
import { customSchemeOf, registerScheme } from './origins.ts';
import { strict } from './strict.ts';

type ProtocolHandler = (request: Request) => Response | Promise<Response>;

const privilegeNames = new Set([
  'standard',
  'secure',
  'bypassCSP',
  'allowServiceWorkers',
  'supportFetchAPI',
  'corsEnabled',
  'stream',
  'codeCache',
]);
const handlers = new Map<string, ProtocolHandler>();
let registered = false;

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(
    schemes: readonly { scheme: string; privileges?: Record<string, boolean> }[],
  ): void {
    if (lifecycle.ready)
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    if (registered) throw new Error('protocol.registerSchemesAsPrivileged can only be called once');
    registered = true;
    for (const { scheme, privileges = {} } of schemes) {
      const unknown = Object.keys(privileges).filter((name) => !privilegeNames.has(name));
      if (unknown.length > 0) throw new Error(`unknown privileges: ${unknown.join(', ')}`);
      registerScheme(scheme, privileges);
    }
  },
  handle(scheme: string, handler: ProtocolHandler): void {
    if (!lifecycle.ready) throw new Error('protocol.handle can only be called after app is ready');
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    handlers.set(scheme, handler);
  },
});

/** Calls the handler of a custom scheme; returns null if no handler has the address. */
export async function serve(
  url: string,
  method: string,
  headers: Record<string, string>,
): Promise<Response | null> {
  const scheme = customSchemeOf(url);
  if (scheme === null) return null;
  const handler = handlers.get(scheme);
  if (handler === undefined) return new Response(null, { status: 404 });
  const asked = new Request('http://double.invalid/', { method, headers });
  // Node's Request accepts only web schemes; Electron passes the handler the unchanged address.
  Object.defineProperty(asked, 'url', { value: url });
  return handler(asked);
}
