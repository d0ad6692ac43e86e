import type { AuthInfo } from 'electron';
import type { ProxyFaultKind, ProxyLogin } from '../os/network/proxy.ts';

/** Who knows what a proxy wants to hear. */
export interface ProxyDoor {
  /** For the proxy at `host:port`; `refused` is what it did not accept from the same request. Null: nothing. */
  answer(address: string, refused: ProxyLogin | null): Promise<ProxyLogin | null>;
  readonly whenForgotten: (listener: () => void) => unknown;
}

type Reply = (user?: string, password?: string) => void;

/**
 * For the `login` event of a request, or of all requests of a session one after the other. A server that asks is told
 * nothing. A proxy is told each login once: where it asks again it has refused. `onEnd` hears of a proxy that gets no
 * answer, before its request is given the empty one, which ends it.
 */
export function replyToProxy(
  proxies: ProxyDoor,
  onEnd: (kind: ProxyFaultKind) => void = () => undefined,
): (asker: Pick<AuthInfo, 'isProxy' | 'host' | 'port'>, reply: Reply) => void {
  const told = new Map<string, ProxyLogin>();
  return ({ isProxy, host, port }, reply) => {
    if (!isProxy) {
      reply();
      return;
    }
    const address = `${host}:${port}`;
    const refused = told.get(address) ?? null;
    told.delete(address);
    const answer = async (): Promise<void> => {
      const login = await proxies.answer(address, refused);
      if (login !== null) {
        told.set(address, login);
        reply(login.user, login.password);
      } else {
        onEnd(refused === null ? 'proxy-password' : 'proxy-refused');
        reply();
      }
    };
    void answer();
  };
}
