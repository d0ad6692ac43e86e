/**
 * `npm run release:smoke`: installs the output of `npm run package -- --release` for this system,
 * silently, as IT does, and tries it. The installed program itself has no entry for tests: it must
 * refuse a debugging port, examine the machine, and open and close its window. The work in that
 * window is tested with the very code that was installed, its `app.asar`, in the Electron of the
 * same version that it was packed with, which is no packaged program and takes a debugging port: it
 * ships a training grouping, and on Windows prints two more, through a driver and as raw ZPL. So no
 * shipped file has an entry for tests; but the job itself is not tested under the fuses and the
 * signature.
 *
 * Runs on the release's own machines only; `test/release/installed.test.ts` tests its parts with
 * stand-ins.
 */
import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import { fetchElectron } from '../electron-binary.ts';
import { examine, expectRefusal, findArchive, openAndClose, run } from './installed.ts';
import type { Installed } from './installed.ts';
import { printTrainingGrouping, shipTrainingGrouping } from './training-run.ts';
import { setUpTrialPrinters } from './windows-printers.ts';

const dist = join(import.meta.dirname, '../../dist');
const port = 9_333;
const home = mkdtempSync(join(tmpdir(), 'doca-smoke-'));
const dataIn = (folder: string): Installed['env'] => ({
  ...process.env,
  DOCA_DATA_DIR: join(home, folder),
});

try {
  const program = process.platform === 'win32' ? installOnWindows() : installOnMac();
  await expectRefusal({ program, env: dataIn('refused') }, port);
  process.stdout.write(
    `the installed program found ${examine({ program, env: dataIn('opened') }).join(', ')}\n`,
  );
  await openAndClose({ program, env: dataIn('opened') });
  process.stdout.write(
    'the installed program refused a debugging port, and opened and closed its window\n',
  );
  await work(findArchive(program, process.platform));
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
}

/** A packer's day with the installed code. */
async function work(archive: string): Promise<void> {
  const electron = fetchElectron();
  if (electron === null) throw new Error("Electron's program could not be fetched");
  const app = spawn(electron, [`--remote-debugging-port=${port}`, archive], {
    stdio: 'inherit',
    env: dataIn('work'),
  });
  try {
    const browser = await connect(() => app.exitCode);
    const page = await firstPage(browser);
    const groupingId = await shipTrainingGrouping(page);
    process.stdout.write(`the installed code shipped training grouping ${groupingId}\n`);
    if (process.platform === 'win32') await printOnWindows(page);
    await browser.close();
  } finally {
    app.kill();
  }
}

/** The two ways that Windows prints, each on a printer that needs no hardware. */
async function printOnWindows(page: Page): Promise<void> {
  const printers = await setUpTrialPrinters(home);
  try {
    const pages = await printTrainingGrouping(page, 1, printers.pdf.name);
    const sizes = await printers.pdf.pageSizesMm();
    const isLabel = ([width, height]: readonly [number, number]) => width === 100 && height === 150;
    if (sizes.length === 0 || !sizes.every(isLabel))
      throw new Error(`pages of ${JSON.stringify(sizes)} mm`);
    const labels = await printTrainingGrouping(page, 2, printers.raw.name);
    if (printers.raw.labels() !== labels)
      throw new Error(`${printers.raw.labels()} raw labels of ${labels}`);
    process.stdout.write(
      `printed ${pages} pages through a driver and ${labels} labels as raw ZPL\n`,
    );
  } finally {
    printers.remove();
  }
}

function installOnWindows(): string {
  const [installer] = globSync(`Doca-*-windows-${process.arch}-setup.exe`, { cwd: dist });
  if (installer === undefined) throw new Error('there is no installer in dist');
  run(join(dist, installer), ['/S', '/currentuser']);
  const folder = join(process.env['LOCALAPPDATA'] ?? '', 'Programs');
  const program = readdirSync(folder)
    .map((name) => join(folder, name, 'Doca.exe'))
    .find((path) => existsSync(path));
  if (program === undefined) throw new Error(`Doca was not installed in ${folder}`);
  return program;
}

function installOnMac(): string {
  const [image] = globSync(`Doca-*-macos-${process.arch}.dmg`, { cwd: dist });
  if (image === undefined) throw new Error('there is no disk image in dist');
  const volume = join(home, 'volume');
  const applications = join(homedir(), 'Applications');
  run('hdiutil', ['attach', join(dist, image), '-nobrowse', '-mountpoint', volume]);
  run('mkdir', ['-p', applications]);
  run('ditto', [join(volume, 'Doca.app'), join(applications, 'Doca.app')]);
  run('hdiutil', ['detach', volume]);
  return join(applications, 'Doca.app/Contents/MacOS/Doca');
}

async function connect(exitCode: () => number | null) {
  for (let tries = 0; tries < 120; tries += 1) {
    if (exitCode() !== null) throw new Error(`Doca ended with ${exitCode()}`);
    try {
      return await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    } catch {
      await sleep(500);
    }
  }
  throw new Error('Doca did not open its window within a minute');
}

async function firstPage(browser: Awaited<ReturnType<typeof connect>>): Promise<Page> {
  const [context] = browser.contexts();
  const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
  if (page === undefined) throw new Error('Doca has no window');
  await page.waitForLoadState('load');
  return page;
}
