import { isMainThread, workerData } from 'node:worker_threads';
import type { ThreadData } from './looking.ts';

/**
 * The label process; its other end is `book.ts`. Its main thread watches a second one, which does
 * the work.
 */
if (isMainThread) {
  const { keepWatch } = await import('./watch.ts');
  keepWatch(new URL(import.meta.url));
} else if ((workerData as ThreadData).work === 'reading') {
  await import('./reading-thread.ts');
} else {
  await import('./looking-thread.ts');
}
