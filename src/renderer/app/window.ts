import type {
  Bridge,
  ConnectionInfo,
  Fault,
  GroupingChoice,
  Result,
  Settings,
} from '../../shared/index.ts';
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
  go(screen: Screen): void;
  takeConnection(connection: ConnectionInfo): void;
  takeValue<T>(answer: Result<T>, otherwise: T): T;
  addNotice(fault: Fault): void;
}
