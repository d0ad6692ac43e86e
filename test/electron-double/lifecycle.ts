/** The state of the program, which decides what may be called. */
export const lifecycle = { ready: false, quitting: false, exiting: false };

export function needsReady(what: string): void {
  if (!lifecycle.ready) throw new Error(`${what} cannot be used before the app is ready`);
}
