import {
  bindFunctions,
  encodeText,
  type Called,
  type NameIn,
  type Returned,
} from '../../../os/windows/binding.ts';
import type { Block } from './structs.ts';

/** A failed function of Windows, with its error's number and text. */
export class WindowsError extends Error {
  readonly call: string;
  readonly code: number;
  readonly text: string;

  constructor(call: string, { code, text }: Pick<Called, 'code' | 'text'>) {
    super(`${call}: Windows error ${code}: ${text}`);
    this.call = call;
    this.code = code;
    this.text = text;
  }
}

const functions = {
  'winspool.drv': [
    'EnumPrintersW',
    'GetDefaultPrinterW',
    'OpenPrinterW',
    'ClosePrinter',
    'GetPrinterW',
    'GetPrinterDriverW',
    'SetPrinterW',
    'EnumJobsW',
    'GetJobW',
    'SetJobW',
    'StartDocPrinterW',
    'StartPagePrinter',
    'WritePrinter',
    'EndPagePrinter',
    'EndDocPrinter',
    'AbortPrinter',
    'DocumentPropertiesW',
    'DeviceCapabilitiesW',
  ],
  'gdi32.dll': [
    'CreateDCW',
    'DeleteDC',
    'GetDeviceCaps',
    'StartDocW',
    'StartPage',
    'StretchDIBits',
    'EndPage',
    'EndDoc',
    'AbortDoc',
  ],
  'kernel32.dll': ['GetProcessHeap', 'HeapAlloc', 'HeapFree', 'RtlMoveMemory', 'SetLastError'],
  'ole32.dll': ['CoInitializeEx'],
} as const;

export type FunctionName = NameIn<typeof functions>;

/** Handles and addresses are pointers. */
const returned: Readonly<Partial<Record<FunctionName, Returned>>> = {
  CreateDCW: 'pointer',
  GetProcessHeap: 'pointer',
  HeapAlloc: 'pointer',
  RtlMoveMemory: 'nothing',
  SetLastError: 'nothing',
};

/** Functions of Windows, and common patterns of their use. */
export abstract class WindowsCalls {
  /** A Buffer is passed by its address, and contains the function's output afterwards. */
  abstract call(name: FunctionName, ...args: readonly (number | Buffer)[]): Called;

  /**
   * Like `call`; throws a `WindowsError` if the function failed: it returned nothing above zero, or
   * no handle.
   */
  demand(name: FunctionName, ...args: readonly (number | Buffer)[]): number {
    const called = this.call(name, ...args);
    // The number of a handle may have its highest bit set.
    const isDone = returned[name] === 'pointer' ? called.value !== 0 : called.value > 0;
    if (isDone) return called.value;
    throw new WindowsError(name.replace(/W$/, ''), called);
  }

  /**
   * Memory with a fixed address, for structures that point into themselves. Zeroed; freed after
   * `work`.
   */
  useMemory<T>(size: number, work: (address: number) => T): T {
    const zeroed = 8;
    const heap = this.call('GetProcessHeap').value;
    const address = this.call('HeapAlloc', heap, zeroed, size).value;
    if (address === 0) throw new Error('out of memory');
    try {
      return work(address);
    } finally {
      this.call('HeapFree', heap, 0, address);
    }
  }

  read(address: number, size: number): Block {
    const bytes = Buffer.alloc(size);
    if (size > 0) this.call('RtlMoveMemory', bytes, address, size);
    return { bytes, address };
  }

  /** Passes the bytes of `make` to `work` at the address that they were made for. */
  useBytes<T>(make: (address: number) => Buffer, work: (address: number) => T): T {
    return this.useMemory(make(0).length, (address) => {
      const bytes = make(address);
      this.call('RtlMoveMemory', address, bytes, bytes.length);
      return work(address);
    });
  }

  /**
   * Reads the output of a function that reports the needed size; null if it fails otherwise, as
   * `called` says.
   */
  readGrowing(name: FunctionName, before: readonly number[], ...after: readonly Buffer[]) {
    const tooSmall = 122;
    const needed = Buffer.alloc(4);
    for (let size = 4096; ; size = needed.readUInt32LE(0)) {
      const given = size;
      const answer = this.useMemory(given, (address) => {
        // A function that sets no error would seem to fail with the error before.
        this.call('SetLastError', 0);
        const called = this.call(name, ...before, address, given, needed, ...after);
        return { block: called.value > 0 ? this.read(address, given) : null, called };
      });
      if (
        answer.block !== null ||
        answer.called.code !== tooSmall ||
        needed.readUInt32LE(0) <= given
      )
        return answer;
    }
  }

  /** Like `readGrowing`; throws a `WindowsError` if the function failed. */
  demandGrowing(...[name, before, ...after]: Parameters<WindowsCalls['readGrowing']>): Block {
    const { block, called } = this.readGrowing(name, before, ...after);
    if (block === null) throw new WindowsError(name.replace(/W$/, ''), called);
    return block;
  }

  /** Opens a printer during `work`; with the right to change it if `isAdministered`. */
  usePrinter<T>(printer: string, work: (handle: number) => T, isAdministered = false): T {
    const handle = this.openPrinter(printer, isAdministered);
    try {
      return work(handle);
    } finally {
      this.call('ClosePrinter', handle);
    }
  }

  /** Close it with ClosePrinter. */
  openPrinter(printer: string, isAdministered = false): number {
    const handle = Buffer.alloc(8);
    const defaults = Buffer.alloc(24);
    const administer = 0x4;
    if (isAdministered) defaults.writeUInt32LE(administer, 16);
    this.demand('OpenPrinterW', encodeText(printer), handle, isAdministered ? defaults : 0);
    return Number(handle.readBigUInt64LE(0));
  }
}

export class Native extends WindowsCalls {
  readonly call = bindFunctions(functions, returned);
}
