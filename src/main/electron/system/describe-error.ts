/**
 * An error for the log: its class and where it came from. The message stays out, because it can quote what was being
 * worked on.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const stack = error.stack ?? '';
  const words = stack.indexOf(error.message);
  const places = stack
    .slice(words < 0 ? 0 : words + error.message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim().replace(/\(?(?:file:\/\/)?[^\s()]*[\\/]([^\\/\s()]+:\d+:\d+)\)?$/, '$1'));
  return [error.constructor.name, ...places].join(' ');
}
