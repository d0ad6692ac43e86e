/**
 * The window's figures in `npm run bench`, in milliseconds and bytes, from the process that
 * measures.
 */
export interface RendererFigures {
  readonly firstRowsMs: number;
  readonly openMs: number;
  readonly filterMs: readonly number[];
  readonly frameMs: readonly number[];
  readonly startBytes: number;
}
