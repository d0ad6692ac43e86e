import type { ConnectionInfo, SignInInfo } from '#shared/contract/connection.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { Person } from '#shared/domain/sign-in.ts';
import { failed, fault, type Fault, ok, type Result } from '#shared/faults/faults.ts';

export const fakePerson: Person = { subject: 'u-1', name: 'Maria Aparecida dos Santos' };

interface Parts {
  readonly settings: () => Settings;
  readonly connect: (change: Partial<ConnectionInfo>) => Result<ConnectionInfo>;
  readonly signedIn: () => void;
}

/**
 * Main's side of a sign-in: the browser is open until the test finishes or cancels it. An issuer
 * with `nada` in it is unreachable, and a client `recusada` is refused immediately.
 */
export class FakeSignIn {
  readonly #parts: Parts;
  readonly #first: Person | null;
  #person: Person | null;
  #by: 'settings' | 'token' = 'settings';
  #endsAtMs: number | null = null;
  #ends = 0;
  #end: ((why: Fault | null) => void) | null = null;

  constructor(person: Person | null, parts: Parts) {
    this.#first = person;
    this.#person = person;
    this.#parts = parts;
  }

  /** Null if users do not sign in. */
  info(): SignInInfo | null {
    const issuer = this.#parts.settings().signInIssuer;
    if (issuer === null || this.#by === 'token') return null;
    return { issuer, person: this.#person, endsAtMs: this.#endsAtMs, underWay: this.#end !== null };
  }

  /** The connection is another one: with a token (as in training), or that of the beginning. */
  use(by: 'settings' | 'token'): void {
    this.#by = by;
    this.#person = by === 'settings' ? this.#first : null;
  }

  /** Finishes the sign-in at the browser, or fails it. */
  finish(why: Fault | null = null): void {
    this.#end?.(why);
  }

  /** Until when the sign-in is good. */
  lastUntil(endsAtMs: number): void {
    this.#endsAtMs = endsAtMs;
    this.#parts.connect({});
  }

  /** As if it were over. */
  over(): void {
    this.#person = null;
    this.#parts.connect({ hasToken: false });
  }

  readonly handlers = {
    'connection.signIn': async (asked: {
      readonly baseUrl: string | null;
    }): Promise<Result<ConnectionInfo>> => {
      const { signInIssuer, signInClientId } = this.#parts.settings();
      if (asked.baseUrl?.startsWith('http://') === true) return failed(fault('address-not-https'));
      if (signInIssuer?.includes('nada') === true) return failed(fault('sign-in-server'));
      if (signInClientId === 'recusada') return failed(fault('sign-in-refused'));
      const { promise, resolve } = Promise.withResolvers<Fault | null>();
      this.#end = resolve;
      this.#parts.connect({});
      const why = await promise;
      this.#end = null;
      if (why === null) this.#person = fakePerson;
      if (why === null && this.#by === 'token') this.#by = 'settings';
      const answer = this.#parts.connect(
        why === null
          ? { ...(asked.baseUrl !== null && { baseUrl: asked.baseUrl }), hasToken: true }
          : {},
      );
      if (why === null) this.#parts.signedIn();
      return why === null ? answer : failed(why);
    },
    'connection.cancelSignIn': (): Result<undefined> => {
      this.finish(fault('cancelled'));
      return ok(undefined);
    },
    'connection.reopenSignIn': (): Result<undefined> => ok(undefined),
    'connection.signOut': (): Result<ConnectionInfo> => {
      this.#person = null;
      this.#ends += 1;
      // Open groupings are not for the next person.
      return this.#parts.connect({ hasToken: false, workspaceId: `out-${this.#ends}` });
    },
  };
}
