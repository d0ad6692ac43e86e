import type { AuthInfo } from 'electron';
import type { ProxyFaultKind, ProxyLogin } from '../os/network/proxy.ts';

/** Knows the logins for proxies. */
export interface ProxyDoor {
  /**
   * For the proxy at `host:port`; `refused` is the login that the same request was refused with.
   * Null: none.
   */
  answer(address: string, refused: ProxyLogin | null): Promise<ProxyLogin | null>;
  readonly whenForgotten: (listener: () => void) => unknown;
}

type Reply = (user?: string, password?: string) => void;

/**
 * For the `login` event of a request, or of a session's requests one after the other. A server that
 * asks gets nothing. A proxy gets each login once: asking again means a refusal. `onEnd` is called
 * for a proxy without an answer, before its request gets the empty one, which ends it.
 */
export function replyToProxy(
  proxies: ProxyDoor,
  onEnd: (kind: ProxyFaultKind) => void = () => undefined,
): (asker: Pick<AuthInfo, 'isProxy' | 'host' | 'port'>, reply: Reply) => void {
  const given = new Map<string, ProxyLogin>();
  return ({ isProxy, host, port }, reply) => {
    if (!isProxy) {
      reply();
      return;
    }
    const address = `${host}:${port}`;
    const refused = given.get(address) ?? null;
    given.delete(address);
    const answer = async () => {
      const login = await proxies.answer(address, refused);
      if (login !== null) {
        given.set(address, login);
        reply(login.user, login.password);
      } else {
        onEnd(refused === null ? 'proxy-password' : 'proxy-refused');
        reply();
      }
    };
    void answer();
  };
}
