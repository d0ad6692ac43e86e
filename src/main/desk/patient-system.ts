import { failed, fault } from '../../shared/index.ts';
import type { PrintSystem } from '../printing/index.ts';

/** A print system whose list is waited for only so long: one that hangs must not hold up the printers that are there. */
export function withListLimit(system: PrintSystem, limitMs: number): PrintSystem {
  return {
    ...system,
    list: async () => {
      const late = Promise.withResolvers<Awaited<ReturnType<PrintSystem['list']>>>();
      const timer = setTimeout(() => {
        late.resolve(failed(fault('printer-unavailable', { detail: 'the print service does not answer' })));
      }, limitMs);
      try {
        return await Promise.race([system.list(), late.promise]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
