import { ok } from '../../../shared/index.ts';
import type { DeskContext } from '../context.ts';
import type { DeskHandlers } from '../types.ts';

type Channels = 'updates.status' | 'updates.check' | 'updates.install';

export function makeUpdateHandlers({ updates, log }: DeskContext): Pick<DeskHandlers, Channels> {
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
