/** The meaning of one line for a printer. */
export type Judged =
  /** A label begins, with nothing drawn yet, and ends with its printing command; `instead` replaces the line. */
  | { readonly type: 'begin'; readonly instead?: string; readonly leftOut?: string }
  /** It leaves ink; `dataBytes` of a picture follow its `headLength` characters, with any content. */
  | { readonly type: 'ink'; readonly headLength?: number; readonly dataBytes?: number }
  /** It sets position or style. */
  | { readonly type: 'frame' }
  | { readonly type: 'print'; readonly labels: number }
  /** It sets the printer up, and the label is the same without it; null if it needs no name. */
  | { readonly type: 'leave-out'; readonly name: string | null }
  | { readonly type: 'refuse'; readonly name: string };

/**
 * Characters in a text that a printer could take for something else: control characters, a reset, immediate commands
 * and the openings of other languages.
 */
// eslint-disable-next-line no-control-regex
export const unsafeText = /[\x00-\x1f\x7f]|\^@|~!|!(?= ?U1| \d)|\{\}/;
