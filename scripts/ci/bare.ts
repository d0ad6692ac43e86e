/**
 * `npm run ci:bare`: runs the README's commands on a bare Debian, as a user without rights and
 * under `nice`. It has only the Node and npm that started this script. Another command can be
 * passed: `npm run ci:bare -- 'npm ci && npm run demo'`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  asRoot,
  cacheDir,
  finishPart,
  partOf,
  removeLeftovers,
  removeTree,
  runOrSay,
} from '../windows/machine.ts';
import { makeDebian, runInside } from '../windows/wine.ts';

const tree = join(import.meta.dirname, '../..');
const cache = join(dirname(cacheDir), 'bare');
const root = join(cache, 'bookworm');
const [command = 'npm ci && npm run demo && npm test'] = process.argv.slice(2);
/** How this machine reaches npm's registry. */
const passedOn = /^(?:npm_config_registry|(?:https?|no)_proxy)$/i;

const [mayMount, args] = asRoot('unshare', ['--mount', 'true']);
if (process.platform !== 'linux' || spawnSync(mayMount, args).status !== 0) {
  console.log(
    'Left out: the bare Debian, which needs a Linux on which this user may mount (unshare --mount).',
  );
} else {
  process.exitCode = await runBare();
}

async function runBare(): Promise<number> {
  const {
    npm_node_execpath: node,
    npm_execpath: npm,
    NODE_EXTRA_CA_CERTS: authorities,
  } = process.env;
  if (node === undefined || npm === undefined)
    throw new Error('Start it with npm: npm run ci:bare');
  mkdirSync(cache, { recursive: true });
  await removeLeftovers(cache);
  if (!existsSync(root)) {
    const part = partOf(root);
    await makeDebian(part, 'bookworm');
    await finishPart(part, root);
  }
  const home = partOf(join(cache, 'home'));
  mkdirSync(join(home, 'bin'), { recursive: true });
  try {
    // Links are followed: npm's commands are some.
    execFileSync('cp', ['-L', node, join(home, 'bin/node')]);
    execFileSync('cp', ['-r', join(dirname(npm), '..'), join(home, 'npm')]);
    for (const name of ['npm', 'npx'])
      symlinkSync(`../npm/bin/${name}-cli.js`, join(home, 'bin', name));
    if (authorities !== undefined)
      execFileSync('cp', ['-L', authorities, join(home, 'authorities.pem')]);
    const copy =
      'mkdir "$1/doca" && git -c safe.directory=* ls-files -z | tar -c --null -T - | tar -x -C "$1/doca"';
    execFileSync('sh', ['-c', copy, 'sh', home], {
      cwd: tree,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    await runOrSay(
      asRoot('cp', ['/etc/hosts', '/etc/resolv.conf', join(root, 'etc')]),
      'Look at their rights.',
    );
    const name = 'grep -q ^packer: "$1" || echo packer:x:1000:1000::/home:/bin/sh >> "$1"';
    await runOrSay(
      asRoot('sh', ['-c', name, 'sh', join(root, 'etc/passwd')]),
      'Look at their rights.',
    );
    await runOrSay(asRoot('chown', ['-R', '1000:1000', home]), 'Look at its rights.');
    return await runInside({
      root,
      folders: { home },
      memory: { tmp: 2 ** 31 },
      env: {
        ...Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.test(name))),
        ...(authorities === undefined ? {} : { NODE_EXTRA_CA_CERTS: '/home/authorities.pem' }),
        HOME: '/home',
        PATH: '/home/bin:/usr/bin:/bin:/usr/sbin',
        LANG: 'C.UTF-8',
      },
      workDir: '/home/doca',
      command: [
        ...([
          'setpriv',
          '--reuid=1000',
          '--regid=1000',
          '--clear-groups',
          'nice',
          '-n',
          '5',
        ] as const),
        ...['sh', '-c', `id && node --version && npm --version && ${command}`],
      ],
      wordsFile: join(home, 'words.txt'),
    });
  } finally {
    await removeTree(home);
  }
}
