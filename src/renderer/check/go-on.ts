import type { App } from '../app/index.ts';
import type { JobStore } from '../job/index.ts';

/** The last answer can be seen, and undone, before the screen goes on by itself. */
const goOnMs = 1500;

/** Goes to the conclusion in a moment, if the returned function does not prevent it. */
export function concludeSoon(app: App, job: JobStore): () => void {
  const timer = setTimeout(() => {
    job.concludeAtOnce = app.settings.concludeWhenChecked;
    app.go({ name: 'conclude', groupingId: job.groupingId });
  }, goOnMs);
  return () => clearTimeout(timer);
}
