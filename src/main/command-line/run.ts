import type { ShipmentSnapshot } from '../../shared/index.ts';
import type { GroupingJob } from '../dispatch/index.ts';
import type { ArgumentsOf } from './arguments.ts';
import type { Terminal } from './output/terminal.ts';
import type { PrintTarget } from './print-target.ts';
import type { Services } from './services.ts';
import type { TokenSource } from './token-source.ts';

export interface ShipOptions extends ArgumentsOf<'dispatch'> {
  /** By IT's decision nothing unchecked is concluded here, and parcels are checked in the desktop. */
  readonly mustCheck?: boolean;
}

export interface Run {
  readonly terminal: Terminal;
  readonly services: Services;
  readonly tokens: TokenSource;
  readonly output: PrintTarget;
  readonly options: ShipOptions;
  readonly job: GroupingJob;
}

export function listIds(entries: readonly ShipmentSnapshot[]): readonly number[] {
  return entries.map(({ shipment }) => shipment.id);
}
