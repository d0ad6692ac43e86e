import type { ConnectionInfo } from '#shared/contract/connection.ts';
import type { Bridge } from '#shared/contract/index.ts';
import type { GroupingChoice } from '#shared/contract/scan.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { Fault, Result } from '#shared/faults/faults.ts';
import type { Screen } from './screens.ts';

/** The part of the `App` that its own parts use. */
export interface Window {
  readonly request: Bridge['request'];
  readonly settings: Settings;
  readonly connection: ConnectionInfo | null;
  readonly connected: boolean;
  readonly screen: Screen;
  readonly groupingId: number | null;
  notices: readonly Fault[];
  /** Several groupings have a typed or scanned number: the Desk asks which one. */
  choice: { readonly number: number; readonly groupings: readonly GroupingChoice[] } | null;
  /** The numbers by which people know groupings that are still to be opened. */
  readonly names: Map<number, string>;
  go(screen: Screen): void;
  takeConnection(connection: ConnectionInfo): void;
  takeValue<T>(answer: Result<T>, otherwise: T): T;
  addNotice(fault: Fault): void;
}
