import { join } from 'node:path';
import { z } from 'zod';
import { defaultSettings, settingsFields, type Settings } from '#shared/contract/settings.ts';
import { fail, fault, type Fault, ok, type Result } from '#shared/faults/faults.ts';
import type { Policy } from '../policy/index.ts';
import type { Clock } from '../os/clock.ts';
import { FaultError, need } from '../os/errors.ts';
import { JsonFile } from '../os/json/json-file.ts';
import { listUnread, takeParts } from '../os/json/json-parts.ts';

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

const fields = { ...settingsFields, baseUrl: z.string().max(2_000).nullable().default(null) };
const kind = {
  schema: z.object(fields) as z.ZodType<Content>,
  base: { ...defaultSettings, baseUrl: null },
};

/**
 * Reads the file item by item: one that is not understood, such as one of a newer version, leaves
 * the others alone and stays in the file. Throws faults `disk*` and, without `notice`,
 * `file-damaged` and `settings-unread`: what nobody chose must not count unseen.
 */
export async function openSettings(options: {
  readonly dataDir: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly policy: Policy;
  /** For the program that owns the file: a damaged one is moved aside, and told. */
  readonly notice?: (notice: Fault) => void;
}) {
  const { policy, notice, clock } = options;
  const path = join(options.dataDir, 'settings.json');
  const file = new JsonFile({ ...kind, path, clock, onDamage: notice ?? null });
  const json = need(await file.readAsWritten());
  const detail = listUnread(kind.schema, json).join(', ');
  if (detail !== '') (notice ?? throwReason)(fault('settings-unread', { detail }));
  let content = takeParts(kind, json);

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
  const { networkPrinters, printer, danfePrinter, manifestPrinter, printerDpi, routes } = wanted;
  const names = networkPrinters.map(({ name }) => name);
  const gone = before.networkPrinters.filter(({ name }) => !names.includes(name));
  if (gone.length === 0) return wanted;
  const isGone = (of: string | null): boolean => gone.some(({ name }) => name === of);
  const keep = (name: string | null): string | null => (isGone(name) ? null : name);
  const dpis = Object.entries(printerDpi).filter(([name]) => !isGone(name));
  const byPaper = Object.entries(routes.byPaper).filter(([, name]) => !isGone(name));
  return {
    ...wanted,
    printer: keep(printer),
    danfePrinter: keep(danfePrinter),
    manifestPrinter: keep(manifestPrinter),
    printerDpi: Object.fromEntries(dpis),
    routes: { byPaper: Object.fromEntries(byPaper), zpl: keep(routes.zpl) },
  };
}

function refuseDecided(keys: readonly string[]): Result<never> {
  return fail('invalid-input', { detail: `decided by policy: ${keys.join(', ')}` });
}
