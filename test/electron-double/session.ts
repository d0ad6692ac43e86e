import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { needsReady } from './lifecycle.ts';
import { strict, StrictEmitter } from './strict.ts';

type RequestDecision = (
  contents: unknown,
  permission: string,
  decide: (granted: boolean) => void,
  details: object,
) => void;
type CheckDecision = (
  contents: unknown,
  permission: string,
  origin: string,
  details: object,
) => boolean;

/** Called if a session's handlers change, to update the browser. */
let onChange: () => void = () => undefined;
export function whenPermissionsChange(listener: () => void): void {
  onChange = listener;
}

interface ProxyConfig {
  readonly mode?: 'direct';
  readonly proxyRules?: string;
  readonly proxyBypassRules?: string;
}

interface Proxy {
  readonly host: string;
  readonly port: number;
}

export class SessionDouble extends StrictEmitter {
  constructor() {
    super('session', ['will-download']);
  }

  readonly agents = {
    http: new HttpAgent({ keepAlive: true }),
    https: new HttpsAgent({ keepAlive: true }),
  };
  request: RequestDecision | null = null;
  check: CheckDecision | null = null;
  device: ((details: object) => boolean) | null = null;
  proxy: Proxy | null = null;
  /** The login that the proxy accepted, sent unasked from then on. */
  proxyLogin: string | null = null;

  setPermissionRequestHandler(handler: RequestDecision | null): void {
    this.request = handler;
    onChange();
  }

  setPermissionCheckHandler(handler: CheckDecision | null): void {
    this.check = handler;
    onChange();
  }

  setDevicePermissionHandler(handler: ((details: object) => boolean) | null): void {
    this.device = handler;
  }

  /**
   * Sets one proxy for http, or none. Chromium bypasses proxies for loopback unless it is told not
   * to.
   */
  setProxy({ mode, proxyRules, proxyBypassRules }: ProxyConfig): Promise<void> {
    const [, host, port] = /^http=([\w.-]+):(\d+)$/.exec(proxyRules ?? '') ?? [];
    if (mode !== 'direct' && (host === undefined || proxyBypassRules !== '<-loopback>')) {
      throw new Error('the Electron double has no such proxy');
    }
    this.proxy = host === undefined ? null : { host, port: Number(port) };
    this.proxyLogin = null;
    return Promise.resolve();
  }

  clearAuthCache(): Promise<void> {
    this.proxyLogin = null;
    return Promise.resolve();
  }

  closeAllConnections(): Promise<void> {
    this.agents.http.destroy();
    this.agents.https.destroy();
    return Promise.resolve();
  }

  /**
   * Returns the answer of the app's handlers to a page's request; without handlers Electron grants
   * everything.
   */
  grants(contents: unknown, permission: string, origin: string): boolean {
    const details = { requestingUrl: origin, isMainFrame: true };
    const decisions: boolean[] = [];
    this.request?.(contents, permission, (decision) => decisions.push(decision), details);
    if (this.check !== null) decisions.push(this.check(contents, permission, origin, details));
    return !decisions.includes(false);
  }
}

const sessions = new Map<string, SessionDouble>();
/** Maps the app's object (a strict view) to the session itself. */
const behind = new WeakMap<object, SessionDouble>();
const views = new Map<string, SessionDouble>();

function view(partition: string): SessionDouble {
  needsReady('session');
  const known = views.get(partition);
  if (known !== undefined) return known;
  const made = new SessionDouble();
  const strictView = strict('Session', made);
  sessions.set(partition, made);
  behind.set(strictView, made);
  views.set(partition, strictView);
  return strictView;
}

export const session = strict('session', {
  get defaultSession(): SessionDouble {
    return view('');
  },
  fromPartition(partition: string, options: { cache: boolean } = { cache: true }): SessionDouble {
    if (partition === '' || typeof options.cache !== 'boolean')
      throw new TypeError('fromPartition: wrong arguments');
    return view(partition);
  },
});

export function sessionBehind(given: object | undefined): SessionDouble {
  const found = behind.get(given ?? view(''));
  if (found === undefined) throw new TypeError('not a Session');
  return found;
}
