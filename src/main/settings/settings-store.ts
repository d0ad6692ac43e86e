import { z } from 'zod';
import { settingsFields } from '../../shared/contract/contract-input.ts';
import { defaultSettings, ok } from '../../shared/index.ts';
import type { Result, Settings } from '../../shared/index.ts';
import type { Log } from '../os/log.ts';
import { readJsonFile, writeJsonFile } from './json-file.ts';

/** What this workstation remembers, in one JSON file. A change counts once it is on disk. Faults: `disk*`. */
export interface SettingsStore {
  settings(): Settings;
  change(change: Partial<Settings>): Promise<Result<Settings>>;
  /** The ERP's address; not among the settings that the window sees and changes. */
  baseUrl(): string | null;
  setBaseUrl(baseUrl: string | null): Promise<Result<void>>;
}

interface Content {
  readonly settings: Settings;
  readonly baseUrl: string | null;
}

const baseUrlField = z.string().max(2_000).nullable();

/** Reads the file field by field: a field that cannot be right falls back to its default and leaves the others alone. */
export async function openSettings(options: {
  readonly path: string;
  readonly log: Log;
  readonly now: () => number;
}): Promise<SettingsStore> {
  const read = await readJsonFile(options.path, options.now());
  if (read.found === 'damaged') options.log.warn('settings.damaged', { keptAside: read.keptAs !== null });
  let content = parseContent(read.found === 'json' ? read.value : null);
  let queue: Promise<unknown> = Promise.resolve();

  /** One write after the other, each on top of what the one before left. */
  const write = (next: (before: Content) => Content): Promise<Result<void>> => {
    const turn = queue.then(async () => {
      const wanted = next(content);
      const { settings, baseUrl } = wanted;
      const written = await writeJsonFile(options.path, { ...settings, baseUrl });
      if (written.ok) content = wanted;
      return written;
    });
    queue = turn;
    return turn;
  };

  return {
    settings: () => content.settings,
    async change(change) {
      const written = await write((before) => ({ ...before, settings: { ...before.settings, ...change } }));
      return written.ok ? ok(content.settings) : written;
    },
    baseUrl: () => content.baseUrl,
    setBaseUrl: (baseUrl) => write((before) => ({ ...before, baseUrl })),
  };
}

function parseContent(raw: unknown): Content {
  const fields: Readonly<Record<string, unknown>> = isRecord(raw) ? raw : {};
  const field = <T>(schema: z.ZodType<T>, name: string, otherwise: T): T => {
    const parsed = schema.safeParse(fields[name]);
    return parsed.success ? parsed.data : otherwise;
  };
  const setting = <K extends keyof Settings>(name: K, schema: z.ZodType<Settings[K]>): Settings[K] =>
    field(schema, name, defaultSettings[name]);
  return {
    settings: {
      language: setting('language', settingsFields.language),
      theme: setting('theme', settingsFields.theme),
      sounds: setting('sounds', settingsFields.sounds),
      retentionDays: setting('retentionDays', settingsFields.retentionDays),
      printer: setting('printer', settingsFields.printer),
      routes: setting('routes', settingsFields.routes),
      networkPrinters: setting('networkPrinters', settingsFields.networkPrinters),
      printerDpi: setting('printerDpi', settingsFields.printerDpi),
      autoPrint: setting('autoPrint', settingsFields.autoPrint),
      markReprints: setting('markReprints', settingsFields.markReprints),
      copies: setting('copies', settingsFields.copies),
      labelsPerJob: setting('labelsPerJob', settingsFields.labelsPerJob),
      perSheet: setting('perSheet', settingsFields.perSheet),
      columns: setting('columns', settingsFields.columns),
    },
    baseUrl: field(baseUrlField, 'baseUrl', null),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
