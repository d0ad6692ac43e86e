import { resolve } from 'node:path';
import { defaultSettings } from '#shared/contract/settings.ts';
import { readMachine } from '../journal/index.ts';
import { parseBaseUrl } from '../erp/index.ts';
import { need } from '../os/errors.ts';
import { findCommandLineDataDir, findStationDir } from '../os/station.ts';
import { removeLeftovers } from '../os/temporary.ts';
import { createCupsSystem, createWindowsSystem } from '../printing/index.ts';
import type { ArgumentsOf } from './arguments.ts';
import type { Ending } from './output/endings.ts';
import { say, type Terminal } from './output/terminal.ts';
import { openPrintTarget } from './print-target.ts';
import { openServices } from './services.ts';
import { ship } from './ship.ts';
import { openTokenSource } from './token-source.ts';
import { joinFloor, prepareFloor } from './workstation/floor.ts';
import { readWorkstation, type Workstation } from './workstation/workstation.ts';

export async function runDispatch(
  terminal: Terminal,
  options: ArgumentsOf<'dispatch'>,
): Promise<Ending> {
  const workstation = await readWorkstation(terminal);
  terminal.useNetwork();
  return dispatchFrom(workstation, terminal, options);
}

const printStalls =
  'The print has not moved for over a minute. Look at the printer: paper, power and cable.';

/** Ships a grouping by IT's decisions and the settings of this workstation, or of none. */
export async function dispatchFrom(
  { policy, settings, sharedPlace }: Omit<Workstation, 'baseUrl'>,
  terminal: Terminal,
  options: ArgumentsOf<'dispatch'>,
): Promise<Ending> {
  const tokens = await openTokenSource(
    options,
    terminal,
    need(parseBaseUrl(options.baseUrl)).origin,
  );
  const outDir = resolve(options.out);
  // A failure only costs disk space.
  await removeLeftovers(outDir, Date.now()).catch(() => undefined);
  const openFloor = await prepareFloor(terminal, settings, options.floorPasswordEnv);
  const system =
    process.platform === 'win32'
      ? createWindowsSystem({ startProcess: terminal.startPrintProcess })
      : createCupsSystem({ env: terminal.env });
  const sayStall = () => say(terminal, printStalls);
  const output = await openPrintTarget(system, options.printer, sayStall);
  const services = openServices(terminal, {
    baseUrl: options.baseUrl,
    tokens,
    dataDir:
      options.data === null
        ? findCommandLineDataDir(terminal.env, terminal.home)
        : resolve(options.data),
    stationDir: findStationDir(terminal.home),
    sharedPlace,
    machine: terminal.machine ?? (await readMachine()),
    outDir,
    patienceMs: options.patience * 1000,
    readsLabels: settings.readLabels,
    settings: () => ({ ...defaultSettings, pageRules: settings.pageRules }),
    openFloor,
    printing: output.printing,
  });
  try {
    const { floor } = services;
    if (floor !== null) await joinFloor(terminal, floor, options);
    const mustCheck = policy.settings.mustCheck ?? false;
    return await ship({ terminal, services, tokens, output, options, mustCheck });
  } finally {
    system.close();
    await services.close();
  }
}
