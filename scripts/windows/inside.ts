/**
 * Runs one command in the root with Wine. The command runs in mount and process namespaces of its
 * own, so that no mount and no process of Wine outlives it, however it ends. It ends when its
 * standard input closes, which happens when the script that started it is gone.
 *
 * The Windows Node cannot write to a pipe of Linux (EBADF), so its output goes to a file and from
 * there to the terminal.
 */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerWatch } from './server-watch.ts';

export interface InsideJob {
  readonly root: string;
  /**
   * Folders of this machine by their paths in the root. Later ones are mounted over earlier ones.
   */
  readonly folders: Readonly<Record<string, string>>;
  /** File systems in memory by their paths in the root, in bytes. */
  readonly memory: Readonly<Record<string, number>>;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly workDir: string;
  readonly command: readonly [string, ...string[]];
  /** The file of this machine for the command's output. */
  readonly wordsFile: string;
}

/** The exit code of a command whose Wine has crashed: its test results say nothing. */
export const wineFellCode = 99;

if (import.meta.main) {
  process.stdin.on('end', () => process.exit(1)).resume();
  process.exitCode = await run(JSON.parse(process.argv[2] ?? '') as InsideJob);
  // All other processes end with the first process of the namespaces, also those that wait for a
  // crashed server.
  process.exit();
}

async function run(job: InsideJob): Promise<number> {
  const place = (path: string): string => {
    mkdirSync(join(job.root, path), { recursive: true });
    return join(job.root, path);
  };
  mount('-t', 'proc', 'proc', place('proc'));
  mount('--rbind', '/dev', place('dev'));
  mount('--rbind', '/sys', place('sys'));
  for (const [path, from] of Object.entries(job.folders)) mount('--bind', from, place(path));
  for (const [path, bytes] of Object.entries(job.memory)) {
    mount('-t', 'tmpfs', '-o', `size=${bytes},mode=1777`, 'tmpfs', place(path));
  }

  const words = openSync(job.wordsFile, 'w+');
  const [command, ...args] = job.command;
  const started = ['/usr/bin/env', '--chdir', job.workDir, command, ...args];
  const child = spawn('chroot', [job.root, ...started], {
    env: job.env,
    stdio: ['ignore', words, words],
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
  const watch = new ServerWatch(join(job.root, 'proc'));
  let at = 0;
  let code: number | null = null;
  while (code === null) {
    code = await Promise.race([ended, sleep(200, null)]);
    at = tellWords(words, at);
    if (code === null && watch.hasFallen(performance.now())) code = wineFellCode;
  }
  closeSync(words);
  return code;
}

/**
 * Copies a file's bytes from this offset to this script's own output. Returns the file's present
 * end.
 */
function tellWords(file: number, fromByte: number): number {
  const part = Buffer.alloc(1 << 16);
  let at = fromByte;
  for (;;) {
    const bytes = readSync(file, part, 0, part.length, at);
    if (bytes === 0) return at;
    process.stdout.write(Buffer.from(part.subarray(0, bytes)));
    at += bytes;
  }
}

function mount(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`mount ${args.join(' ')}: ${stderr}`);
}
