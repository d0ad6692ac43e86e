/**
 * `npm run release:draft -- <folder>`: uploads a release's files to a draft, which a maintainer
 * reviews and publishes. The folder must contain every file of `parts.ts` and no other.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needParts, partNames } from './parts.ts';
import { needNotes, readReleaseNotes } from './release-notes.ts';

const root = join(import.meta.dirname, '../..');
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('which folder?');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};
const notes = needNotes(readReleaseNotes(root, version), version);
needParts(folder, version);
const notesFile = join(mkdtempSync(join(tmpdir(), 'doca-notes-')), 'notes.md');
writeFileSync(notesFile, `# Português\n\n${notes['pt-BR']}\n\n# English\n\n${notes.en}\n`);
const files = partNames(version).map((name) => join(folder, name));
const { status } = spawnSync(
  'gh',
  [
    'release',
    'create',
    `v${version}`,
    '--draft',
    '--verify-tag',
    '--title',
    `Doca ${version}`,
    '--notes-file',
    notesFile,
    ...files,
  ],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
