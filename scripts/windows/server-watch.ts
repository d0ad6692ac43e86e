import { readdirSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The processes of Wine in a folder like `/proc`. */
interface WineProcesses {
  readonly hasServer: boolean;
  /** Their numbers. */
  readonly programs: readonly string[];
}

/** A program that the server's end takes with it is gone by then. */
const patienceMs = 5000;

/**
 * Wine's programs wait for ever for a server that has crashed, and so do processes that wait for
 * their end. A server that ends well has outlived all of its programs.
 */
export class ServerWatch {
  readonly #procDir: string;
  /** The programs that ran while there was a server. */
  #served: readonly string[] = [];
  #goneSinceMs: number | null = null;

  constructor(procDir: string) {
    this.#procDir = procDir;
  }

  /** Whether the server has left programs behind; called repeatedly. */
  hasFallen(nowMs: number): boolean {
    const { hasServer, programs } = listWineProcesses(this.#procDir);
    if (hasServer) this.#served = programs;
    if (hasServer || !this.#served.some((pid) => programs.includes(pid))) {
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
  return {
    hasServer: list(/^wineserver(64)?$/).length > 0,
    programs: list(/^wine(64)?(-preloader)?$/),
  };
}

/** Empty for a process that has ended by now, and for the kernel's own. */
function readProgram(link: string): string {
  try {
    return basename(readlinkSync(link));
  } catch {
    return '';
  }
}
