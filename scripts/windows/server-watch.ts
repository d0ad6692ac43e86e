import { readdirSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The processes of Wine in a folder like `/proc`, by their numbers. */
interface WineProcesses {
  readonly servers: readonly string[];
  readonly programs: readonly string[];
}

/** A program that the server's end takes with it is gone by then. */
const patienceMs = 5000;

/**
 * Wine's programs wait for ever for a server that has crashed, and with them whoever waits for their end. A server that
 * ends well has outlived them all.
 */
export class ServerWatch {
  readonly #procDir: string;
  #lastWithServer: WineProcesses = { servers: [], programs: [] };
  #goneSinceMs: number | null = null;

  constructor(procDir: string) {
    this.#procDir = procDir;
  }

  /** Whether the server has left programs behind; to be asked again and again. */
  hasFallen(nowMs: number): boolean {
    const now = listWineProcesses(this.#procDir);
    const known = this.#lastWithServer;
    const isGone = known.servers.some((pid) => !now.servers.includes(pid));
    const hasOrphans = known.programs.some((pid) => now.programs.includes(pid));
    if (!isGone || !hasOrphans) {
      this.#lastWithServer = now;
      this.#goneSinceMs = null;
      return false;
    }
    this.#goneSinceMs ??= nowMs;
    return nowMs - this.#goneSinceMs >= patienceMs;
  }
}

function listWineProcesses(procDir: string): WineProcesses {
  const programOf = new Map(
    readdirSync(procDir)
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => [pid, readProgram(join(procDir, pid, 'exe'))]),
  );
  const list = (name: RegExp): string[] =>
    [...programOf].filter(([, program]) => name.test(program)).map(([pid]) => pid);
  return { servers: list(/^wineserver(64)?$/), programs: list(/^wine(64)?(-preloader)?$/) };
}

/** Empty for a process that has ended by now, and for the kernel's own. */
function readProgram(link: string): string {
  try {
    return basename(readlinkSync(link));
  } catch {
    return '';
  }
}
