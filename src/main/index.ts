import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, clipboard, nativeTheme, shell } from 'electron';
import { defaultSettings, type Settings } from '#shared/contract/settings.ts';
import { openTokenStore, ProxyLogins } from './credentials/index.ts';
import { createDesk } from './desk/index.ts';
import {
  answerRequests,
  askToReopen,
  createDesktopUpdater,
  createNetFetch,
  endWithReport,
  forkUtility,
  guardCertificates,
  guardQuit,
  keepAwakeWhile,
  keepDumps,
  lockDownPages,
  lockDownPermissions,
  openHttps,
  openLogFile,
  openSignInPage,
  createWindow,
  readCommand,
  readLines,
  recordCrashes,
  refuseSwitches,
  registerAppScheme,
  reportBrokenUpdate,
  saveDialog,
  serveRenderer,
  setMenu,
  sendEvent,
  type Command,
  type MainWindow,
} from './electron/index.ts';
import { readSampleLabel } from './labels/index.ts';
import { systemClock } from './os/clock.ts';
import { describeError } from './os/errors.ts';
import { makeOwnFolderSync } from './os/files.ts';
import { keepHeapSmall } from './os/process.ts';
import { findDesktopDataDir, findPlatform, findSharedPlace, findStationDir } from './os/station.ts';
import { loadPolicy } from './policy/index.ts';
import { createCupsSystem, createRasteriser, createWindowsSystem } from './printing/index.ts';
import { openSettings } from './settings/index.ts';
import { checkFirstStart } from './updates/index.ts';

refuseSwitches(process.platform);

const platform = findPlatform();
/** A policy to try out, from the source tree only: the installed program always uses IT's file. */
const policyPath = app.isPackaged ? undefined : process.env['DOCA_POLICY_FILE'];
const now = (): number => systemClock.now();
const built = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Before Electron stores anything in its own folder, which roams on Windows. Its pages' data
// follow.
const dataDir = findDesktopDataDir(process.env);
makeOwnFolderSync(dataDir);
app.setPath('userData', dataDir);
keepDumps(dataDir, now());
keepHeapSmall();
app.setAppUserModelId('doca.desk');
app.enableSandbox();
registerAppScheme();
lockDownPages();
let settings: Settings = defaultSettings;
const logFile = openLogFile(join(dataDir, 'logs'), now);
const { failStart } = recordCrashes(logFile, () => settings.language);
const command = readCommand(process.argv);
if (command !== null) runCommand(command).catch((error: unknown) => failCommand(command, error));
else if (app.requestSingleInstanceLock()) start().catch(failStart);
else app.quit();

async function start(): Promise<void> {
  const { log } = logFile;
  let window: MainWindow | null = null;
  const contents = () => window?.contents() ?? null;

  const policy = await loadPolicy({ platform, env: process.env, path: policyPath });
  guardCertificates(policy.policy.certificateHosts ?? []);
  await app.whenReady();
  lockDownPermissions();
  await serveRenderer(built('../renderer'));
  const rasteriser = createRasteriser(new URL('raster-worker.js', import.meta.url));
  const tokenStore = await openTokenStore({ log });
  const proxies = new ProxyLogins(tokenStore, log);
  const decided = policy.policy.updates;
  const updater = createDesktopUpdater({
    feedUrl: decided?.kind === 'feed' ? decided.url : null,
    clock: systemClock,
    proxies,
  });
  const version = app.getVersion();
  const startLabelProcess = () => forkUtility(built('label-process.js'), 'Doca Labels');
  const opening = createDesk({
    dataDir,
    stationDir: findStationDir(),
    sharedPlace: findSharedPlace(),
    outDir: join(app.getPath('documents'), 'Doca'),
    downloadsDir: app.getPath('downloads'),
    fetch: createNetFetch(proxies),
    proxies,
    startLabelProcess,
    startCodeProcess: () => forkUtility(built('code-process.js'), 'Doca Codes', ['--background']),
    openPath: (path) => shell.openPath(path),
    openExternal: openHttps,
    openSignInPage,
    writeClipboard(text) {
      clipboard
        .writeText(text)
        .catch((error: unknown) => log.warn('clipboard.failed', { error: describeError(error) }));
    },
    saveDialog,
    version,
    platform,
    clock: systemClock,
    log,
    logTail: () => logFile.tail(),
    tokenStore,
    printSystem: openPrintSystem(),
    rasterise: rasteriser.rasterise,
    policy,
    updates:
      decided?.kind === 'off'
        ? { port: null, off: 'policy' }
        : { port: updater.port, off: 'unsigned' },
  });
  const broken = await checkFirstStart({
    version,
    path: join(dataDir, 'versions.json'),
    clock: systemClock,
    log,
    checks: {
      journal: () =>
        opening.then(
          () => true,
          () => false,
        ),
      keychain: () => Promise.resolve(tokenStore.kind === 'keychain'),
      labels: () => readSampleLabel(startLabelProcess),
    },
  });
  if (broken.length > 0) {
    const store = await openSettings({
      dataDir,
      clock: systemClock,
      policy: policy.policy,
      notice: () => undefined,
    });
    await reportBrokenUpdate(version, broken, store.settings().language);
  }
  const desk = await opening;

  const apply = (changed: Settings) => {
    settings = changed;
    nativeTheme.themeSource = changed.theme;
    setMenu(changed.language, (command) => sendEvent(contents(), 'app.command', command));
  };
  apply(await desk.handlers['settings.get'](undefined));

  const updatePower = keepAwakeWhile(() => desk.runningJobs(), log);
  desk.onEvent((channel, payload) => {
    if (channel === 'settings.changed') apply(payload as Settings);
    if (channel === 'job.changed') updatePower();
    sendEvent(contents(), channel, payload);
  });
  answerRequests({ handlers: desk.handlers, window: contents, asked: () => desk.noteTouch(), log });

  const mayClose = guardQuit({
    runningJobs: () => desk.runningJobs(),
    language: () => settings.language,
    async finish() {
      desk.installOnQuit();
      await Promise.allSettled([desk.close(), window?.flush()]);
      await rasteriser.close();
      logFile.flush();
    },
    handOver: () => updater.finish(),
    show: () => window?.focus(),
  });
  window = await createWindow({
    preload: built('../preload/index.cjs'),
    stateFile: join(dataDir, 'window.json'),
    background: nativeTheme.shouldUseDarkColors ? '#15181c' : '#f4f5f7',
    log,
    mayClose,
    sessionEnds() {
      log.info('session.end', { runningJobs: desk.runningJobs() });
      desk.endNow();
      logFile.flush();
      app.exit(0);
    },
    askToReopen: () => askToReopen(settings.language),
  });
  // A page that crashes while it loads is opened again; the window must not end the program.
  await window
    .load()
    .catch((error: unknown) => log.warn('window.load-failed', { error: describeError(error) }));
}

/** Without a window, also beside a running Doca. */
async function runCommand({ name, args }: Command): Promise<void> {
  guardCertificates([]);
  await app.whenReady();
  const report = await (name === 'doctor' ? runDoctor(args) : keepSecret(args));
  logFile.flush();
  await endWithReport(join(dataDir, 'logs'), name, report);
}

/** `--set-secret`. */
async function keepSecret(args: readonly string[]) {
  const { runSetSecret } = await import('./command-line/installed/index.ts');
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  const { exitCode } = await runSetSecret(
    {
      out: write,
      err: write,
      env: process.env,
      home: homedir(),
      stdin: readLines,
      openTokenStore: () => openTokenStore({ log: logFile.log }),
    },
    args,
  );
  return { text, exitCode };
}

/** `--doctor`: examines this workstation. */
async function runDoctor(args: readonly string[]) {
  const { runDoctorCommand } = await import('./doctor/index.ts');
  const printSystem = openPrintSystem();
  const tokenStore = await openTokenStore({ log: logFile.log });
  return runDoctorCommand({
    name: 'Doca --doctor',
    args,
    platform,
    env: process.env,
    dataDir,
    policyPath,
    tokenStore,
    stationDir: findStationDir(),
    fetch: createNetFetch(new ProxyLogins(tokenStore, logFile.log)),
    clock: systemClock,
    listPrinters: () => printSystem.list(),
  });
}

/** For scripts: no dialog may wait for a person. */
function failCommand({ name }: Command, error: unknown): Promise<void> {
  return endWithReport(join(dataDir, 'logs'), name, {
    text: `${describeError(error)}\n`,
    exitCode: 1,
  });
}

function openPrintSystem() {
  return process.platform === 'win32'
    ? createWindowsSystem({
        startProcess: () => forkUtility(built('print-process.js'), 'Doca Printing'),
      })
    : createCupsSystem();
}
