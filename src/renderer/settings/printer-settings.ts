import { hostPattern } from '../../shared/index.ts';
import type { LabelPaper, PrinterDpi, PrinterLanguage, PrinterRoutes, Settings } from '../../shared/index.ts';

export type RouteKind = LabelPaper | 'zpl';

export interface PrinterDraft {
  readonly name: string;
  readonly host: string;
  readonly port: string;
  readonly dpi: PrinterDpi;
  readonly language: PrinterLanguage;
}

export const emptyDraft: PrinterDraft = { name: '', host: '', port: '9100', dpi: 203, language: 'zpl' };

export interface DraftFaults {
  readonly name: 'nameMissing' | 'nameTaken' | null;
  readonly host: 'host' | null;
  readonly port: 'port' | null;
}

export function findDraftFaults(draft: PrinterDraft, taken: readonly string[]): DraftFaults {
  const name = draft.name.trim();
  const same = (other: string): boolean => other.toLowerCase() === name.toLowerCase();
  return {
    name: name === '' || name.length > 100 ? 'nameMissing' : taken.some(same) ? 'nameTaken' : null,
    ...findAddressFaults(draft),
  };
}

/** The port has a field of its own. */
export function findAddressFaults({ host, port }: PrinterDraft): Pick<DraftFaults, 'host' | 'port'> {
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
    printerDpi: { ...settings.printerDpi, [name]: draft.dpi },
    ...(draft.language === 'zpl' ? {} : setLanguage(settings, name, draft.language)),
  };
}

/** Returns the settings without this network printer, wherever it was named. */
export function removePrinter(settings: Settings, name: string): Partial<Settings> {
  const { byPaper, zpl } = settings.routes;
  return {
    networkPrinters: settings.networkPrinters.filter((printer) => printer.name !== name),
    printerDpi: Object.fromEntries(Object.entries(settings.printerDpi).filter(([key]) => key !== name)),
    ...(settings.printerLanguage[name] === undefined ? {} : setLanguage(settings, name, null)),
    routes: {
      byPaper: Object.fromEntries(Object.entries(byPaper).filter(([, printer]) => printer !== name)),
      zpl: zpl === name ? null : zpl,
    },
    printer: settings.printer === name ? null : settings.printer,
  };
}

/** `null`: the printer's default language. */
export function setLanguage(
  { printerLanguage }: Settings,
  name: string,
  language: PrinterLanguage | null,
): Pick<Settings, 'printerLanguage'> {
  const others = Object.fromEntries(Object.entries(printerLanguage).filter(([key]) => key !== name));
  return { printerLanguage: language === null ? others : { ...others, [name]: language } };
}

export function findRoute({ byPaper, zpl }: PrinterRoutes, kind: RouteKind): string | null {
  return kind === 'zpl' ? zpl : (byPaper[kind] ?? null);
}

export function setRoute(routes: PrinterRoutes, kind: RouteKind, printer: string | null): PrinterRoutes {
  if (kind === 'zpl') return { ...routes, zpl: printer };
  const others = Object.fromEntries(Object.entries(routes.byPaper).filter(([paper]) => paper !== kind));
  return { ...routes, byPaper: printer === null ? others : { ...others, [kind]: printer } };
}
