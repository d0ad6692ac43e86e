import { SvelteSet } from 'svelte/reactivity';
import { type Fault, isCancelled } from '#shared/faults/faults.ts';
import type { Window } from './window.ts';

/** The sign-in of the ERP in use: one for the whole window, because one browser is open for it. */
export class SignIn {
  readonly #app: Window;
  #asking = $state(false);
  readonly #asks = new SvelteSet<symbol>();

  constructor(app: Window) {
    this.#app = app;
  }

  /** People sign in to the ERP in use; otherwise a token is pasted. */
  get offered(): boolean {
    return (this.#app.connection?.signIn ?? null) !== null;
  }

  /** People sign in here, and nobody has. */
  get missing(): boolean {
    const { connection } = this.#app;
    return connection?.signIn?.person === null && connection.baseUrl !== null;
  }

  /** A page of it is open in the browser. */
  get underWay(): boolean {
    return this.#asking || this.#app.connection?.signIn?.underWay === true;
  }

  /** A part of the screen cannot go on without it: it is the next step. */
  get asked(): boolean {
    return this.offered && this.#asks.size > 0;
  }

  /**
   * For an `$effect` of a part that needs a sign-in; one serves all. Returns a function that undoes
   * it.
   */
  ask(): () => void {
    const ask = Symbol('ask');
    this.#asks.add(ask);
    return () => this.#asks.delete(ask);
  }

  /**
   * Signs in by the settings. `baseUrl`: null for the ERP in use. Returns the obstacle;
   * `cancelled`: by the packer.
   */
  async start(
    baseUrl: string | null = null,
    clientSecret: string | null = null,
  ): Promise<Fault | null> {
    const app = this.#app;
    this.#asking = true;
    // The last obstacle may be gone.
    app.notices = app.notices.filter(({ kind }) => !kind.startsWith('sign-in-'));
    const answer = await app.request('connection.signIn', { baseUrl, clientSecret });
    this.#asking = false;
    // Main publishes that it is over.
    if (!answer.ok) return answer.fault;
    this.#asks.clear();
    app.takeConnection(answer.value);
    if (app.screen.name === 'connect') app.go({ name: 'desk' });
    return null;
  }

  /** From the screen with the waiting work: it shows the obstacle. */
  async startHere(): Promise<void> {
    if (this.underWay) return;
    const fault = await this.start();
    if (fault !== null && !isCancelled(fault)) this.#app.addNotice(fault);
  }
}
