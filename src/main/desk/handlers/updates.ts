import { ok } from '../../../shared/index.ts';
import type { Handlers, updateRequests } from '../../../shared/index.ts';
import type { Log } from '../../os/log.ts';
import type { Updates } from '../../updates/index.ts';

export function makeUpdateHandlers(updates: Updates, log: Log): Handlers<typeof updateRequests> {
  const status = () => Promise.resolve(ok(updates.status()));
  return {
    'updates.status': status,
    'updates.check': () => {
      updates.check().catch((error: unknown) => {
        log.warn('update.defect', { error: error instanceof Error ? error.name : 'unknown' });
      });
      return status();
    },
    'updates.install': () => {
      updates.install();
      return status();
    },
  };
}
