import { join } from 'node:path';
import type { AfterPackContext } from 'electron-builder';
import { inspectAsar } from './inspect-asar.ts';

/**
 * Refuses an application that would not start, or that contains forbidden files. Runs before
 * signing.
 */
export default function afterPack(context: AfterPackContext): void {
  const { electronPlatformName, appOutDir, packager } = context;
  const app = `${packager.appInfo.productFilename}.app`;
  const resources =
    electronPlatformName === 'darwin'
      ? join(appOutDir, app, 'Contents/Resources')
      : join(appOutDir, 'resources');
  const { problems } = inspectAsar(join(resources, 'app.asar'));
  if (problems.length > 0)
    throw new Error(`the packed application is not right:\n- ${problems.join('\n- ')}`);
}
