import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeCliStart, nameHome } from '../../support/cli.ts';

interface UnreadPolicy {
  /** The station's home, with all its data. */
  readonly home: string;
  readonly baseUrl: string;
  readonly token: string;
  readonly floorPassword: string;
  /** The server's address, with parts that a policy's address must not have. */
  readonly floorAddress: string;
  readonly groupingId: number;
}

const endMs = 60_000;
const policyBroken = 8;

/**
 * Runs the command line with IT's mistake in the policy, beside the working stations. Returns the
 * forbidden action, or null if it printed nothing and reported why.
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
        const isStopped =
          error?.code === policyBroken && papers === 0 && stderr.includes('floorAddress');
        resolve(
          isStopped ? null : `exit ${error?.code ?? 0}, ${papers} papers: ${stdout}${stderr}`,
        );
      },
    );
  });
}
