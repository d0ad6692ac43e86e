/**
 * Runs inside the root: packs one version for Windows or Macs, by Doca's own release configuration,
 * around a stand-in for Electron. A Mac's is not signed, and has no disk image: both can be made on
 * a Mac only. Arguments: the system, the version, the processors.
 */
import { join } from 'node:path';
import { Arch, build, Platform } from 'electron-builder';
import { appFiles } from '../packaging/app-files.ts';
import { startedByPackage } from '../packaging/before-pack.ts';
import { buildConfiguration } from '../packaging/config.ts';
import { failUnlessDone } from '../packaging/exit-status.ts';
import { writeMacStandIn } from './stand-in/mac.ts';

const root = join(import.meta.dirname, '../..');
const [system = '', version = '', ...archs] = process.argv.slice(2);
const platform = system === 'mac' ? 'mac' : 'win';
const done = failUnlessDone();
process.env[startedByPackage] = '1';
process.env['DOCA_RELEASE_TAG'] = `v${version}`;
if (platform === 'mac') writeMacStandIn('/rehearsal/electron-mac');
const config = buildConfiguration({
  root,
  platform,
  release: true,
  env: process.env,
  version,
  files: appFiles(root),
  releaseNotes: { 'pt-BR': `As novidades da ${version}`, en: `The news of ${version}` },
});
const [target, kind, electron] =
  platform === 'mac'
    ? [Platform.MAC, 'zip', 'electron-mac']
    : [Platform.WINDOWS, 'nsis', 'electron'];
await build({
  projectDir: root,
  targets: target.createTarget(
    kind,
    ...archs.map((arch) => (arch === 'arm64' ? Arch.arm64 : Arch.x64)),
  ),
  publish: 'never',
  config: {
    ...config,
    extraMetadata: { version },
    electronDist: `/rehearsal/${electron}`,
    directories: { output: `/rehearsal/${version}` },
  },
});
done();
