import { failed, fault, ok } from '../../../shared/index.ts';
import type {
  appRequests,
  Handlers,
  proxyRequests,
  Result,
  Settings,
  settingsRequests,
  updateRequests,
} from '../../../shared/index.ts';
import { nameOf } from '../../os/errors.ts';
import { listLocked } from '../../policy/index.ts';
import { exportDiagnostics } from '../upkeep/diagnostics.ts';
import type { DeskParts } from './common.ts';

type StationRequests = typeof appRequests &
  typeof proxyRequests &
  typeof settingsRequests &
  typeof updateRequests;

export function makeStationHandlers(parts: DeskParts): Handlers<StationRequests> {
  const { options, policy, settings, once, notices, updates } = parts;
  const { version, platform, proxies, log } = options;
  const readUpdates = () => ok(updates.status());

  /** A name that a printer already has would hide that one. */
  const refuseTakenNames = async (change: Partial<Settings>): Promise<Result<void>> => {
    const before = new Set(settings.settings().networkPrinters.map(({ name }) => name));
    for (const { name } of change.networkPrinters ?? []) {
      if (!before.has(name) && (await parts.printers.isTaken(name)))
        return failed(
          fault('invalid-input', { detail: `there is a printer of this name already: ${name}` }),
        );
    }
    return ok();
  };

  return {
    'app.info': () =>
      ok({
        version,
        platform,
        notices,
        locked: listLocked(policy),
        erpAddress: policy.erpAddress ?? null,
      }),
    'clipboard.write': ({ text }) => {
      options.writeClipboard(text);
      return ok();
    },
    'diagnostics.export': once(() => exportDiagnostics(parts)),
    'settings.get': () => ok(settings.settings()),
    'settings.change': async ({ change }) => {
      const before = settings.settings();
      const named = await refuseTakenNames(change);
      if (!named.ok) return named;
      const changed = await settings.change(change);
      if (!changed.ok) return changed;
      parts.settingsChanged(changed.value);
      // A shorter retention applies to existing data, not only to future ones.
      if (changed.value.retentionDays < before.retentionDays) await parts.removeExpired();
      return changed;
    },
    'proxy.get': async () => ok(await proxies.info()),
    'proxy.give': ({ address, user, password }) => proxies.give(address, { user, password }),
    'proxy.forget': () => proxies.forget(),
    'updates.status': readUpdates,
    'updates.check': () => {
      updates
        .check()
        .catch((error: unknown) => log.warn('update.defect', { error: nameOf(error) }));
      return readUpdates();
    },
    'updates.install': () => {
      updates.install();
      return readUpdates();
    },
  };
}
