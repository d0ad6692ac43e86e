/**
 * `npm run release:smoke`: installs what `npm run package -- --release` made for this system, silently, as IT does, and
 * ships a training grouping with the installed program; on Windows it prints two more, through a driver and as raw ZPL.
 * Fuses keep every debugger out of main, so the window is driven over Chromium's own port.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import { printTrainingGrouping, shipTrainingGrouping } from './training-run.ts';
import { setUpTrialPrinters } from './windows-printers.ts';

const dist = join(import.meta.dirname, '../../dist');
const port = 9_333;
const home = mkdtempSync(join(tmpdir(), 'doca-smoke-'));
const program = process.platform === 'win32' ? installOnWindows() : installOnMac();
const app = spawn(program, [`--remote-debugging-port=${port}`], {
  stdio: 'inherit',
  env: { ...process.env, DOCA_DATA_DIR: join(home, 'data') },
});

try {
  const browser = await connect();
  const page = await firstPage(browser);
  const groupingId = await shipTrainingGrouping(page);
  process.stdout.write(`the installed program shipped training grouping ${groupingId}\n`);
  if (process.platform === 'win32') await printOnWindows(page);
  await browser.close();
} finally {
  app.kill();
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
}

/** The two ways that Windows prints, each on a printer that needs no hardware. */
async function printOnWindows(page: Page): Promise<void> {
  const printers = await setUpTrialPrinters(home);
  try {
    const pages = await printTrainingGrouping(page, 1, printers.pdf.name);
    const sizes = await printers.pdf.pageSizesMm();
    const isLabel = ([width, height]: readonly [number, number]) => width === 100 && height === 150;
    if (sizes.length === 0 || !sizes.every(isLabel)) throw new Error(`pages of ${JSON.stringify(sizes)} mm`);
    const labels = await printTrainingGrouping(page, 2, printers.raw.name);
    if (printers.raw.labels() !== labels) throw new Error(`${printers.raw.labels()} raw labels of ${labels}`);
    process.stdout.write(`printed ${pages} pages through a driver and ${labels} labels as raw ZPL\n`);
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

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ended with ${status ?? 'a signal'}`);
}

async function connect() {
  for (let tries = 0; tries < 120; tries += 1) {
    if (app.exitCode !== null) throw new Error(`Doca ended with ${app.exitCode}`);
    try {
      return await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 500));
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
