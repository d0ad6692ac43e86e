import type { FoundUpdate, UpdateFailure } from '../../shared/index.ts';

export type { FoundUpdate, UpdateFailure, UpdateStatus, WaitReason } from '../../shared/index.ts';

export type UpdateResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: UpdateFailure };

/** What fetches, checks and installs releases; electron-updater in the desktop. */
export interface UpdaterPort {
  /** Asks the feed; null where there is nothing for this workstation (the same or an older one, or not its turn yet). */
  check(): Promise<UpdateResult<FoundUpdate | null>>;
  /** Fetches what `check` found and checks its digest and signature. Nothing of a failed one stays. */
  download(onProgress: (percent: number) => void, signal: AbortSignal): Promise<UpdateResult<void>>;
  /** Installs what was downloaded. `restart`: the program is to be ended for it and comes back; else it is ending. */
  install(how: { readonly restart: boolean }): void;
}
