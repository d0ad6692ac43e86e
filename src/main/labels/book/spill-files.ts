import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const pattern = /^labels-(\d+)-[0-9a-f-]+\.spill$/;

/** The name of a spill file of this process. */
export function spillName(id: string): string {
  return `labels-${process.pid}-${id}.spill`;
}

/** Makes the folder, and removes from it what processes that are gone left behind. */
export function removeStaleSpills(spillDir: string): void {
  mkdirSync(spillDir, { recursive: true });
  for (const name of readdirSync(spillDir)) {
    const pid = Number(pattern.exec(name)?.[1] ?? '0');
    if (pid > 0 && pid !== process.pid && !isRunning(pid)) rmSync(join(spillDir, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
