import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeCliStart, nameHome } from '../../support/cli.ts';

interface UnreadPolicy {
  /** The station's home, with all that it has. */
  readonly home: string;
  readonly baseUrl: string;
  readonly token: string;
  readonly floorPassword: string;
  /** Of the server, with what no address of a policy may have. */
  readonly floorAddress: string;
  readonly groupingId: number;
}

const endMs = 60_000;
const policyBroken = 8;

/**
 * Starts the command line as IT's mistake would have it, beside the stations that work. Returns what it did that it must not,
 * or null where it printed nothing and said why.
 */
export function dispatchUnread(parts: UnreadPolicy): Promise<string | null> {
  const { home, baseUrl, token, floorPassword, floorAddress, groupingId } = parts;
  const { args, env } = describeCliStart('whole');
  const out = join(home, 'out');
  const own = { ...nameHome(home), DOCA_FLOOR_ADDRESS: floorAddress, T: token, P: floorPassword };
  const asked = [
    'dispatch',
    String(groupingId),
    '--base-url',
    baseUrl,
    '--token-env',
    'T',
    '--floor-password-env',
    'P',
  ];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...args, ...asked, '--out', out, '--data', join(home, 'data')],
      { env: { ...process.env, ...env, ...own }, timeout: endMs },
      (error, stdout, stderr) => {
        const papers = existsSync(out) ? readdirSync(out).length : 0;
        const isStopped = error?.code === policyBroken && papers === 0 && stderr.includes('floorAddress');
        resolve(isStopped ? null : `exit ${error?.code ?? 0}, ${papers} papers: ${stdout}${stderr}`);
      },
    );
  });
}
