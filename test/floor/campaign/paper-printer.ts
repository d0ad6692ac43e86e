import { setTimeout as sleep } from 'node:timers/promises';
import type { Printer } from '../../../src/main/printing/index.ts';
import { failed, fault, ok } from '#shared/faults/faults.ts';
import type { Random } from '../../../src/training-erp/data/random.ts';
import type { Moment } from './orders.ts';
import type { Witness } from './witness.ts';

interface PaperPrinterParts {
  readonly witness: Witness;
  readonly random: Random;
  readonly groupingId: number;
  /** Whose labels are in the file, in its order; each is one format. */
  readonly shipmentIds: readonly number[];
  readonly isAlone: () => boolean;
  /** Reports how many labels are printed, as some printers can. */
  readonly counts: boolean;
  readonly labelMs: number;
  readonly reach: (moment: Moment) => void;
}

/**
 * A printer whose paper is a file: each label is written there before any station hears of it. At
 * times it breaks, or loses its answer.
 */
export function createPaperPrinter(parts: PaperPrinterParts): Printer {
  const { witness, random, groupingId, shipmentIds, isAlone, counts, labelMs, reach } = parts;
  return {
    name: `paper of ${witness.station}`,
    print: async (file, signal, onEvent) => {
      const alone = isAlone();
      witness.note({ kind: 'intent', groupingId, shipmentIds, alone });
      const breaksAt = random.chance(0.06) ? random.int(0, shipmentIds.length) : null;
      const tell = (printed: number, perhaps: number): void => {
        const labels = counts
          ? { printed, perhaps, not: shipmentIds.length - printed - perhaps }
          : null;
        onEvent?.({ jobId: null, state: 'printing', conditions: [], reason: null, labels });
      };
      for (const [place, shipmentId] of shipmentIds.entries()) {
        if (signal?.aborted === true)
          return failed(fault('cancelled', { reached: place === 0 ? 'no' : 'maybe' }));
        // One that counts is given one label after the other.
        const refusal = counts ? ((await file.mayGoOn?.()) ?? null) : null;
        if (refusal !== null) return failed({ ...refusal, reached: place === 0 ? 'no' : 'maybe' });
        if (place === breaksAt)
          return failed(fault('print-failed', { reached: place === 0 ? 'no' : 'maybe' }));
        tell(place, 1);
        await sleep(random.next() * labelMs);
        witness.note({ kind: 'paper', groupingId, shipmentId, alone });
        await sleep(random.next() * labelMs);
        reach('in its spool job');
        tell(place + 1, 0);
      }
      reach('after its spool job');
      if (breaksAt !== null) return failed(fault('print-unknown', { reached: 'maybe' }));
      return ok('done');
    },
  };
}
