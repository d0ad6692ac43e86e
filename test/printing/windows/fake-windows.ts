import { decodeText } from '../../../src/main/os/windows/binding.ts';
import type { Called } from '../../../src/main/os/windows/binding.ts';
import { WindowsCalls } from '../../../src/main/printing/windows/process/native.ts';
import type { FunctionName } from '../../../src/main/printing/windows/process/native.ts';
import type { Device } from '../../../src/main/printing/windows/process/placement.ts';
import type { GrayBitmap } from '../../../src/main/printing/index.ts';

type Arg = number | Buffer;

const done = { value: 1, code: 0, text: '' };

/**
 * Windows with one printer, in memory: its spooler takes RAW, and its device context keeps the dots
 * that it gets. Unknown calls throw.
 */
export class FakeWindows extends WindowsCalls {
  readonly calls: FunctionName[] = [];
  /** The page of each document that ended. */
  readonly pages: GrayBitmap[] = [];
  readonly raw: Buffer[] = [];
  /** The bits of each bitmap that was put. */
  readonly depths = new Set<number>();
  title = '';
  dataType = '';
  /** PRINTER_DRIVER_* bits. */
  driverAttributes = 0;
  /** Makes the next call of this function fail with this number. */
  failing: { readonly name: FunctionName; readonly code: number } | null = null;
  /** The number of bytes that one WritePrinter call takes. */
  takesBytes = Infinity;
  readonly #device: Device;
  readonly #heap = new Map<number, Buffer>();
  #nextAddress = 0x10000;

  constructor(device: Device) {
    super();
    this.#device = device;
  }

  override call(name: FunctionName, ...args: readonly Arg[]): Called {
    this.calls.push(name);
    if (this.failing?.name === name) {
      const { code } = this.failing;
      this.failing = null;
      return { value: 0, code, text: 'It failed.' };
    }
    return { ...done, value: this.#answer(name, args) };
  }

  #answer(name: FunctionName, args: readonly Arg[]): number {
    switch (name) {
      case 'HeapAlloc':
        return this.#allocate(Number(args[2]));
      case 'RtlMoveMemory':
        this.#copy(args[0]!, args[1]!, Number(args[2]));
        return 0;
      case 'OpenPrinterW':
        (args[1] as Buffer).writeBigUInt64LE(77n);
        return 1;
      case 'GetPrinterDriverW': {
        // A DRIVER_INFO_8W, as winspool.h has it for 64-bit programs.
        this.#heap.get(Number(args[3]))!.writeUInt32LE(this.driverAttributes, 168);
        return 1;
      }
      case 'DocumentPropertiesW':
        return 220;
      case 'DeviceCapabilitiesW':
        return 0;
      case 'StartDocW':
      case 'StartDocPrinterW':
        this.title = this.#readTextOf(Number(args.at(-1)), name === 'StartDocW' ? 8 : 0);
        if (name === 'StartDocPrinterW') this.dataType = this.#readTextOf(Number(args.at(-1)), 16);
        return 41;
      case 'StartPage': {
        const { width, height } = this.#device;
        this.pages.push({ width, height, gray: new Uint8Array(width * height).fill(255) });
        return 1;
      }
      case 'GetDeviceCaps':
        return this.#readCapability(Number(args[1]));
      case 'StretchDIBits':
        return this.#put(args);
      case 'WritePrinter': {
        const taken = (args[1] as Buffer).subarray(0, Math.min(Number(args[2]), this.takesBytes));
        this.raw.push(Buffer.from(taken));
        (args[3] as Buffer).writeUInt32LE(taken.length);
        return 1;
      }
      default:
        return 1;
    }
  }

  #allocate(bytes: number): number {
    const address = this.#nextAddress;
    this.#heap.set(address, Buffer.alloc(bytes));
    this.#nextAddress += bytes + 4096;
    return address;
  }

  #copy(to: Arg, from: Arg, bytes: number): void {
    const find = (place: Arg): Buffer =>
      typeof place === 'number' ? this.#heap.get(place)! : place;
    find(from).copy(find(to), 0, 0, bytes);
  }

  #readTextOf(address: number, at: number): string {
    const document = this.#heap.get(address)!;
    return decodeText(document.subarray(Number(document.readBigUInt64LE(at)) - address));
  }

  #readCapability(index: number): number {
    const { width, height, dpiX, dpiY, paperWidth, paperHeight, offsetX, offsetY, bitsPerDot } =
      this.#device;
    const values: Readonly<Record<number, number>> = {
      ...{ 8: width, 10: height, 12: bitsPerDot, 14: 1, 88: dpiX, 90: dpiY },
      ...{ 110: paperWidth, 111: paperHeight, 112: offsetX, 113: offsetY },
    };
    return values[index]!;
  }

  #put(args: readonly Arg[]): number {
    const [, x, y, width, height, fromX, fromY, fromWidth, fromHeight] = args.map(Number);
    const [bytes, info] = [args[9] as Buffer, args[10] as Buffer];
    if (fromX !== 0 || fromY !== 0 || fromWidth !== width || fromHeight !== height)
      throw new Error('it was scaled');
    const bits = info.readUInt16LE(14);
    this.depths.add(bits);
    const rowBytes = bits === 1 ? ((width! + 31) >> 5) << 2 : (width! + 3) & ~3;
    const page = this.pages.at(-1)!;
    for (let row = 0; row < height!; row += 1) {
      const from = (height! - 1 - row) * rowBytes;
      for (let column = 0; column < width!; column += 1) {
        const shade =
          bits === 1
            ? (bytes[from + (column >> 3)]! >> (7 - (column & 7))) & 1
            : bytes[from + column]!;
        const at = (y! + row) * page.width + x! + column;
        if (x! + column < 0 || x! + column >= page.width || at < 0 || at >= page.gray.length)
          throw new Error('it was put where the device cannot print');
        page.gray[at] = info[40 + shade * 4]!;
      }
    }
    return height!;
  }
}

/** Its device discards its input. */
export class ForgetfulWindows extends FakeWindows {
  override call(...args: Parameters<FakeWindows['call']>): ReturnType<FakeWindows['call']> {
    return args[0] === 'StretchDIBits' || args[0] === 'StartPage' ? done : super.call(...args);
  }
}
