import type { UpdateResult, UpdaterPort } from './types.ts';

/**
 * A port that is opened when it is first asked for something: what fetches updates is large, and a shift begins without
 * it. One that could not be opened is tried again with the next question.
 */
export function createLazyPort(open: () => Promise<UpdaterPort>): UpdaterPort {
  let opened: UpdaterPort | null = null;

  const withPort = async <T>(work: (port: UpdaterPort) => Promise<UpdateResult<T>>): Promise<UpdateResult<T>> => {
    try {
      opened ??= await open();
    } catch {
      return { ok: false, failure: 'unknown' };
    }
    return work(opened);
  };
  return {
    check: () => withPort((port) => port.check()),
    download: (onProgress, signal) => withPort((port) => port.download(onProgress, signal)),
    // Nothing is installed that was not downloaded before, by an open port.
    install: (how) => opened?.install(how),
  };
}
