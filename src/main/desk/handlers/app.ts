import { failed, fault, ok } from '../../../shared/index.ts';
import type { Result, Settings } from '../../../shared/index.ts';
import { historyKinds } from '../../dispatch/index.ts';
import { lockedKeys } from '../../policy/index.ts';
import type { DeskContext } from '../context.ts';
import { exportDiagnostics } from '../upkeep/diagnostics.ts';
import type { DeskHandlers } from '../types.ts';

type Channels =
  'app.info' | 'settings.get' | 'settings.change' | 'history.search' | 'clipboard.write' | 'diagnostics.export';

/** What people and printers did. */
const done = historyKinds.filter((kind) => kind !== 'collected');

export function makeAppHandlers(context: DeskContext): Pick<DeskHandlers, Channels> {
  const { options, policy, settings, connection, hub, notices, once } = context;
  const { version, platform } = options;
  const { erpAddress } = policy;
  return {
    'app.info': () => Promise.resolve(ok({ version, platform, notices, locked: lockedKeys(policy), erpAddress })),
    'settings.get': () => Promise.resolve(ok(settings.settings())),
    'settings.change': async ({ change }) => {
      const before = settings.settings();
      const named = await freshNames(context, change);
      if (!named.ok) return named;
      const changed = await settings.change(change);
      if (!changed.ok) return changed;
      hub.emit('settings.changed', changed.value);
      // Who asks for less to be kept means what is there, not only what will come.
      if (changed.value.retentionDays < before.retentionDays) await context.removeExpired();
      return changed;
    },
    'history.search': ({ query, limit }) => {
      const workspace = connection.workspace();
      if (!workspace.ok) return Promise.resolve(ok([]));
      const { journal, erpOrigin } = workspace.value;
      // Who looks for nothing wants to see what was done; that labels came is told of a parcel that is looked for.
      const filter = query.trim() === '' ? { erpOrigin, limit, kinds: done } : { erpOrigin, limit };
      return Promise.resolve(ok(journal.history(query, filter)));
    },
    'clipboard.write': ({ text }) => {
      options.writeClipboard(text);
      return Promise.resolve(ok());
    },
    'diagnostics.export': () => once.run('diagnostics.export', () => exportDiagnostics(context)),
  };
}

/** A name that a printer has already would hide that one. */
async function freshNames({ settings, printers }: DeskContext, change: Partial<Settings>): Promise<Result<void>> {
  const before = new Set(settings.settings().networkPrinters.map(({ name }) => name));
  for (const { name } of change.networkPrinters ?? []) {
    if (!before.has(name) && (await printers.isTaken(name)))
      return failed(fault('invalid-input', { detail: `there is a printer of this name already: ${name}` }));
  }
  return ok();
}
