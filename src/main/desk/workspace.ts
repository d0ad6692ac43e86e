import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { labelPaper } from '../../shared/index.ts';
import type { CompanyInfo, Fault, JobChange } from '../../shared/index.ts';
import { createRateLimitWatch, downloadsAtOnce } from '../dispatch/index.ts';
import type { Journal } from '../dispatch/index.ts';
import { createErpClient } from '../erp/index.ts';
import type { ErpClient } from '../erp/index.ts';
import { createLabelBook, createLabelStore } from '../labels/index.ts';
import type { LabelStore } from '../labels/index.ts';
import type { Log } from '../platform.ts';
import { createFilePrinter, createPrinters } from '../printing/index.ts';
import type { Printers } from '../printing/index.ts';
import { createJobRegistry } from './jobs.ts';
import type { JobRegistry } from './jobs.ts';
import { withListLimit } from './patient-system.ts';
import type { DeskOptions } from './types.ts';

/** One ERP and everything at this workstation that belongs to it. */
export interface Workspace {
  readonly erp: ErpClient;
  readonly erpOrigin: string;
  readonly journal: Journal;
  readonly labels: LabelStore;
  readonly jobs: JobRegistry;
  /** Where manifests are written. */
  readonly manifestDir: string;
  /** The printer that writes into the user's documents, and the system's. */
  readonly printers: Printers;
  /** Endpoint 11, asked once; null where the ERP does not tell it now. */
  company(): Promise<CompanyInfo | null>;
  close(): Promise<void>;
}

export interface WorkspacePlace {
  readonly baseUrl: string;
  readonly erpOrigin: string;
  readonly token: () => string | null;
  readonly journal: Journal;
  readonly dataDir: string;
  readonly outDir: string;
}

/** Who hears of what happens by itself. */
export interface Told {
  readonly tell: (change: JobChange) => void;
  readonly notice: (fault: Fault) => void;
}

/** Folders of files made for people, below `dataDir`; retention empties them. */
export const folders = { prints: 'prints', manifests: 'manifests', sheets: 'sheets' } as const;

const companyTimeoutMs = 5_000;
/** PowerShell alone needs seconds to start on an old computer. */
const listLimitMs = { linux: 2_000, darwin: 2_000, win32: 15_000 } as const;

export async function openWorkspace(
  options: DeskOptions,
  log: Log,
  place: WorkspacePlace,
  told: Told,
): Promise<Workspace> {
  const { clock, printSystem } = options;
  const { baseUrl, erpOrigin, journal, dataDir, outDir } = place;
  await mkdir(dataDir, { recursive: true });
  let requests = 0;
  const onRequest = (): void => {
    requests += 1;
  };
  const rateLimit = createRateLimitWatch();
  const erp = createErpClient({
    baseUrl,
    token: () => Promise.resolve(place.token()),
    fetch: options.fetch,
    clock,
    onRequest,
    onRateLimitWait: rateLimit.onRateLimitWait,
  });
  const labels = createLabelStore({
    dir: join(dataDir, 'labels'),
    erpBaseUrl: baseUrl,
    fetch: options.downloadFetch ?? options.fetch,
    clock,
    log,
    onRequest,
  });
  const jobs = createJobRegistry({
    services: {
      erp,
      erpOrigin,
      labels,
      openBook: () =>
        createLabelBook({
          workerUrl: options.labelWorkerUrl,
          spillDir: join(dataDir, 'spill'),
        }),
      journal,
      clock,
      log,
      outDir: join(dataDir, folders.prints),
      paper: labelPaper,
      pages: 'auto',
      downloads: downloadsAtOnce,
      requestsSent: () => requests,
      rateLimit,
    },
    clock,
    log,
    ...told,
  });

  let company: CompanyInfo | null = null;
  return {
    erp,
    erpOrigin,
    journal,
    labels,
    jobs,
    manifestDir: join(dataDir, folders.manifests),
    printers: createPrinters({
      file: createFilePrinter({ dir: outDir }),
      system: printSystem === undefined ? null : withListLimit(printSystem, listLimitMs[options.platform]),
    }),
    async company() {
      if (company !== null) return company;
      const answer = await erp.companyInfo(AbortSignal.timeout(companyTimeoutMs));
      if (answer.ok) company = answer.value;
      return company;
    },
    close: () => jobs.closeAll(),
  };
}
