/** Where the program stands; what may be called when depends on it. */
export const lifecycle = { ready: false, quitting: false, exiting: false };

export function needsReady(what: string): void {
  if (!lifecycle.ready) throw new Error(`${what} cannot be used before the app is ready`);
}
