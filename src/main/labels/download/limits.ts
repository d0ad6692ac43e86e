/** What one label download may cost. */
export interface DownloadLimits {
  /** Of the file itself, after the transport's decompression. */
  readonly maxBytes: number;
  /** From the request to the answer's headers. */
  readonly headerTimeoutMs: number;
  /** Between two pieces of the body. */
  readonly stallTimeoutMs: number;
  /** For the whole download, repetitions and pauses included. */
  readonly totalTimeoutMs: number;
  readonly maxRedirects: number;
  readonly attempts: number;
  /** Pause before the second attempt; doubled before each further one. */
  readonly backoffMs: number;
}

export const defaultDownloadLimits: DownloadLimits = {
  maxBytes: 25 * 1024 * 1024,
  headerTimeoutMs: 20_000,
  stallTimeoutMs: 15_000,
  totalTimeoutMs: 120_000,
  maxRedirects: 5,
  attempts: 3,
  backoffMs: 500,
};
