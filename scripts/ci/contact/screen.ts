/**
 * Returns the command with a screen to open windows on: a Linux runner has none, and Doca wants a
 * large one.
 */
export function onScreen(command: readonly [string, ...string[]]): readonly [string, ...string[]] {
  return process.platform === 'linux'
    ? ['xvfb-run', '-a', '-s', '-screen 0 1920x1080x24', ...command]
    : command;
}
