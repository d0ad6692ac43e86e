import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { BrowserWindow } from 'electron';
import { failed, fault, ok } from '../../shared/index.ts';
import type { Result } from '../../shared/index.ts';
import { describeError } from '../os/errors.ts';
import { makeFolder, privateFileMode, removeQuietly } from '../os/files.ts';
import { makeTemporaryPath } from '../os/temporary.ts';
import { limitTime } from '../os/timeout.ts';
import { setPdfTitle } from '../printing/index.ts';
import type { PrintPdf, PrintPdfOptions } from '../printing/index.ts';

const timeoutMs = 120_000;

/** Prints PDF files from a window that nobody sees. `dir` holds the file on its way. */
export function createPrintPdf(dir: string): PrintPdf {
  return async (options) => {
    const path = makeTemporaryPath(dir, '.pdf');
    const window = new BrowserWindow({
      show: false,
      webPreferences: { contextIsolation: true, sandbox: true, nodeIntegration: false, webSecurity: true },
    });
    try {
      await makeFolder(dir);
      const titled = await setPdfTitle(await readFile(options.path), options.title);
      await writeFile(path, titled, { mode: privateFileMode, flag: 'wx' });
      await window.loadURL(pathToFileURL(path).href);
      return await print(window, options);
    } catch (error) {
      return failed(fault('print-failed', { detail: describeError(error), reached: 'no' }));
    } finally {
      if (!window.isDestroyed()) window.destroy();
      await removeQuietly(path);
    }
  };
}

function print(window: BrowserWindow, { deviceName, copies, pageSize }: PrintPdfOptions): Promise<Result<void>> {
  const printed = new Promise<Result<void>>((resolve) => {
    window.webContents.print(
      {
        silent: true,
        deviceName,
        copies,
        margins: { marginType: 'none' },
        ...(pageSize === null ? { usePrinterDefaultPageSize: true } : { pageSize }),
      },
      (success, reason) => {
        resolve(success ? ok() : failed(fault('print-failed', { detail: reason, reached: 'maybe' })));
      },
    );
  });
  return limitTime(printed, timeoutMs, () =>
    failed(fault('print-unknown', { detail: 'the print did not reach the spooler in time', reached: 'maybe' })),
  );
}
