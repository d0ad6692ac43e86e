import { ok } from '../../shared/index.ts';
import type { DeskContext } from './context.ts';
import { exportDiagnostics } from './diagnostics.ts';
import type { DeskHandlers } from './types.ts';

type Channels =
  'app.info' | 'settings.get' | 'settings.change' | 'history.search' | 'clipboard.write' | 'diagnostics.export';

export function appHandlers(context: DeskContext): Pick<DeskHandlers, Channels> {
  const { options, settings, connection, hub, notices, once } = context;
  return {
    'app.info': () => Promise.resolve(ok({ version: options.version, platform: options.platform, notices })),
    'settings.get': () => Promise.resolve(ok(settings.settings())),
    'settings.change': async ({ change }) => {
      const before = settings.settings();
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
      return Promise.resolve(ok(journal.history(query, { erpOrigin, limit })));
    },
    'clipboard.write': ({ text }) => {
      options.writeClipboard(text);
      return Promise.resolve(ok());
    },
    'diagnostics.export': () => once.run('diagnostics.export', () => exportDiagnostics(context)),
  };
}
