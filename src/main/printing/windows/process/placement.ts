import type { Paper } from '#shared/domain/records.ts';
import type { Form, PaperWish } from './structs.ts';

/** The tolerance between a driver's form and the requested paper. */
const formToleranceMm = 1;
/** The tolerance before a page counts as one for another paper; as for label printers. */
const pageToleranceMm = 2;

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= formToleranceMm;

/**
 * Returns the ways to ask a driver for this paper, in turn: by its own form, upright or turned, by
 * the size.
 */
export function listWishes(
  forms: readonly Form[],
  { widthMm, heightMm }: Paper,
): readonly PaperWish[] {
  const bySize = { form: null, widthMm, heightMm, isTurned: false };
  const upright = forms.find(
    (form) => isNear(form.widthMm, widthMm) && isNear(form.heightMm, heightMm),
  );
  if (upright !== undefined) return [{ ...bySize, form: upright.id }, bySize];
  // Fed across: turned by the driver it is the requested paper.
  const across = forms.find(
    (form) => isNear(form.widthMm, heightMm) && isNear(form.heightMm, widthMm),
  );
  if (across === undefined) return [bySize];
  return [
    { form: across.id, widthMm: across.widthMm, heightMm: across.heightMm, isTurned: true },
    bySize,
  ];
}

/** Returns true if a driver accepted the paper. */
export function hasPaper(device: Device, paper: Paper): boolean {
  const sheet = measureSheet(device);
  return isNear(sheet.widthMm, paper.widthMm) && isNear(sheet.heightMm, paper.heightMm);
}

/** A printer's paper in its own dots, by GetDeviceCaps. */
export interface Device {
  readonly dpiX: number;
  readonly dpiY: number;
  readonly paperWidth: number;
  readonly paperHeight: number;
  /** The printable area, and its origin. */
  readonly width: number;
  readonly height: number;
  readonly offsetX: number;
  readonly offsetY: number;
  readonly bitsPerDot: number;
}

/**
 * `isTurned`: by a quarter. `dpiX`, `dpiY`: its drawing resolution, the device's unless it was
 * shrunk. `x`, `y`: its corner, in dots from the device's origin; negative outside of the printable
 * area.
 */
export type Placement = Readonly<NonNullable<ReturnType<typeof placePage>>>;

const mmPerInch = 25.4;

export function measureSheet({ paperWidth, paperHeight, dpiX, dpiY }: Device): Paper {
  return { widthMm: (paperWidth / dpiX) * mmPerInch, heightMm: (paperHeight / dpiY) * mmPerInch };
}

/** Letter, A4 and larger: office paper, on which a page may be shrunk. A label never is. */
export function isOfficeSheet(device: Device): boolean {
  const { widthMm, heightMm } = measureSheet(device);
  return Math.min(widthMm, heightMm) >= 200 && Math.max(widthMm, heightMm) >= 250;
}

/**
 * Returns a page's placement on the device's paper, dot for dot; null if it is too large and must
 * not shrink.
 */
export function placePage(page: Paper, device: Device) {
  const sheet = measureSheet(device);
  const isTurned = isLandscape(page) !== isLandscape(sheet) && !isSquare(page) && !isSquare(sheet);
  const [widthMm, heightMm] = isTurned
    ? [page.heightMm, page.widthMm]
    : [page.widthMm, page.heightMm];
  const { dpiX, dpiY, offsetX, offsetY } = device;
  const printable = {
    widthMm: (device.width / dpiX) * mmPerInch,
    heightMm: (device.height / dpiY) * mmPerInch,
  };
  const isOffice = isOfficeSheet(device);
  if (widthMm > sheet.widthMm + pageToleranceMm || heightMm > sheet.heightMm + pageToleranceMm) {
    if (!isOffice) return null;
    const share = Math.min(printable.widthMm / widthMm, printable.heightMm / heightMm);
    return { isTurned, dpiX: dpiX * share, dpiY: dpiY * share, x: 0, y: 0 };
  }
  // A label on an office sheet is moved into the printable area, out of the corner's margin.
  const hasRoom =
    isOffice &&
    widthMm + (offsetX / dpiX) * mmPerInch <= printable.widthMm &&
    heightMm + (offsetY / dpiY) * mmPerInch <= printable.heightMm;
  return hasRoom
    ? { isTurned, dpiX, dpiY, x: 0, y: 0 }
    : { isTurned, dpiX, dpiY, x: 0 - offsetX, y: 0 - offsetY };
}

function isLandscape({ widthMm, heightMm }: Paper): boolean {
  return widthMm > heightMm;
}

function isSquare({ widthMm, heightMm }: Paper): boolean {
  return Math.abs(widthMm - heightMm) <= formToleranceMm;
}
