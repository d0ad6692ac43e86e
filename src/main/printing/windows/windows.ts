import { randomUUID } from 'node:crypto';
import { failed, fault, ok } from '../../../shared/index.ts';
import type { Paper, Result } from '../../../shared/index.ts';
import { systemClock, type Clock } from '../../os/clock.ts';
import { checkReadable, tellOutcome } from '../queue/outcome.ts';
import type { PrintFile, PrintSystem, Printer, SpoolListener, SpoolOutcome } from '../types.ts';
import { readConditions, isRaw, parseList, parseSpool, parseState } from './answers.ts';
import { defaultWindowsTiming, followWindowsJob } from './follow.ts';
import type { WindowsTiming, WindowsTools } from './follow.ts';
import { createPowerShellRunner } from './powershell.ts';
import type { RunScript } from './powershell.ts';
import { listScript, spoolScript, stateScript } from './scripts.ts';

/** What a silent print of a PDF from a hidden window needs to know. */
export interface PrintPdfOptions {
  readonly path: string;
  readonly deviceName: string;
  /** The spool job's name: the title of the window's document. The job is found by it. */
  readonly title: string;
  readonly copies: number;
  /** In microns; without it drivers use whatever paper they were set to. */
  readonly pageSize: { readonly width: number; readonly height: number } | null;
}

/** Resolves when the spooler has the whole document. */
export type PrintPdf = (options: PrintPdfOptions) => Promise<Result<void>>;

export interface WindowsOptions {
  readonly printPdf: PrintPdf;
  readonly run?: RunScript;
  readonly clock?: Clock;
  readonly timing?: Partial<WindowsTiming>;
}

/** The printers of Windows: PDF through a hidden window, ZPL through the spooler as it is. */
export function createWindowsSystem(options: WindowsOptions): PrintSystem {
  const { run = createPowerShellRunner(), clock = systemClock, printPdf } = options;
  const tools: WindowsTools = { run, clock, timing: { ...defaultWindowsTiming, ...options.timing } };
  return {
    list: async () => {
      const printers = parseList(await run(listScript, {}));
      return printers === null ? failed(makeSpoolerGone()) : ok(printers);
    },
    open: (name) => createWindowsPrinter(name, tools, printPdf),
  };
}

function makeSpoolerGone() {
  return fault('printer-unavailable', { detail: 'the print spooler does not answer' });
}

function createWindowsPrinter(name: string, tools: WindowsTools, printPdf: PrintPdf): Printer {
  return {
    name,
    print: (file, signal, onEvent) =>
      tellOutcome(onEvent, (listen) => printOn(name, file, tools, printPdf, signal, listen)),
  };
}

async function printOn(
  name: string,
  file: PrintFile,
  tools: WindowsTools,
  printPdf: PrintPdf,
  signal: AbortSignal | undefined,
  onEvent: SpoolListener,
): Promise<Result<SpoolOutcome>> {
  const readable = await checkReadable(file.path);
  if (!readable.ok) return readable;
  const allowed = await checkPrinter(name, file, tools);
  if (!allowed.ok) return allowed;
  if (signal?.aborted === true) return failed(fault('cancelled'));
  // Two jobs of one name could not be told apart.
  const title = `${file.title} ${randomUUID().slice(0, 8)}`;
  const { copies = 1 } = file;
  if (file.kind === 'zpl') {
    const input = { action: 'raw', printer: name, path: file.path, title, copies };
    const sent = parseSpool(await tools.run(spoolScript, input));
    if (sent === null)
      return failed(fault('print-unknown', { detail: 'the print spooler gave no answer', reached: 'maybe' }));
    if (sent.jobId === null) return failed(fault('printer-unavailable', { detail: sent.error }));
    return followWindowsJob(tools, { printer: name, title, jobId: sent.jobId }, signal, onEvent);
  }
  const printed = await printPdf({
    path: file.path,
    deviceName: name,
    title,
    copies,
    pageSize: file.paper === undefined ? null : toMicrons(file.paper),
  });
  if (!printed.ok) return printed;
  return followWindowsJob(tools, { printer: name, title, jobId: null }, signal, onEvent);
}

function toMicrons({ widthMm, heightMm }: Paper): { readonly width: number; readonly height: number } {
  return { width: Math.round(widthMm * 1000), height: Math.round(heightMm * 1000) };
}

async function checkPrinter(name: string, file: PrintFile, { run }: WindowsTools): Promise<Result<void>> {
  const unavailable = (detail: string) => failed(fault('printer-unavailable', { detail }));
  const state = parseState(await run(stateScript, { printer: name }));
  if (state === null) return failed(makeSpoolerGone());
  if (state.printer === null) return unavailable('there is no such printer');
  const { status, driver } = state.printer;
  if (readConditions(status).length > 0) return unavailable(status.join(', '));
  if (file.kind === 'pdf' && isRaw(driver)) return unavailable('a printer without driver cannot print PDF');
  return ok();
}

/** The PDF under this title: what prints it names its spool job so, and the job is found again by that name. */
export async function setPdfTitle(pdf: Uint8Array, title: string): Promise<Uint8Array> {
  // Loaded when something is printed: only Windows needs it.
  const { PDFDocument } = await import('pdf-lib');
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  document.setTitle(title, { showInWindowTitleBar: true });
  return document.save({ updateFieldAppearances: false });
}
