import { join } from 'node:path';
import { z } from 'zod';
import { defaultSettings, settingsFields, type Settings } from '#shared/contract/settings.ts';
import { fail, fault, type Fault, ok, type Result } from '#shared/faults/faults.ts';
import { retiredKeys, shortenKey, type Policy, type PolicyReading } from '../policy/index.ts';
import type { Clock } from '../os/clock.ts';
import type { Log } from '../os/log.ts';
import { FaultError, need } from '../os/errors.ts';
import { JsonFile } from '../os/json-file.ts';
import { isUnread, takeParts } from '../os/json-parts.ts';

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
const baseUrlField = z.string().max(2_000).nullable().default(null);
/** What earlier versions had is known, so that it goes with the next change. */
const retiredFields = Object.fromEntries(
  Array.from(retiredKeys, (key) => [key, z.unknown().optional()]),
);
const allFields = { ...settingsFields, baseUrl: baseUrlField, ...retiredFields };
const fields: ReadonlyMap<string, z.ZodType> = new Map(Object.entries(allFields));
const schema = z.object(allFields) as unknown as z.ZodType<Content>;
const kind = { schema, base: { ...defaultSettings, baseUrl: null } };

/**
 * Reads the file item by item: one that is not understood, such as one of a newer version, leaves
 * the others alone and stays in the file. Throws faults `disk*` and, without `notice`,
 * `file-damaged` and `settings-unread`: what nobody chose must not count unseen.
 */
export async function openSettings(options: {
  readonly dataDir: string;
  readonly log: Log;
  readonly clock: Pick<Clock, 'now'>;
  readonly policy: Policy;
  readonly retired?: PolicyReading['retired'];
  /** For the program that owns the file: a damaged one is moved aside, and told. */
  readonly notice?: (notice: Fault) => void;
}) {
  const { policy, retired = [], notice, clock } = options;
  const path = join(options.dataDir, 'settings.json');
  const file = new JsonFile({ ...kind, path, clock, onDamage: notice ?? null });
  const json = anyFields.catch({}).parse(need(await file.readAsWritten()));
  const found = Object.keys(json);
  const unused = found.filter((key) => !fields.has(key) || retiredKeys.has(key));
  if (unused.length > 0)
    options.log.info('settings.unused', { keys: unused.map(shortenKey).join(', ') });
  const unread = found.filter((key) => isUnread(fields.get(key) ?? z.unknown(), json[key]));
  const detail = unread.join(', ');
  if (unread.length > 0) (notice ?? throwReason)(fault('settings-unread', { detail }));
  const read = Object.entries(takeParts(kind, json));
  let content = Object.fromEntries(read.filter(([key]) => !retiredKeys.has(key))) as Content;

  const write = async (change: Partial<Content>): Promise<Result<void>> => {
    const written = await file.change(() => leaveOutGone(content, { ...content, ...change }));
    if (!written.ok) return written;
    content = written.value;
    return ok();
  };

  const settings = (): Settings => {
    const { baseUrl: _, ...chosen } = content;
    return { ...chosen, ...policy.settings };
  };

  return {
    settings,
    /** See `listRetired`. Those of the file are named until the next change. */
    retiredPrinters: listRetired([...Object.entries(json), ...retired]),
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

function throwReason(reason: Fault): never {
  throw new FaultError(reason);
}

/** Returns the settings without network printers that were removed, wherever they were named. */
function leaveOutGone(before: Content, wanted: Content): Content {
  const has = (of: Content, name: string | null): boolean =>
    of.networkPrinters.some((one) => one.name === name);
  if (before.networkPrinters.every(({ name }) => has(wanted, name))) return wanted;
  const isThere = (name: string | null): boolean => !has(before, name) || has(wanted, name);
  const keep = (name: string | null): string | null => (isThere(name) ? name : null);
  const { printer, danfePrinter, manifestPrinter, printerDpi, routes } = wanted;
  const dpis = Object.entries(printerDpi).filter(([name]) => isThere(name));
  const byPaper = Object.entries(routes.byPaper).filter(([, name]) => isThere(name));
  return {
    ...wanted,
    printer: keep(printer),
    danfePrinter: keep(danfePrinter),
    manifestPrinter: keep(manifestPrinter),
    printerDpi: Object.fromEntries(dpis),
    routes: { byPaper: Object.fromEntries(byPaper), zpl: keep(routes.zpl) },
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
