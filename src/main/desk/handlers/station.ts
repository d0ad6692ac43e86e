import type { appRequests, updateRequests } from '#shared/contract/app.ts';
import type { proxyRequests } from '#shared/contract/connection.ts';
import type { Handlers } from '#shared/contract/define.ts';
import type { settingsRequests } from '#shared/contract/settings.ts';
import { nameOf, need, refuse } from '../../os/errors.ts';
import { listLocked } from '../../policy/index.ts';
import { exportDiagnostics } from './diagnostics.ts';
import type { DeskParts } from '../parts/parts.ts';

export function makeStationHandlers(
  parts: DeskParts,
): Handlers<
  typeof appRequests & typeof proxyRequests & typeof settingsRequests & typeof updateRequests
> {
  const { options, policy, printers, settings, once, notices, updates } = parts;
  const { version, platform, proxies, log } = options;
  const readUpdates = () => updates.status();

  return {
    'app.info': () => ({
      version,
      platform,
      notices,
      locked: listLocked(policy),
      erpAddress: policy.erpAddress ?? null,
    }),
    'clipboard.write': ({ text }) => options.writeClipboard(text),
    'diagnostics.export': once(() => exportDiagnostics(parts)),
    'settings.get': () => settings.settings(),
    'settings.change': async ({ change }) => {
      const before = settings.settings();
      const namesBefore = new Set(before.networkPrinters.map(({ name }) => name));
      // A name that a printer already has would hide that one.
      for (const { name } of change.networkPrinters ?? []) {
        if (namesBefore.has(name) || !(await printers.isTaken(name))) continue;
        refuse(`there is a printer of this name already: ${name}`);
      }
      const changed = need(await settings.change(change));
      parts.events.emit('settings.changed')(changed);
      parts.connection.noteSettings();
      void parts.downloads.follow();
      // A shorter retention applies to existing data, not only to future ones.
      if (changed.retentionDays < before.retentionDays) await parts.removeExpired();
      return changed;
    },
    'proxy.get': () => proxies.info(),
    'proxy.give': async ({ address, user, password }) =>
      need(await proxies.give(address, { user, password })),
    'proxy.forget': async () => need(await proxies.forget()),
    'updates.status': readUpdates,
    'updates.check': () => {
      updates
        .check()
        .catch((error: unknown) => log.warn('update.defect', { error: nameOf(error) }));
      return readUpdates();
    },
    'updates.install': () => {
      updates.install('asked');
      return readUpdates();
    },
  };
}
