/**
 * Runs inside the root: checks that each packed program is signed by the rehearsal's publisher over
 * its present bytes.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { publisher } from './versions.ts';

const folder = '/rehearsal';
const programs = globSync('[0-9]*/{*.exe,win*/**/*.{exe,node}}', { cwd: folder });
if (programs.length === 0) throw new Error('there is nothing to look at');
for (const program of programs) {
  const { status, stdout } = spawnSync(
    'osslsigncode',
    ['verify', '-CAfile', `${folder}/certificate.pem`, '-in', `${folder}/${program}`],
    { encoding: 'utf8' },
  );
  const isRight = status === 0 && stdout.includes(`CN=${publisher}`);
  console.log(`${isRight ? 'signed' : 'NOT SIGNED'}: ${program}`);
  if (!isRight) process.exitCode = 1;
}
