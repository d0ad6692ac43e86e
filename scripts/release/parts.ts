import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import yaml from 'js-yaml';
import { join } from 'node:path';
import { z } from 'zod';
import { readNotes } from '../../src/main/updates/index.ts';
import { type Language, languages } from '../../src/shared/faults/languages.ts';
import { checksums } from './checksums.ts';

/** The processors that releases are made for. */
export const archs = ['x64', 'arm64'] as const;
export type Arch = (typeof archs)[number];

export const checksumsName = 'SHA256SUMS';
/** The name of a signed setup for Windows; electron-builder.yml defines it. */
export const setupName = (version: string, arch: Arch): string =>
  `Doca-${version}-windows-${arch}-setup.exe`;
/** The template for group policies. */
export const groupPolicyName = (version: string): string => `Doca-${version}-group-policy.zip`;
/** The table of everything that a policy can decide. */
export const policiesName = (version: string, language: Language): string =>
  `Doca-${version}-policies.${language}.md`;
export const sbomName = (version: string): string => `Doca-${version}-sbom.cdx.json`;

/** The files that each file of the update feed offers. */
function offeredFiles(
  version: string,
): Readonly<Record<'latest.yml' | 'latest-mac.yml', readonly string[]>> {
  return {
    'latest.yml': archs.map((arch) => setupName(version, arch)),
    'latest-mac.yml': archs.flatMap((arch) =>
      ['dmg', 'zip'].map((kind) => `Doca-${version}-macos-${arch}.${kind}`),
    ),
  };
}

/** Every file of a release, and no other. */
export function partNames(version: string): readonly string[] {
  const offered = Object.entries(offeredFiles(version));
  const installers = offered.flatMap(([, files]) => files);
  return [
    ...installers.flatMap((name) => [name, `${name}.blockmap`]),
    ...offered.map(([name]) => name),
    groupPolicyName(version),
    ...languages.map((language) => policiesName(version, language)),
    sbomName(version),
    checksumsName,
  ].sort();
}

/** Throws, with all problems, if this folder holds no release of this version. */
export function needParts(folder: string, version: string): void {
  const problems = findPartProblems(folder, version);
  if (problems.length > 0) throw new Error(`this is no release:\n- ${problems.join('\n- ')}`);
}

/** Returns why this folder holds no release of this version; empty if it holds one. */
export function findPartProblems(folder: string, version: string): readonly string[] {
  const wanted = partNames(version);
  const there = readdirSync(folder);
  const missing = wanted.filter((name) => !there.includes(name));
  const present = wanted.filter((name) => there.includes(name));
  const feeds = Object.entries(offeredFiles(version)).filter(([name]) => present.includes(name));
  return [
    ...missing.map((name) => `missing: ${name}`),
    ...there
      .filter((name) => !wanted.includes(name))
      .map((name) => `not a part of the release: ${name}`),
    ...present.filter((name) => isEmpty(join(folder, name))).map((name) => `empty: ${name}`),
    ...feeds.flatMap(([name, files]) => feedProblems(folder, name, files, version)),
    ...(present.includes(sbomName(version)) ? sbomProblems(folder, version) : []),
    ...(present.includes(checksumsName) &&
    readFileSync(join(folder, checksumsName), 'utf8') !== checksums(folder)
      ? [`${checksumsName} is not that of these files`]
      : []),
  ];
}

function isEmpty(path: string): boolean {
  const entry = statSync(path);
  return !entry.isFile() || entry.size === 0;
}

const feedSchema = z.object({
  version: z.string(),
  files: z.array(z.object({ url: z.string(), sha512: z.string(), size: z.number() })),
  path: z.string(),
  sha512: z.string(),
  releaseNotes: z.string(),
});

function feedProblems(
  folder: string,
  name: string,
  wanted: readonly string[],
  version: string,
): readonly string[] {
  let read: unknown;
  try {
    read = yaml.load(readFileSync(join(folder, name), 'utf8'));
  } catch (error) {
    return [`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`];
  }
  const parsed = feedSchema.safeParse(read);
  if (!parsed.success) return [`${name} is no update feed: ${z.prettifyError(parsed.error)}`];
  const feed = parsed.data;
  const notes = readNotes(feed.releaseNotes);
  const urls = feed.files.map(({ url }) => url);
  const main = feed.files.find(({ url }) => url === feed.path);
  return [
    ...(feed.version === version ? [] : [`${name} is of version ${feed.version}, not ${version}`]),
    ...wanted.filter((url) => !urls.includes(url)).map((url) => `${name} does not offer ${url}`),
    ...urls.filter((url) => !wanted.includes(url)).map((url) => `${name} offers ${url}`),
    ...languages
      .filter((language) => notes[language] === '')
      .map((language) => `${name} says nothing of what is new in ${language}`),
    ...(main?.sha512 === feed.sha512
      ? []
      : [`${name}: its path and the digest beside it are of no file that it offers`]),
    ...feed.files
      .filter(({ url }) => wanted.includes(url))
      .flatMap((file) => fileProblems(folder, name, file)),
  ];
}

function fileProblems(
  folder: string,
  feed: string,
  { url, sha512, size }: { readonly url: string; readonly sha512: string; readonly size: number },
): readonly string[] {
  const path = join(folder, url);
  const entry = statSync(path, { throwIfNoEntry: false });
  // A missing file was already reported.
  if (entry === undefined || !entry.isFile()) return [];
  const digest = createHash('sha512').update(readFileSync(path)).digest('base64');
  return [
    ...(entry.size === size ? [] : [`${feed}: ${url} has ${entry.size} bytes, not ${size}`]),
    ...(digest === sha512 ? [] : [`${feed}: ${url} has another digest`]),
  ];
}

const sbomSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({ component: z.object({ version: z.string() }) }),
  components: z.array(z.unknown()).min(1),
});

function sbomProblems(folder: string, version: string): readonly string[] {
  const name = sbomName(version);
  try {
    const { metadata } = sbomSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    return metadata.component.version === version
      ? []
      : [`${name} is of version ${metadata.component.version}`];
  } catch {
    return [`${name} is no list of parts`];
  }
}
