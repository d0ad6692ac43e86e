import { Arch, Platform as BuilderPlatform } from 'electron-builder';
import type { Configuration } from 'electron-builder';
import type { Platform } from './signing.ts';

export type ArchName = 'x64' | 'arm64';

interface TargetRequest {
  /** `electron-builder.yml` unchanged. */
  readonly base: Configuration;
  readonly platform: Platform;
  /** Only the unpacked program. */
  readonly dir: boolean;
  /** Empty: the processors of `electron-builder.yml`; for `dir`, this machine's. */
  readonly archs: readonly ArchName[];
}

/**
 * Returns the installers for each processor. electron-builder prefers the processors of its file to
 * the requested ones, unless the kinds of installer are named as well: so they are named.
 */
export function buildTargets({
  base,
  platform,
  dir,
  archs,
}: TargetRequest): Map<BuilderPlatform, Map<Arch, string[]>> {
  const builder = {
    win: BuilderPlatform.WINDOWS,
    mac: BuilderPlatform.MAC,
    linux: BuilderPlatform.LINUX,
  }[platform];
  const asked = archs.map((name) => ({ x64: Arch.x64, arm64: Arch.arm64 })[name]);
  const host = process.arch === 'arm64' ? Arch.arm64 : Arch.x64;
  if (dir) return builder.createTarget('dir', ...(asked.length === 0 ? [host] : asked));
  return asked.length === 0
    ? builder.createTarget()
    : builder.createTarget(installerNames(base, platform), ...asked);
}

function installerNames(base: Configuration, platform: Platform): string[] {
  const listed = base[platform]?.target ?? [];
  return [listed].flat().map((one) => (typeof one === 'string' ? one : one.target));
}
