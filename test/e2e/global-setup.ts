import { spawnSync } from 'node:child_process';
import { headlessChromiumPath } from '../../scripts/chromium.ts';
import { electronBinary } from '../../scripts/electron-binary.ts';

/** Reports once which host the specs run on. */
export default function setup(): void {
  const binary = electronBinary();
  const [command, what] =
    binary === null ? [headlessChromiumPath, 'electron double on '] : [binary, 'Electron '];
  const { stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' });
  const version: string = ((stdout as string | null) ?? '').trim();
  process.stdout.write(`host: ${what}${version}\n`);
}
