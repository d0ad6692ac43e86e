import { join } from 'node:path';
import { z } from 'zod';
import {
  defaultSettings,
  settingNames,
  settingsFields,
  type Settings,
} from '#shared/contract/settings.ts';
import { fail, ok, type Result } from '#shared/faults/faults.ts';
import { shortenKey, type Policy, type PolicyReading } from '../policy/index.ts';
import type { Clock } from '../os/clock.ts';
import type { Log } from '../os/log.ts';
import { readJsonFile, writeJsonFile } from '../os/files.ts';
import { Serial } from '../os/serial.ts';

/**
 * This workstation's settings in one JSON file. A change counts once it is on disk. Faults:
 * `disk*`.
 *
 * IT's decisions take precedence: the packer's earlier choice stays in the file and is back when
 * the policy goes; a change of a decided setting is refused as a whole, with the names in the
 * fault's detail (`invalid-input`).
 */
export type SettingsStore = Awaited<ReturnType<typeof openSettings>>;

type Content = Settings & { readonly baseUrl: string | null };

const anyFields = z.record(z.string(), z.unknown());
const knownKeys: ReadonlySet<string> = new Set([...settingNames, 'baseUrl']);
const baseUrlField = z.string().max(2_000).nullable();

/**
 * Reads the file field by field: an invalid field falls back to its default and leaves the others
 * alone. An unknown field, such as one of a setting that is gone, is noted by its name.
 */
export async function openSettings(options: {
  readonly dataDir: string;
  readonly log: Log;
  readonly clock: Pick<Clock, 'now'>;
  readonly policy: Policy;
  readonly retired?: PolicyReading['retired'];
}) {
  const { policy, retired = [] } = options;
  const path = join(options.dataDir, 'settings.json');
  const read = await readJsonFile(path, anyFields, options.clock.now(), (keptAs) =>
    options.log.warn('settings.damaged', { keptAside: keptAs !== null }),
  );
  const unused = Object.keys(read ?? {}).filter((key) => !knownKeys.has(key));
  if (unused.length > 0)
    options.log.info('settings.unused', { keys: unused.map(shortenKey).join(', ') });
  let content = parseContent(read ?? {});
  const writes = new Serial();

  /** One write after the other, each on top of the one before. */
  const write = (change: Partial<Content>): Promise<Result<void>> =>
    writes.run(async () => {
      const wanted = { ...content, ...change };
      const written = await writeJsonFile(path, wanted);
      if (written.ok) content = wanted;
      return written;
    });

  const settings = (): Settings => {
    const { baseUrl: _, ...chosen } = content;
    return { ...chosen, ...policy.settings };
  };

  return {
    settings,
    /** See `listRetired`. Those of the file are named until the next change. */
    retiredPrinters: listRetired([...Object.entries(read ?? {}), ...retired]),
    async change(change: Partial<Settings>): Promise<Result<Settings>> {
      const decided: Readonly<Record<string, unknown>> = policy.settings;
      const wanted = Object.entries(change);
      const isRefused = ([key, value]: [string, unknown]) =>
        Object.hasOwn(decided, key) && JSON.stringify(value) !== JSON.stringify(decided[key]);
      const refused = wanted.filter(isRefused);
      if (refused.length > 0) return refuseDecided(refused.map(([key]) => key));
      const free = Object.fromEntries(wanted.filter(([key]) => !Object.hasOwn(decided, key)));
      const written = await write(free);
      return written.ok ? ok(settings()) : written;
    },
    /** The ERP's address; not among the settings of the window. */
    baseUrl: (): string | null => policy.erpAddress ?? content.baseUrl,
    setBaseUrl(baseUrl: string | null): Promise<Result<void>> {
      if (policy.erpAddress === undefined) return write({ baseUrl });
      // Forgetting the token writes null, saving writes the address in use: neither moves a managed
      // workstation.
      const stays = baseUrl === null || baseUrl === policy.erpAddress;
      return Promise.resolve(stays ? ok() : refuseDecided(['erpAddress']));
    },
  };
}

/** Returns the printers that earlier versions sent labels in a language that is gone. */
function listRetired(entries: PolicyReading['retired']): readonly string[] {
  const printers = entries
    .filter(([key]) => key === 'printerLanguage')
    .flatMap(([, value]) => Object.entries(anyFields.catch({}).parse(value)))
    .filter(([, language]) => typeof language === 'string' && language !== 'zpl');
  return [...new Set(printers.map(([name]) => name))];
}

function refuseDecided(keys: readonly string[]): Result<never> {
  return fail('invalid-input', { detail: `decided by policy: ${keys.join(', ')}` });
}

function parseContent(values: Readonly<Record<string, unknown>>): Content {
  const settings = Object.entries<z.ZodType>(settingsFields).map(([name, field]) => {
    const parsed = field.safeParse(values[name]);
    return [name, parsed.success ? parsed.data : defaultSettings[name as keyof Settings]];
  });
  const baseUrl = baseUrlField.catch(null).parse(values['baseUrl']);
  return { ...(Object.fromEntries(settings) as Settings), baseUrl };
}
