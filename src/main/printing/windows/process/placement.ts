import type { Paper } from '../../../../shared/index.ts';
import type { Form, PaperWish } from './structs.ts';

/** How far a form of the driver may be off the paper that is asked for. */
const formToleranceMm = 1;
/** How far a page may be off its paper before it counts as one for another paper; as for label printers. */
const pageToleranceMm = 2;

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= formToleranceMm;

/**
 * In which ways a driver is asked for this paper, one after the other until it takes one: by a form of its own, upright or on
 * its side, and by the size itself.
 */
export function listWishes(forms: readonly Form[], { widthMm, heightMm }: Paper): readonly PaperWish[] {
  const bySize = { form: null, widthMm, heightMm, isTurned: false };
  const upright = forms.find((form) => isNear(form.widthMm, widthMm) && isNear(form.heightMm, heightMm));
  if (upright !== undefined) return [{ ...bySize, form: upright.id }, bySize];
  // Fed across: turned by the driver it is what was asked for.
  const across = forms.find((form) => isNear(form.widthMm, heightMm) && isNear(form.heightMm, widthMm));
  if (across === undefined) return [bySize];
  return [{ form: across.id, widthMm: across.widthMm, heightMm: across.heightMm, isTurned: true }, bySize];
}

/** Whether a driver took what it was asked for. */
export function hasPaper(device: Device, paper: Paper): boolean {
  const sheet = measureSheet(device);
  return isNear(sheet.widthMm, paper.widthMm) && isNear(sheet.heightMm, paper.heightMm);
}

/** A printer's paper in its own dots, as GetDeviceCaps tells it. */
export interface Device {
  readonly dpiX: number;
  readonly dpiY: number;
  /** The whole paper. */
  readonly paperWidth: number;
  readonly paperHeight: number;
  /** What of it can be printed on, and where that begins. */
  readonly width: number;
  readonly height: number;
  readonly offsetX: number;
  readonly offsetY: number;
  readonly bitsPerDot: number;
}

export interface Placement {
  /** Whether the page is turned by a quarter. */
  readonly isTurned: boolean;
  /** At which resolution it is drawn: the device's, unless it had to be made smaller. */
  readonly dpiX: number;
  readonly dpiY: number;
  /** Where its corner lies, in dots from where the device can begin to print; negative where it cannot print yet. */
  readonly x: number;
  readonly y: number;
}

export interface PageSize {
  readonly widthMm: number;
  readonly heightMm: number;
}

const mmPerInch = 25.4;

export function measureSheet({ paperWidth, paperHeight, dpiX, dpiY }: Device): PageSize {
  return { widthMm: (paperWidth / dpiX) * mmPerInch, heightMm: (paperHeight / dpiY) * mmPerInch };
}

/** Letter, A4 and what is larger: paper of offices, on which a page may be made smaller. A label never is. */
export function isOfficeSheet(device: Device): boolean {
  const { widthMm, heightMm } = measureSheet(device);
  return Math.min(widthMm, heightMm) >= 200 && Math.max(widthMm, heightMm) >= 250;
}

/** Where a page goes on the device's paper, dot for dot; null where it is too large for it and may not be made smaller. */
export function placePage(page: PageSize, device: Device): Placement | null {
  const sheet = measureSheet(device);
  const isTurned = isLandscape(page) !== isLandscape(sheet) && !isSquare(page) && !isSquare(sheet);
  const [widthMm, heightMm] = isTurned ? [page.heightMm, page.widthMm] : [page.widthMm, page.heightMm];
  const { dpiX, dpiY, offsetX, offsetY } = device;
  const printable = { widthMm: (device.width / dpiX) * mmPerInch, heightMm: (device.height / dpiY) * mmPerInch };
  const isOffice = isOfficeSheet(device);
  if (widthMm > sheet.widthMm + pageToleranceMm || heightMm > sheet.heightMm + pageToleranceMm) {
    if (!isOffice) return null;
    const share = Math.min(printable.widthMm / widthMm, printable.heightMm / heightMm);
    return { isTurned, dpiX: dpiX * share, dpiY: dpiY * share, x: 0, y: 0 };
  }
  // A label on a sheet of an office stands where all of it can be printed, not in the corner's margin.
  const hasRoom =
    isOffice &&
    widthMm + (offsetX / dpiX) * mmPerInch <= printable.widthMm &&
    heightMm + (offsetY / dpiY) * mmPerInch <= printable.heightMm;
  return hasRoom ? { isTurned, dpiX, dpiY, x: 0, y: 0 } : { isTurned, dpiX, dpiY, x: 0 - offsetX, y: 0 - offsetY };
}

function isLandscape({ widthMm, heightMm }: PageSize): boolean {
  return widthMm > heightMm;
}

function isSquare({ widthMm, heightMm }: PageSize): boolean {
  return Math.abs(widthMm - heightMm) <= formToleranceMm;
}
