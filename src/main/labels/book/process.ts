import { runThreads } from './threads.ts';

/** The label process; its other end is `book.ts`. */
await runThreads(new URL(import.meta.url));
