import { ok } from '../../../shared/index.ts';
import type { appRequests, Fault, Handlers, Result } from '../../../shared/index.ts';
import { listLocked } from '../../policy/index.ts';
import type { Policy } from '../../policy/index.ts';
import type { Common } from './common.ts';

interface Parts extends Common {
  readonly policy: Policy;
  /** Notices from before the window was there. */
  readonly notices: readonly Fault[];
  readonly exportDiagnostics: () => Promise<Result<{ readonly saved: boolean }>>;
}

export function makeAppHandlers({
  options,
  policy,
  once,
  notices,
  exportDiagnostics,
}: Parts): Handlers<typeof appRequests> {
  const { version, platform } = options;
  const { erpAddress } = policy;
  return {
    'app.info': () => Promise.resolve(ok({ version, platform, notices, locked: listLocked(policy), erpAddress })),
    'clipboard.write': ({ text }) => {
      options.writeClipboard(text);
      return Promise.resolve(ok());
    },
    'diagnostics.export': () => once.run('diagnostics.export', exportDiagnostics),
  };
}
