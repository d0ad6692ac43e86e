import type { FoundUpdate, UpdateFailure } from '#shared/contract/app.ts';

export type { FoundUpdate, UpdateFailure, UpdateStatus, WaitReason } from '#shared/contract/app.ts';

export type UpdateResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: UpdateFailure };

/** Fetches, checks and installs releases; electron-updater in the desktop. */
export interface UpdaterPort {
  /**
   * Asks the feed; null if it has nothing for this workstation (the same or an older version, or
   * not its turn yet).
   */
  check(): Promise<UpdateResult<FoundUpdate | null>>;
  /**
   * Fetches the result of `check` and checks its digest and signature. Nothing of a failed one
   * stays.
   */
  download(onProgress: (percent: number) => void, signal: AbortSignal): Promise<UpdateResult<void>>;
  /**
   * Installs the download. `restart`: the program is ended for it and started again; else it is
   * ending anyway.
   */
  install(how: { readonly restart: boolean }): void;
}
