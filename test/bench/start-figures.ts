/** The start's figures in `npm run bench`, in milliseconds and bytes. */
export interface StartFigures {
  /** Whether the token was there again, so that the Desk was the first screen. */
  readonly stored: boolean;
  readonly startMs: readonly number[];
  readonly loaded: readonly {
    readonly name: string;
    readonly files: number;
    readonly bytes: number;
  }[];
}
