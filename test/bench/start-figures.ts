/** The start's figures in `npm run bench`, in milliseconds and bytes. */
export interface StartFigures {
  /** Whether the token was there again, so that the Desk was the first screen. */
  readonly stored: boolean;
  /** Node has kept what it compiled of main before. */
  readonly keptMs: readonly number[];
  /** It compiles all of main, as the installed program does at each start. */
  readonly compiledMs: readonly number[];
  readonly loaded: readonly {
    readonly name: string;
    readonly files: number;
    readonly bytes: number;
  }[];
}
