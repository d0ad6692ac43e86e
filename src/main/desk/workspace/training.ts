import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openJournal } from '../../journal/index.ts';
import { need } from '../../os/errors.ts';
import { removeQuietly } from '../../os/files.ts';
import { byToken } from './access.ts';
import { openWorkspace, type Workspace, type WorkspaceServices } from './workspace.ts';

/** A little slower than a bench test, so that progress is visible. */
const latencyMs = 60;

/**
 * Starts a training ERP with its own journal, files and folder, new at each start: it never mixes
 * with work.
 */
export async function startTraining(services: WorkspaceServices): Promise<Workspace> {
  const { options } = services;
  const { clock, log } = options;
  const trainingDir = join(options.dataDir, 'training');
  // A file that a viewer still holds open is left for the next start.
  await removeQuietly(trainingDir);
  const dataDir = join(trainingDir, randomUUID());
  // Loaded on demand: on a day of work the sandbox costs no memory.
  const { sandboxKinds, startSandbox } = await import('../../../training-erp/index.ts');
  const sandbox = await startSandbox({
    shipments: 12,
    groupings: 1,
    kinds: sandboxKinds,
    latencyMs,
  });
  try {
    const path = join(dataDir, 'journal.db');
    const stationDir = join(dataDir, 'station');
    const { journal } = need(openJournal({ path, stationDir, clock, log }));
    const { baseUrl } = sandbox;
    const seat = { baseUrl, erpOrigin: new URL(baseUrl).origin, access: byToken(sandbox.token) };
    journal.actAs(() => services.seats.person());
    const practice = {
      panel: sandbox.panel,
      groupings: [...sandbox.world.groupings.keys()],
      close: async () => {
        journal.close();
        await sandbox.close();
        await removeQuietly(dataDir);
      },
    };
    const outDir = join(options.outDir, 'training');
    const own = { ...services, options: { ...options, dataDir, stationDir, outDir } };
    // Training is not shared.
    return openWorkspace(own, {
      seat,
      journal,
      floor: null,
      practice,
    });
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}
