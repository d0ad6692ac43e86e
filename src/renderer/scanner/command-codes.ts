import { commands, type ScanCommand, scanCommands } from '#shared/codes.ts';
import { readScan } from '#shared/identities/code.ts';

const prefix = 'DOCA-';

/** Returns true if a scan that begins like this may become a command. */
export function mayBecomeCommand(begun: string): boolean {
  const text = readScan(begun).toUpperCase();
  return text.length < prefix.length ? prefix.startsWith(text) : text.startsWith(prefix);
}

/**
 * Returns the command of a scanned code, `unknown` if it only begins like one, or null for any
 * other code.
 */
export function readCommand(scanned: string): ScanCommand | 'unknown' | null {
  const code = readScan(scanned).toUpperCase();
  if (!code.startsWith(prefix)) return null;
  return scanCommands.find((command) => commands[command].code === code) ?? 'unknown';
}
