export type * from './types.ts';
export { createFilePrinter, createMergedFilePrinter } from './file-printer.ts';
export { createCupsSystem } from './cups/cups.ts';
export { createNetworkPrinters, type NetworkPrinters } from './network/network-printer.ts';
export type { NetworkTiming } from './network/send-batch.ts';
export { createWindowsSystem, type StartPrintProcess } from './windows/windows.ts';
export { createRenderingPrinter, type Rasterise } from './zpl/rendering-printer.ts';
export { createRasteriser, type RasterLimits, type Rasteriser } from './raster/rasteriser.ts';
export type { GrayBitmap } from '../drawing/dots.ts';
export { planPrint, type Route, type RoutedLabel, type Routes } from './routing.ts';
export { exactDpi, makeGraphicField, measurePaperDots } from './zpl/graphic-field.ts';
export { restingSettings } from '../zpl/index.ts';
export {
  Printers,
  type FoundPrinter,
  type PrinterSetup,
  type PrintersOptions,
} from './printers.ts';
export { createPrintQueue, type PrintQueue, type QueueEntry } from './queue/print-queue.ts';
