/** The resolutions of label printers in dots per inch, as they are called. */
export const printerDpis = [203, 300, 600] as const;
export type PrinterDpi = (typeof printerDpis)[number];
/** Used if the settings name none for a printer. */
export const usualDpi: PrinterDpi = 203;

/**
 * The resolutions at which codes are searched: 600 hardly shows more than 300 dpi, at four times
 * the cost.
 */
export const readingDpis = [203, 300] as const;
