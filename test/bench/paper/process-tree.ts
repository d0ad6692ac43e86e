import { readFileSync, readdirSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, on every machine that Node runs on. */
const tickSeconds = 0.01;

interface Seen {
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

/**
 * What the processes that this program started take, and those that they start, by what Linux says of each: an engine may
 * work in as many as it likes. Their ends are known by nobody here, so what each took is what it had at the last look.
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
      // One that has ended and was not waited for yet has no memory any more.
      const peakMb = Math.max(this.#seen.get(pid)?.peakMb ?? 0, status.peakMb);
      this.#seen.set(pid, { cpuSeconds, peakMb });
    }
    this.#treeMb = Math.max(this.#treeMb, nowMb);
  }

  /** Of all that were seen, whether they live or not. */
  get cpuSeconds(): number {
    return [...this.#seen.values()].reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  }

  /** The most that any one of them held. */
  get largestMb(): number {
    return Math.max(0, ...[...this.#seen.values()].map(({ peakMb }) => peakMb));
  }

  /** The most that all held at once at one of the looks. */
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
  const read = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1024;
  return { nowMb: read('VmRSS'), peakMb: read('VmHWM') };
}

/** Null where the process has ended meanwhile. */
function readQuietly<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
