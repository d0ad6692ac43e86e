import { failed, fault, ok } from '../../../shared/index.ts';
import type { Handlers, Result, Settings, settingsRequests } from '../../../shared/index.ts';
import type { SettingsStore } from '../../settings/index.ts';

interface Parts {
  readonly settings: SettingsStore;
  readonly isPrinterTaken: (name: string) => Promise<boolean>;
  readonly changed: (settings: Settings) => void;
  /** Removes data that are older than the settings allow, now. */
  readonly removeExpired: () => Promise<void>;
}

export function makeSettingsHandlers(parts: Parts): Handlers<typeof settingsRequests> {
  const { settings } = parts;
  return {
    'settings.get': () => Promise.resolve(ok(settings.settings())),
    'settings.change': async ({ change }) => {
      const before = settings.settings();
      const named = await refuseTakenNames(parts, change);
      if (!named.ok) return named;
      const changed = await settings.change(change);
      if (!changed.ok) return changed;
      parts.changed(changed.value);
      // A shorter retention applies to existing data, not only to future ones.
      if (changed.value.retentionDays < before.retentionDays) await parts.removeExpired();
      return changed;
    },
  };
}

/** A name that a printer already has would hide that one. */
async function refuseTakenNames({ settings, isPrinterTaken }: Parts, change: Partial<Settings>): Promise<Result<void>> {
  const before = new Set(settings.settings().networkPrinters.map(({ name }) => name));
  for (const { name } of change.networkPrinters ?? []) {
    if (!before.has(name) && (await isPrinterTaken(name)))
      return failed(fault('invalid-input', { detail: `there is a printer of this name already: ${name}` }));
  }
  return ok();
}
