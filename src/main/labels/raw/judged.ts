/** What one line of a label is to a printer. */
export type Judged =
  /** A label begins, on which nothing is drawn yet, and ends with what prints it; `instead` of what stands there. */
  | { readonly type: 'begin'; readonly instead?: string; readonly leftOut?: string }
  /** It leaves ink; `dataBytes` of a picture follow its `headLength` characters, whatever they look like. */
  | { readonly type: 'ink'; readonly headLength?: number; readonly dataBytes?: number }
  /** It says where and how is drawn. */
  | { readonly type: 'frame' }
  | { readonly type: 'print'; readonly labels: number }
  /** It sets the printer up, and the label is the same without it; null for what is not worth a name. */
  | { readonly type: 'leave-out'; readonly name: string | null }
  | { readonly type: 'refuse'; readonly name: string };

/**
 * What a printer could take for the beginning of something else within a text: control characters, a reset, immediate
 * commands and the openings of other languages.
 */
// eslint-disable-next-line no-control-regex
export const unsafeText = /[\x00-\x1f\x7f]|\^@|~!|!(?= ?U1| \d)|\{\}/;
