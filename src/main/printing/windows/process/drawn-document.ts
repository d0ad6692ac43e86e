import type { Paper } from '#shared/domain/records.ts';
import type { PrintFile } from '../../types.ts';
import type { OpenPage, PageDrawing } from '../../../drawing/drawing.ts';
import type { GrayBitmap } from '../../../drawing/dots.ts';
import { encodeText } from '../../../os/windows/binding.ts';
import {
  cropColumns,
  hasTones,
  isBlank,
  packGray,
  packOneBit,
  type DeviceBitmap,
} from './bitmap.ts';
import { listForms } from './looking.ts';
import { WindowsError, type WindowsCalls } from './native.ts';
import {
  hasPaper,
  isOfficeSheet,
  listWishes,
  measureSheet,
  placePage,
  type Device,
  type Placement,
} from './placement.ts';
import { retainJob, type Document } from './raw-document.ts';
import { adaptDevmode, makeBitmapInfo, makeDrawnDocument } from './structs.ts';

/** A page that is larger than the paper. Nothing was handed to the spooler. */
export class TooLarge extends Error {}

/** The memory limit of a piece of a page, and its dots. A label at 300 dpi is one piece. */
const pieceBytes = 20_000_000;
const pieceDots = 2_500_000;
const mmPerPoint = 25.4 / 72;

/**
 * A PDF, drawn dot for dot and sent to the driver as bitmaps; copies one after the other, as
 * drivers differ.
 */
export class DrawnDocument implements Document {
  readonly jobId: number;
  readonly #native: WindowsCalls;
  readonly #drawing: PageDrawing;
  readonly #path: string;
  readonly #printer: number;
  readonly #context: number;
  readonly #device: Device;
  readonly #pages: number;
  #room = new Uint8Array();
  #packed = Buffer.alloc(0);
  #page = 1;
  #copiesLeft: number;

  constructor(native: WindowsCalls, drawing: PageDrawing, printer: string, file: PrintFile) {
    this.#native = native;
    this.#drawing = drawing;
    this.#path = file.path;
    this.#copiesLeft = file.copies ?? 1;
    this.#printer = native.openPrinter(printer);
    let context = 0;
    try {
      for (const devmode of this.#askDriver(printer, file)) {
        if (context !== 0) native.call('DeleteDC', context);
        context = native.demand(
          'CreateDCW',
          encodeText('WINSPOOL'),
          encodeText(printer),
          0,
          devmode,
        );
        if (file.paper === undefined || hasPaper(this.#readDevice(context), file.paper)) break;
      }
      this.#context = context;
      this.#device = this.#readDevice(context);
      this.#pages = this.#checkPages();
      this.jobId = native.useBytes(
        (address) => makeDrawnDocument(address, file.title),
        (address) => native.demand('StartDocW', context, address),
      );
    } catch (error) {
      if (context !== 0) native.call('DeleteDC', context);
      native.call('ClosePrinter', this.#printer);
      throw error;
    }
    retainJob(native, this.#printer, this.jobId);
  }

  send(): boolean {
    const sent = this.#drawing.usePage(this.#path, this.#page, (page) => {
      this.#native.demand('StartPage', this.#context);
      this.#draw(page, this.#place(page, this.#page));
      return this.#native.demand('EndPage', this.#context);
    });
    if (sent === null) throw new Error('the file has lost a page');
    this.#page += 1;
    if (this.#page <= this.#pages) return false;
    this.#page = 1;
    this.#copiesLeft -= 1;
    if (this.#copiesLeft > 0) return false;
    this.#native.demand('EndDoc', this.#context);
    this.#close();
    return true;
  }

  abort(): void {
    this.#native.call('AbortDoc', this.#context);
    this.#close();
  }

  #close(): void {
    this.#native.call('DeleteDC', this.#context);
    this.#native.call('ClosePrinter', this.#printer);
  }

  /**
   * The driver's own DEVMODEW with this print's needs, as the driver accepts it; several if it may
   * refuse one.
   */
  *#askDriver(printer: string, { paper }: PrintFile): Generator<Buffer> {
    const native = this.#native;
    const out = 2;
    const inAndOut = 2 | 8;
    const ask = (to: Buffer | number, from: Buffer | number, mode: number) =>
      native.demand('DocumentPropertiesW', 0, this.#printer, encodeText(printer), to, from, mode);
    const bytes = ask(0, 0, 0);
    const own = Buffer.alloc(bytes);
    ask(own, 0, out);
    const wishes = paper === undefined ? [null] : listWishes(listForms(native, printer), paper);
    for (const wish of wishes) {
      const taken = Buffer.alloc(bytes);
      ask(taken, adaptDevmode(own, wish), inAndOut);
      yield taken;
    }
  }

  #readDevice(context: number): Device {
    const read = (index: number) => this.#native.call('GetDeviceCaps', context, index).value;
    return {
      width: read(8),
      height: read(10),
      bitsPerDot: read(12) * read(14),
      dpiX: read(88),
      dpiY: read(90),
      paperWidth: read(110),
      paperHeight: read(111),
      offsetX: read(112),
      offsetY: read(113),
    };
  }

  /**
   * Returns the number of pages. An unprintable page must be known before the first one goes out.
   */
  #checkPages(): number {
    for (let number = 1; ; number += 1) {
      const placed = this.#drawing.usePage(this.#path, number, (page) => this.#place(page, number));
      if (placed === null) return number - 1;
    }
  }

  #place(page: OpenPage, number: number): Placement {
    const size = measurePage(page);
    const placement = placePage(size, this.#device);
    if (placement !== null) return placement;
    const sheet = writeSize(measureSheet(this.#device));
    throw new TooLarge(`page ${number} is ${writeSize(size)}, the paper ${sheet}`);
  }

  /** Piece by piece; parts that the device cannot print, or that are empty, are left out. */
  #draw(page: OpenPage, placement: Placement): void {
    const { x, y } = placement;
    const whole = page.measure(placement);
    const left = Math.max(0, 0 - x);
    const right = Math.min(whole.width, this.#device.width - x);
    const bottom = Math.min(whole.height, this.#device.height - y);
    const rows = Math.max(
      16,
      Math.floor(Math.min(pieceBytes / whole.bytesPerRow, pieceDots / whole.width)),
    );
    // One piece after the other in the same memory: garbage stays until V8 collects it.
    const most = Math.min(rows, whole.height) + 2;
    const dots = (whole.width + 4) * most;
    if (this.#room.length < dots) {
      this.#room = new Uint8Array(dots);
      this.#packed = Buffer.alloc(dots);
    }
    for (let from = Math.max(0, 0 - y); from < bottom && left < right; from += rows) {
      const to = Math.min(bottom, from + rows);
      const gray = whole.drawRows(from, to, this.#room);
      const drawn = { width: whole.width, height: to - from, gray };
      const piece = cropColumns(drawn, left, right);
      if (!isBlank(piece)) this.#put(this.#pack(piece), left + x, from + y);
    }
  }

  /** On label paper in black alone: no driver can fray a bar then. */
  #pack(piece: GrayBitmap): DeviceBitmap {
    const hasGray = this.#device.bitsPerDot > 1 && isOfficeSheet(this.#device);
    const pack = hasGray && hasTones(piece) ? packGray : packOneBit;
    return pack(piece, this.#packed);
  }

  #put({ width, height, bits, bytes }: DeviceBitmap, x: number, y: number): void {
    const rgbColors = 0;
    const copy = 0xcc0020;
    const info = makeBitmapInfo(width, height, bits);
    const target = [this.#context, x, y, width, height];
    const source = [0, 0, width, height, bytes, info];
    const called = this.#native.call('StretchDIBits', ...target, ...source, rgbColors, copy);
    if (called.value <= 0) throw new WindowsError('StretchDIBits', called);
  }
}

function measurePage({ width, height }: OpenPage): Paper {
  return { widthMm: width * mmPerPoint, heightMm: height * mmPerPoint };
}

function writeSize({ widthMm, heightMm }: Paper): string {
  return `${Math.round(widthMm)} × ${Math.round(heightMm)} mm`;
}
