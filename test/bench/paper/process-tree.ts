import { readFileSync, readdirSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, on every machine that Node runs on. */
const tickSeconds = 0.01;

interface Seen {
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

/**
 * Measures the processes that this program started, and their descendants, from Linux's /proc: an
 * engine may use any number. Their ends are not observed, so each one's figure is that of the last
 * sample.
 */
export class ProcessTree {
  readonly #seen = new Map<number, Seen>();
  #treeMb = 0;
  #looking: NodeJS.Timeout | undefined;

  /** Looks in turns, until `stop`. */
  watch(everyMs = 20): void {
    this.look();
    this.#looking = setInterval(() => this.look(), everyMs);
  }

  stop(): void {
    clearInterval(this.#looking);
    this.look();
  }

  look(): void {
    let nowMb = 0;
    for (const pid of findDescendants(process.pid)) {
      const status = readStatus(pid);
      const cpuSeconds = readCpuSeconds(pid);
      if (status === null || cpuSeconds === null) continue;
      nowMb += status.nowMb;
      // A zombie has no memory any more.
      const peakMb = Math.max(this.#seen.get(pid)?.peakMb ?? 0, status.peakMb);
      this.#seen.set(pid, { cpuSeconds, peakMb });
    }
    this.#treeMb = Math.max(this.#treeMb, nowMb);
  }

  /** Of all processes seen, alive or not. */
  get cpuSeconds(): number {
    return [...this.#seen.values()].reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  }

  /** The most that any one of them held. */
  get largestMb(): number {
    return Math.max(0, ...[...this.#seen.values()].map(({ peakMb }) => peakMb));
  }

  /** The most that all held together in one sample. */
  get treeMb(): number {
    return this.#treeMb;
  }
}

/** Processor time of the commands that this program has waited for. */
export function readEndedCpuSeconds(): number {
  const [, , user = '0', system = '0'] = readStatFields(process.pid) ?? [];
  return (Number(user) + Number(system)) * tickSeconds;
}

function findDescendants(pid: number): readonly number[] {
  const children = readChildren(pid);
  return [...children, ...children.flatMap((child) => findDescendants(child))];
}

/** Each thread has its own list. */
function readChildren(pid: number): readonly number[] {
  const folder = `/proc/${pid}/task`;
  return (readQuietly(() => readdirSync(folder)) ?? []).flatMap((thread) => {
    const text = readQuietly(() => readFileSync(`${folder}/${thread}/children`, 'latin1')) ?? '';
    return text.split(' ').filter(Boolean).map(Number);
  });
}

function readCpuSeconds(pid: number): number | null {
  const fields = readStatFields(pid);
  return fields === null ? null : (Number(fields[0]) + Number(fields[1])) * tickSeconds;
}

/** Its own time in user and system mode, and that of the children that it has waited for. */
function readStatFields(pid: number): readonly string[] | null {
  const text = readQuietly(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  // The name before them may hold any character.
  return text === null
    ? null
    : text
        .slice(text.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 15);
}

function readStatus(pid: number): { readonly nowMb: number; readonly peakMb: number } | null {
  const text = readQuietly(() => readFileSync(`/proc/${pid}/status`, 'latin1'));
  if (text === null) return null;
  const read = (name: string): number =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1024;
  return { nowMb: read('VmRSS'), peakMb: read('VmHWM') };
}

/** Returns null if the process has ended meanwhile. */
function readQuietly<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
