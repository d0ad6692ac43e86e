// Runs a script of this tree, or a program of its packages, on the Node that came with the
// packages: npm links that one as `node` from version 11 on only, and older Nodes do not read the
// sources. Plain JavaScript, which Node 18 reads.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const neededMajor = 24;
const systems = { win32: 'win', darwin: 'darwin', linux: 'linux' };
const { platform, arch, env, execPath, versions } = process;
const packages = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules');

const name = platform === 'win32' ? 'node.exe' : 'node';
const own = join(packages, `node-${systems[platform] ?? platform}-${arch}`, 'bin', name);
const isNewEnough = Number(versions.node.split('.')[0]) >= neededMajor;
if (!existsSync(own) && !isNewEnough) {
  console.error(
    `This needs Node ${neededMajor}; here is ${versions.node}, and the packages bring none for this system (such as Apple silicon ` +
      `and Windows for ARM). Install Node ${neededMajor} and run it again.`,
  );
  process.exit(1);
}
const node = existsSync(own) ? own : execPath;

const command = process.argv.slice(2);
// Node's own flags may come first; what follows the program is the program's.
const first = command.find((part) => !part.startsWith('-'));
const isScript = first !== undefined && /\.[cm]?[jt]s$/.test(first);
const [program = node, ...args] = isScript
  ? [node, '--disable-warning=ExperimentalWarning', ...command]
  : command;
// There, programs of packages are command files, which only its shell starts.
const shell = !isScript && platform === 'win32';
const line = [program, ...args].map((part) => (/[\s&|<>^]/.test(part) ? `"${part}"` : part));
const child = spawn(shell ? line.join(' ') : program, shell ? [] : args, {
  stdio: 'inherit',
  env: {
    ...env,
    // Compiling the sources takes longer than most programs work. Node goes by what a file holds.
    NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE ?? join(packages, '.cache', 'node'),
    PATH: [dirname(node), join(packages, '.bin'), env.PATH ?? env.Path ?? ''].join(delimiter),
  },
  shell,
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  process.on(signal, () => {
    // Ctrl+C of a terminal reaches the child by itself.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
}
child.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
