import { failed, fault, ok, type Result } from '../../../shared/index.ts';
import { createCupsSystem, createMergedFilePrinter, type PrintFile, type Printer } from '../../printing/index.ts';

/** Where a run's labels end up. */
export interface PrintTarget {
  readonly printer: Printer;
  readonly language: PrintFile['kind'];
  /** False where the merged file itself is the print: it can simply be written again. */
  readonly isPaper: boolean;
  close(): void;
}

export function openMergedFile(): PrintTarget {
  return { printer: createMergedFilePrinter(), language: 'pdf', isPaper: false, close: () => undefined };
}

/** The system's printer of this name, or the merged file for none. */
export async function openPrintTarget(name: string | null): Promise<Result<PrintTarget>> {
  if (name === null) return ok(openMergedFile());
  if (process.platform === 'win32') {
    return failed(fault('printer-unavailable', { detail: 'on Windows, the desktop app prints' }));
  }
  const system = createCupsSystem();
  const listed = await system.list();
  const described = listed.ok ? listed.value.find((printer) => printer.name === name) : undefined;
  if (described === undefined) {
    system.close();
    return listed.ok ? failed(fault('printer-unavailable', { detail: 'there is no such printer' })) : listed;
  }
  return ok({
    printer: system.open(name),
    language: described.accepts.includes('pdf') ? 'pdf' : 'zpl',
    isPaper: true,
    close: () => system.close(),
  });
}
