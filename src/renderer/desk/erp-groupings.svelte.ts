import type { Fault, GroupingList } from '../../shared/index.ts';
import { asksForToken } from '../../shared/index.ts';
import type { App } from '../app/app.svelte.ts';

/** Colleagues make new groupings all day; main asks the ERP as rarely as it can. */
const everyMs = 60_000;

/** The ERP's own list of groupings, where it has one. */
export class ErpGroupings {
  readonly #app: App;
  list = $state.raw<GroupingList | null>(null);
  /** Why the list is not the newest; what came before stays. */
  fault = $state.raw<Fault | null>(null);

  constructor(app: App) {
    this.#app = app;
  }

  /** For an `$effect` of a screen that shows it: reads it now, when somebody comes back to the window, and every minute. */
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
    // What it takes is told once, with the way to it; without the list everything else goes on.
    const wantsToken = !answer.ok && asksForToken(answer.fault);
    if (wantsToken) this.#app.addNotice(answer.fault);
    this.fault = answer.ok || wantsToken ? null : answer.fault;
  }
}
