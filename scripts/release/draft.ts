/**
 * `npm run release:draft -- <folder>`: puts a release's files into a draft that a person looks at and publishes. Every file
 * of `parts.ts` has to be there, and none but those.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPartProblems, partNames } from './parts.ts';
import { releaseNotes } from './release-notes.ts';

const root = join(import.meta.dirname, '../..');
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('which folder?');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
const notes = releaseNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
if (notes === null) throw new Error(`CHANGELOG.md has no section for ${version}`);
const problems = findPartProblems(folder, version);
if (problems.length > 0) throw new Error(`this is no release:\n- ${problems.join('\n- ')}`);
const notesFile = join(mkdtempSync(join(tmpdir(), 'doca-notes-')), 'notes.md');
writeFileSync(notesFile, notes);
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
