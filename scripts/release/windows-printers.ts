import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { runWindowsPowerShell } from './windows-tools.ts';

/** Two printers that need no hardware, and their output. */
export interface TrialPrinters {
  readonly pdf: {
    readonly name: string;
    pageSizesMm(): Promise<readonly (readonly [number, number])[]>;
  };
  readonly raw: { readonly name: string; labels(): number; pause(): void };
  remove(): void;
}

/**
 * GitHub's images of Windows Server 2025 come without the driver: it is an optional feature of
 * Windows. If Windows cannot add it, the trial ends with Windows' reason: without the printer
 * nothing would be tested.
 */
const addPdfDriver = `
  $driver = 'Microsoft Print To PDF'
  if (-not (Get-PrinterDriver -Name $driver -ErrorAction SilentlyContinue)) {
    $feature = 'Printing-PrintToPDFServices-Features'
    try {
      $added = Enable-WindowsOptionalFeature -Online -FeatureName $feature -All -NoRestart
    } catch {
      throw "$driver is not installed, and Windows cannot add its feature $feature : $($_.Exception.Message)"
    }
    if (-not (Get-PrinterDriver -Name $driver -ErrorAction SilentlyContinue)) {
      try { Add-PrinterDriver -Name $driver } catch {
        throw "$driver is still missing after adding $feature (restart needed: $($added.RestartNeeded)): $($_.Exception.Message)"
      }
    }
  }`;

/**
 * Sets up "Microsoft Print to PDF" on a port that is a file, so that it asks for no name, and a RAW
 * queue on a local TCP port. Needs an administrator, as the runners' user is one.
 */
export async function setUpTrialPrinters(folder: string): Promise<TrialPrinters> {
  const path = join(folder, 'printed.pdf');
  let received = '';
  const sink = createServer((socket) => {
    socket.setEncoding('latin1').on('data', (part: string) => (received += part));
  });
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  const { port } = sink.address() as AddressInfo;
  const [pdfName, rawName, rawPort] = ['Doca trial PDF', 'Doca trial RAW', `doca-trial-${port}`];
  runWindowsPowerShell(addPdfDriver);
  runWindowsPowerShell(`
    Add-PrinterPort -Name '${path}'
    Add-Printer -Name '${pdfName}' -DriverName 'Microsoft Print To PDF' -PortName '${path}'
    Add-PrinterDriver -Name 'Generic / Text Only'
    Add-PrinterPort -Name '${rawPort}' -PrinterHostAddress '127.0.0.1' -PortNumber ${port}
    Add-Printer -Name '${rawName}' -DriverName 'Generic / Text Only' -PortName '${rawPort}'`);
  return {
    pdf: {
      name: pdfName,
      async pageSizesMm() {
        if (!existsSync(path)) return [];
        const document = await PDFDocument.load(readFileSync(path));
        const mm = (points: number): number => Math.round((points / 72) * 25.4);
        return document
          .getPages()
          .map((page) => [mm(page.getWidth()), mm(page.getHeight())] as const);
      },
    },
    raw: {
      name: rawName,
      labels: () => received.split('^XA').length - 1,
      pause: () =>
        runWindowsPowerShell(
          `Get-CimInstance Win32_Printer -Filter "Name='${rawName}'" | Invoke-CimMethod -MethodName Pause`,
        ),
    },
    remove() {
      sink.close();
      runWindowsPowerShell(`
        Remove-Printer -Name '${pdfName}'
        Remove-Printer -Name '${rawName}'`);
    },
  };
}
