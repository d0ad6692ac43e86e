import { isMainThread } from 'node:worker_threads';

/** The label process; its other end is `book.ts`. Its main thread watches a second one, which does the work. */
if (isMainThread) {
  const { keepWatch } = await import('./watch.ts');
  keepWatch(new URL(import.meta.url));
} else {
  await import('./reading-thread.ts');
}
