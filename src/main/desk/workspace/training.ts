import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { JournalError, openJournal } from '../../dispatch/index.ts';
import type { Seat } from './account-check.ts';
import { Workspace } from './workspace.ts';
import type { WorkspaceServices } from './workspace.ts';

/** A training ERP: nothing in it is real, and nothing of it stays. */
export interface Training extends Seat {
  readonly workspace: Workspace;
  readonly groupings: readonly number[];
  stop(): Promise<void>;
}

/** A little slower than a bench test, so that progress is visible. */
const latencyMs = 60;

/** Has its own journal, label files and output folder, new at each start: training never mixes with work. */
export async function startTraining(services: WorkspaceServices, person: () => string | null): Promise<Training> {
  const { options } = services;
  const { clock, log } = options;
  const trainingDir = join(options.dataDir, 'training');
  await removeQuietly(trainingDir);
  const dataDir = join(trainingDir, randomUUID());
  // Loaded on demand: on a day of work the sandbox costs no memory.
  const { sandboxKinds, startSandbox } = await import('../../../training-erp/index.ts');
  const sandbox = await startSandbox({ shipments: 12, groupings: 1, kinds: sandboxKinds, latencyMs });
  try {
    const path = join(dataDir, 'journal.db');
    const stationDir = join(dataDir, 'station');
    const opened = openJournal({ path, stationDir, clock, log });
    if (!opened.ok) throw new JournalError(opened.fault, null);
    const { journal } = opened.value;
    const training: Training = {
      workspace: new Workspace(services, {
        baseUrl: sandbox.baseUrl,
        access: () => training.access,
        signedOut: () => undefined,
        journal,
        dataDir,
        stationDir,
        outDir: join(options.outDir, 'training'),
        training: true,
        // Training is not shared.
        floor: null,
      }),
      baseUrl: sandbox.baseUrl,
      erpOrigin: new URL(sandbox.baseUrl).origin,
      access: { by: 'token', token: sandbox.token },
      groupings: [...sandbox.world.groupings.keys()],
      async stop() {
        await training.workspace.close();
        journal.close();
        await sandbox.close();
        await removeQuietly(dataDir);
      },
    };
    journal.actAs(person);
    return training;
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}

/** A file that a viewer still holds open is left for the next start. */
async function removeQuietly(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true }).catch(() => undefined);
}
