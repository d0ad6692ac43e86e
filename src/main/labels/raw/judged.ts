/** The meaning of one line for a printer. */
export type Judged =
  /**
   * A label begins, with nothing drawn yet, and ends with its printing command; `instead` replaces
   * the line.
   */
  | { readonly type: 'begin'; readonly instead?: string; readonly leftOut?: string }
  /**
   * It leaves ink; `dataBytes` of a picture follow its `headLength` characters, with any content.
   */
  | { readonly type: 'ink'; readonly headLength?: number; readonly dataBytes?: number }
  /** It sets position or style. */
  | { readonly type: 'frame' }
  | { readonly type: 'print'; readonly labels: number }
  /** It sets the printer up, and the label is the same without it; null if it needs no name. */
  | { readonly type: 'leave-out'; readonly name: string | null }
  | { readonly type: 'refuse'; readonly name: string };

/** A line that begins a picture with this width in bytes and height, or null. */
export function judgePicture(found: RegExpExecArray | null): Judged | null {
  if (found === null) return null;
  return {
    type: 'ink',
    headLength: found[0].length,
    dataBytes: Number(found[1]) * Number(found[2]),
  };
}

/** A printing command with this number of labels and copies; null if it prints none. */
export function judgePrint(found: RegExpExecArray | null): Judged | null {
  const labels = Number(found?.[1] ?? 0) * Number(found?.[2] ?? 1);
  return labels > 0 ? { type: 'print', labels } : null;
}

/**
 * Characters that a printer could take for controls, a reset, immediate commands or another
 * language.
 */
// eslint-disable-next-line no-control-regex
export const unsafeText = /[\x00-\x1f\x7f]|\^@|~!|!(?= ?U1| \d)|\{\}/;
