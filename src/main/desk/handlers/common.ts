import type { Settings } from '#shared/contract/settings.ts';
import type { Clock } from '../../os/clock.ts';
import type { Printers } from '../../printing/index.ts';
import type { PrintRoom } from '../print/print-room.ts';
import type { createSpoolQueue } from '../print/spool-queue.ts';
import type { DiagnosticsSources } from '../upkeep/diagnostics.ts';
import type { DownloadWatch } from '../upkeep/download-watch.ts';
import type { Badges } from '../workspace/badges.ts';
import type { FloorLink } from '../workspace/floor-link.ts';

export interface DeskParts extends DiagnosticsSources {
  readonly floor: FloorLink;
  readonly badges: Badges;
  readonly room: PrintRoom;
  /** The workstation's printers if no ERP is connected. */
  readonly printers: Printers;
  readonly spool: ReturnType<typeof createSpoolQueue>;
  readonly downloads: DownloadWatch;
  readonly once: ReturnType<typeof createOnce>;
  readonly settingsChanged: (settings: Settings) => void;
  readonly removeExpired: () => Promise<void>;
}

const doubleClickMs = 1_000;

/**
 * Makes handlers that prevent a double click from having two effects: while an effect is under way,
 * and for a moment after it succeeded, an equal request gets the same answer. Requests of
 * different workspaces are never equal.
 */
export function createOnce(clock: Pick<Clock, 'sleep'>, findWorkspaceId: () => string) {
  return <I, T>(
    handler: (input: I) => Promise<T>,
    keyOf: (input: I) => unknown = (input) => input,
  ) => {
    const answers = new Map<string, Promise<T>>();
    return (input: I): Promise<T> => {
      const key = `${findWorkspaceId()} ${JSON.stringify(keyOf(input))}`;
      const known = answers.get(key);
      if (known !== undefined) return known;
      const answer = handler(input);
      answers.set(key, answer);
      const forget = (): unknown => answers.delete(key);
      answer.then(() => clock.sleep(doubleClickMs).then(forget), forget);
      return answer;
    };
  };
}
