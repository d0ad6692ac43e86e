import type { ScanCommand } from '../../shared/index.ts';

export interface RefusedCommand {
  readonly command: ScanCommand | 'unknown';
  readonly code: string;
}

const shownMs = 8000;

/** Why a scanned command did nothing: shown until the next command, or for a while. Nobody has to put it away. */
export class ScanNotice {
  refused = $state.raw<RefusedCommand | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(refused: RefusedCommand | null): void {
    clearTimeout(this.#timer);
    this.refused = refused;
    if (refused !== null) this.#timer = setTimeout(() => (this.refused = null), shownMs);
  }
}
