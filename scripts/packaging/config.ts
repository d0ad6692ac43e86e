import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from 'electron-builder';
import yaml from 'js-yaml';
import type { Language } from '../../src/shared/faults/languages.ts';
import { needNotes } from '../release/release-notes.ts';
import { keytarBinary, windowsCallsBinary } from './app-files.ts';
import { developmentSigning, releaseObstacles, releaseSigning } from './signing.ts';
import type { Environment, Platform } from './signing.ts';

export interface BuildRequest {
  readonly root: string;
  readonly platform: Platform;
  readonly release: boolean;
  readonly env: Environment;
  readonly version: string;
  /** From `appFiles`. */
  readonly files: readonly string[];
  /** Of this version, for the update feed; from the change logs. */
  readonly releaseNotes: Readonly<Record<Language, string | null>>;
}

/**
 * Returns the additions to `electron-builder.yml` for one platform. Throws if a release lacks a
 * requirement.
 */
export function buildConfiguration(request: BuildRequest): Configuration {
  const { platform, release, env } = request;
  const obstacles = release ? releaseObstacles(platform, env, request.version) : [];
  if (obstacles.length > 0) throw new Error(`this is no release:\n- ${obstacles.join('\n- ')}`);
  const signing = release
    ? releaseSigning(request.root, env)
    : developmentSigning(readBase(request.root));
  return {
    ...signing,
    files: filePatterns(request.files, platform) ?? null,
    publish: release
      ? { provider: 'generic', url: env['DOCA_UPDATE_FEED'] ?? '', channel: 'latest' }
      : null,
    ...(release
      ? {
          releaseInfo: {
            releaseNotes: JSON.stringify(needNotes(request.releaseNotes, request.version)),
          },
        }
      : {}),
  };
}

/** Returns `electron-builder.yml` unchanged. */
export function readBase(root: string): Configuration {
  return yaml.load(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) as Configuration;
}

const systems = { win: 'win32', mac: 'darwin', linux: 'linux' } as const;

/**
 * Packages come as file sets of their own, one for each `node_modules` folder, also inside
 * packages: the builder keeps such folders out of any other set.
 */
function filePatterns(files: readonly string[], platform: Platform): Configuration['files'] {
  const native = [
    keytarBinary(systems[platform], '${arch}'),
    ...(platform === 'win' ? [windowsCallsBinary('${arch}')] : []),
  ];
  const own = files.filter((path) => !path.startsWith('node_modules/'));
  const inPackages = [...files.filter((path) => path.startsWith('node_modules/')), ...native];
  const byFolder = Map.groupBy(inPackages, packagesFolder);
  return [
    ...own,
    '!node_modules/**/*',
    ...[...byFolder].map(([folder, paths]) => ({
      from: folder,
      to: folder,
      filter: paths.map((path) => path.slice(folder.length + 1)),
    })),
  ];
}

/** The innermost folder of packages that a file lies in. */
function packagesFolder(path: string): string {
  return path.slice(0, path.lastIndexOf('node_modules/') + 'node_modules'.length);
}
