import { resolve } from 'node:path';
import { parseBaseUrl } from '../erp/index.ts';
import { readMachine } from '../dispatch/index.ts';
import { findBench, findCommandLineDataDir, findStationDir } from '../os/station.ts';
import { createCupsSystem, createWindowsSystem, type Printer } from '../printing/index.ts';
import { removeLeftovers } from '../os/temporary.ts';
import type { RawLanguage, Settings } from '../../shared/index.ts';
import type { DispatchArguments } from './arguments.ts';
import { openPrintTarget, watchStalls } from './output/output.ts';
import { openServices } from './services.ts';
import { ship } from './ship.ts';
import { tellFault, type Ending } from './output/summary.ts';
import { text } from './output/text.ts';
import type { Terminal } from './output/terminal.ts';
import { openTokenSource } from './token-source.ts';
import { joinFloor, prepareFloor } from './workstation/floor.ts';
import { readWorkstation } from './workstation/workstation.ts';

/** Runs the main job on a real ERP. */
export async function runDispatch(terminal: Terminal, options: DispatchArguments): Promise<Ending> {
  const workstation = await readWorkstation(terminal);
  if (!workstation.ok) return tellFault(terminal, workstation.fault);
  terminal.useNetwork();
  const base = parseBaseUrl(options.baseUrl);
  if (!base.ok) return tellFault(terminal, base.fault);
  const tokens = await openTokenSource(options.token, terminal, base.value.origin);
  if (!tokens.ok) return tellFault(terminal, tokens.fault);
  const outDir = resolve(options.out);
  // A failure only costs disk space.
  await removeLeftovers(outDir, Date.now()).catch(() => undefined);
  const watch = (printer: Printer): Printer => watchStalls(printer, () => terminal.err(`${text.printStalled}\n`));
  const system =
    process.platform === 'win32'
      ? createWindowsSystem({ startProcess: terminal.startPrintProcess })
      : createCupsSystem({ env: terminal.env });
  const { policy, settings } = workstation.value;
  const openFloor = await prepareFloor(terminal, settings, options.floorPasswordEnv);
  if (!openFloor.ok) return tellFault(terminal, openFloor.fault);
  const speaks = options.printer === null ? null : chooseLanguage(policy.settings, options.printer, options);
  const services = openServices(terminal, {
    baseUrl: options.baseUrl,
    tokens: tokens.value,
    dataDir: options.data === null ? findCommandLineDataDir(terminal.env, terminal.home) : resolve(options.data),
    stationDir: findStationDir(terminal.home),
    bench: findBench(),
    machine: terminal.machine ?? (await readMachine()),
    outDir,
    paper: options.paper,
    patienceMs: options.patienceMs,
    readsLabels: policy.settings.readLabels ?? options.readLabels,
    speaks,
    openFloor: openFloor.value,
    findPrinter: (name) => Promise.resolve(watch(system.open(name))),
  });
  if (!services.ok) return tellFault(terminal, services.fault);
  const output = await openPrintTarget(system, options.printer, speaks);
  try {
    if (!output.ok) return tellFault(terminal, output.fault);
    const target = { ...output.value, printer: watch(output.value.printer) };
    const { floor } = services.value.job;
    const apart = floor === null ? null : await joinFloor(terminal, floor, options);
    if (apart !== null) return tellFault(terminal, apart);
    const mustCheck = policy.settings.mustCheck ?? false;
    return await ship(terminal, services.value, tokens.value, target, { ...options, mustCheck });
  } finally {
    system.close();
    await services.value.close();
  }
}

/** Returns the printer's language by IT's decision, or else by the arguments; null if it has none. */
function chooseLanguage(
  { printerLanguage }: Partial<Settings>,
  printer: string,
  typed: Pick<DispatchArguments, 'printerLanguage'>,
): RawLanguage | null {
  const decided = printerLanguage?.[printer];
  if (decided === undefined) return typed.printerLanguage;
  return decided === 'zpl' ? null : decided;
}
