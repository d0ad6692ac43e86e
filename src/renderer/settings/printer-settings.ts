import type { Settings } from '#shared/contract/settings.ts';
import { hostPattern, type LabelPaper } from '#shared/domain/printing.ts';
import { type PrinterDpi, usualDpi } from '#shared/domain/resolutions.ts';

export type RouteKind = LabelPaper | 'zpl';

export const emptyDraft = { name: '', host: '', port: '9100', dpi: usualDpi };
export type PrinterDraft = Readonly<typeof emptyDraft>;

export interface DraftFaults {
  readonly name: 'nameMissing' | 'nameTaken' | null;
  readonly host: 'host' | null;
  readonly port: 'port' | null;
}

export function findDraftFaults(draft: PrinterDraft, taken: readonly string[]): DraftFaults {
  const name = draft.name.trim();
  const isMissing = name === '' || name.length > 100;
  const isTaken = taken.some((other) => other.toLowerCase() === name.toLowerCase());
  const fault = isTaken ? 'nameTaken' : null;
  return { name: isMissing ? 'nameMissing' : fault, ...findAddressFaults(draft) };
}

/** The port has a field of its own. */
export function findAddressFaults({
  host,
  port,
}: PrinterDraft): Pick<DraftFaults, 'host' | 'port'> {
  const good = hostPattern.test(host.trim()) && !/^[\p{L}\p{N}.-]+:\d{1,5}$/u.test(host.trim());
  return { host: good ? null : 'host', port: parsePort(port) === null ? 'port' : null };
}

export function parsePort(text: string): number | null {
  const port = /^\s*\d{1,5}\s*$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : null;
}

/** Returns the settings with this printer added; the draft has no faults. */
export function addPrinter(settings: Settings, draft: PrinterDraft): Partial<Settings> {
  const name = draft.name.trim();
  const port = parsePort(draft.port) ?? 9100;
  return {
    networkPrinters: [...settings.networkPrinters, { name, host: draft.host.trim(), port }],
    ...setDpi(settings, name, draft.dpi),
  };
}

export function readDpi({ printerDpi }: Settings, name: string): PrinterDpi {
  return printerDpi[name] ?? usualDpi;
}

export function setDpi({ printerDpi }: Settings, name: string, dpi: PrinterDpi): Partial<Settings> {
  return { printerDpi: { ...printerDpi, [name]: dpi } };
}

export function findRoute({ byPaper, zpl }: PrinterRoutes, kind: RouteKind): string | null {
  return kind === 'zpl' ? zpl : (byPaper[kind] ?? null);
}

export function setRoute(
  routes: PrinterRoutes,
  kind: RouteKind,
  printer: string | null,
): PrinterRoutes {
  if (kind === 'zpl') return { ...routes, zpl: printer };
  const { [kind]: _before, ...others } = routes.byPaper;
  return { ...routes, byPaper: printer === null ? others : { ...others, [kind]: printer } };
}

export type PrinterRoutes = Settings['routes'];
