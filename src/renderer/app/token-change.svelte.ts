import type { Fault } from '../../shared/index.ts';
import type { App } from './app.svelte.ts';

/** A new token for the present ERP, while it is typed and saved. It stays in the window no longer. */
export class TokenChange {
  readonly #app: App;
  token = $state('');
  fault = $state.raw<Fault | null>(null);
  saving = $state(false);
  saved = $state(false);
  readonly complete = $derived.by(() => this.token.trim() !== '' && !this.saving);

  constructor(app: App) {
    this.#app = app;
  }

  typed(): void {
    this.fault = null;
    this.saved = false;
  }

  /** Returns false if the token was refused. */
  async save(): Promise<boolean> {
    if (!this.complete) return true;
    this.saving = true;
    const answer = await this.#app.bridge.request('connection.token', { token: this.token.trim() });
    this.saving = false;
    this.token = '';
    this.saved = answer.ok;
    this.fault = answer.ok ? null : answer.fault;
    if (answer.ok) this.#app.takeConnection(answer.value);
    return answer.ok;
  }
}
