import { decodeText, encodeText } from '../../../os/windows/binding.ts';
import type { JobRecord, LookRequest, PrinterRecord, WindowsReply } from '../types.ts';
import { WindowsError, type WindowsCalls } from './native.ts';
import { readForms, readJobs, readPrinter, readPrinterNames, type Form } from './structs.ts';

/** Errors for a printer that does not exist (any more). */
const noPrinter: ReadonlySet<number> = new Set([1801, 1905]);
/**
 * Windows calls the id of a vanished job a wrong argument; if there never was one, it may return no
 * error.
 */
const noJob: ReadonlySet<number> = new Set([0, 87]);

/** Answers questions about printers and jobs from the spooler. */
export function answerLook(native: WindowsCalls, request: LookRequest): WindowsReply {
  switch (request.type) {
    case 'list':
      return { type: 'printers', names: listNames(native), default: findDefault(native) };
    case 'look':
      return look(native, request.printer, request.jobId);
    case 'find':
      return { type: 'found', jobIds: findJobs(native, request.printer, request.title) };
    case 'delete': {
      const deleteJob = 5;
      native.usePrinter(request.printer, (handle) =>
        native.demand('SetJobW', handle, request.jobId, 0, 0, deleteJob),
      );
      return { type: 'done' };
    }
    case 'resume': {
      const resume = 2;
      native.usePrinter(
        request.printer,
        (handle) => native.demand('SetPrinterW', handle, 0, 0, resume),
        true,
      );
      return { type: 'done' };
    }
  }
}

/** Level 4 comes from the registry: a server that is gone delays nothing. */
function listNames(native: WindowsCalls): readonly string[] {
  const localAndConnected = 2 | 4;
  const count = Buffer.alloc(4);
  const block = native.demandGrowing('EnumPrintersW', [localAndConnected, 0, 4], count);
  return readPrinterNames(block, count.readUInt32LE(0));
}

function findDefault(native: WindowsCalls): string | null {
  const characters = Buffer.alloc(4);
  native.call('GetDefaultPrinterW', 0, characters);
  const name = Buffer.alloc(characters.readUInt32LE(0) * 2);
  const { value } = native.call('GetDefaultPrinterW', name, characters);
  return value > 0 ? decodeText(name) || null : null;
}

function look(native: WindowsCalls, printer: string, jobId: number | null): WindowsReply {
  try {
    return native.usePrinter(printer, (handle) => ({
      type: 'seen',
      printer: describePrinter(native, handle),
      job: jobId === null ? null : readJob(native, handle, jobId),
    }));
  } catch (error) {
    if (error instanceof WindowsError && noPrinter.has(error.code))
      return { type: 'seen', printer: null, job: null };
    throw error;
  }
}

function describePrinter(native: WindowsCalls, handle: number): PrinterRecord {
  return readPrinter(native.demandGrowing('GetPrinterW', [handle, 2]));
}

function readJob(native: WindowsCalls, handle: number, jobId: number): JobRecord | null {
  const { block, called } = native.readGrowing('GetJobW', [handle, jobId, 1]);
  if (block !== null) return readJobs(block, 1)[0] ?? null;
  if (noJob.has(called.code)) return null;
  throw new WindowsError('GetJob', called);
}

function findJobs(native: WindowsCalls, printer: string, title: string): readonly number[] {
  const most = 10_000;
  const count = Buffer.alloc(4);
  return native.usePrinter(printer, (handle) => {
    const block = native.demandGrowing('EnumJobsW', [handle, 0, most, 1], count);
    return readJobs(block, count.readUInt32LE(0))
      .filter((job) => job.title === title)
      .map(({ id }) => id);
  });
}

/** Asks the driver, which is loaded for it. */
export function listForms(native: WindowsCalls, printer: string): readonly Form[] {
  const port = native.usePrinter(printer, (handle) => describePrinter(native, handle)).port ?? '';
  const capabilities = { papers: 2, sizes: 3 } as const;
  const ask = (capability: number, bytesEach: number): Buffer => {
    const where = [encodeText(printer), encodeText(port), capability] as const;
    const count = native.call('DeviceCapabilitiesW', ...where, 0, 0).value;
    const list = Buffer.alloc(Math.max(0, count) * bytesEach);
    if (list.length > 0) native.demand('DeviceCapabilitiesW', ...where, list, 0);
    return list;
  };
  return readForms(ask(capabilities.sizes, 8), ask(capabilities.papers, 2));
}
