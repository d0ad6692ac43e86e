import type { Fault, GroupingList } from '../../shared/index.ts';
import { asksForToken } from '../../shared/index.ts';
import type { App } from '../app/app.svelte.ts';

/** Colleagues make new groupings all day; main asks the ERP as rarely as possible. */
const everyMs = 60_000;

/** The ERP's own list of groupings, if it has one. */
export class ErpGroupings {
  readonly #app: App;
  list = $state.raw<GroupingList | null>(null);
  /** Why the list is not up to date; earlier rows stay. */
  fault = $state.raw<Fault | null>(null);

  constructor(app: App) {
    this.#app = app;
  }

  /** For an `$effect` of a screen that shows it: reads it now, when the window is focused again, and every minute. */
  follow(): () => void {
    const read = (wanted: boolean): void => {
      if (document.visibilityState === 'visible' && !this.#app.signIn.missing) void this.read(wanted);
    };
    const comeBack = (): void => read(true);
    comeBack();
    const timer = setInterval(() => read(false), everyMs);
    window.addEventListener('focus', comeBack);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', comeBack);
    };
  }

  async read(wanted: boolean): Promise<void> {
    const answer = await this.#app.bridge.request('desk.groupings', { wanted });
    if (answer.ok) this.list = answer.value;
    // The need for a token is shown once, with the remedy; everything else goes on without the list.
    const wantsToken = !answer.ok && asksForToken(answer.fault);
    if (wantsToken) this.#app.addNotice(answer.fault);
    this.fault = answer.ok || wantsToken ? null : answer.fault;
  }
}
