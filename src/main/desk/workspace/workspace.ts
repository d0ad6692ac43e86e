import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { labelPaper } from '../../../shared/index.ts';
import type { CompanyInfo, Fault, JobChange } from '../../../shared/index.ts';
import { createJobServices } from '../../dispatch/index.ts';
import type { Journal } from '../../dispatch/index.ts';
import type { ErpClient } from '../../erp/index.ts';
import type { LabelStore } from '../../labels/index.ts';
import type { Log } from '../../os/log.ts';
import type { Printers } from '../../printing/index.ts';
import { createAutoPrint } from '../print/auto-print.ts';
import type { AutoPrint } from '../print/auto-print.ts';
import { folders } from '../documents/folders.ts';
import { createJobRegistry } from '../jobs/jobs.ts';
import type { JobRegistry } from '../jobs/jobs.ts';
import { printLabels } from '../print/print-labels.ts';
import type { PrintRoom } from '../print/print-room.ts';
import type { DeskOptions } from '../types.ts';

/** One ERP and everything at this workstation that belongs to it. */
export interface Workspace {
  readonly erp: ErpClient;
  readonly erpOrigin: string;
  readonly journal: Journal;
  readonly labels: LabelStore;
  readonly jobs: JobRegistry;
  /** Where manifests are written. */
  readonly manifestDir: string;
  /** The printer that writes into the user's documents, the system's and those set up by address. */
  readonly printers: Printers;
  readonly room: PrintRoom;
  readonly training: boolean;
  readonly autoPrint: AutoPrint;
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
  readonly training: boolean;
}

/** Who hears of what happens by itself. */
export interface Told {
  readonly tell: (change: JobChange) => void;
  readonly notice: (fault: Fault) => void;
}

const companyTimeoutMs = 5_000;

export async function openWorkspace(
  options: DeskOptions,
  log: Log,
  place: WorkspacePlace,
  room: PrintRoom,
  told: Told,
): Promise<Workspace> {
  const { clock } = options;
  const { baseUrl, erpOrigin, journal, dataDir, outDir, training } = place;
  await mkdir(dataDir, { recursive: true });
  const services = createJobServices({
    baseUrl,
    token: () => Promise.resolve(place.token()),
    fetch: options.fetch,
    downloadFetch: options.downloadFetch,
    journal,
    dataDir,
    outDir: join(dataDir, folders.prints),
    paper: labelPaper,
    labelWorkerUrl: options.labelWorkerUrl,
    clock,
    log,
  });
  const { erp, labels } = services;
  const printers = room.printersWith(outDir);
  const autoPrint = createAutoPrint({
    // In training nobody waits at a printer.
    settings: () => (training ? { ...room.settings(), autoPrint: false } : room.settings()),
    print: (opened, shipmentIds, isWanted) => {
      const { copies, perSheet } = room.settings();
      const sheet = perSheet === null ? null : { perSheet, start: 1 };
      const wishes = { groupingId: opened.job.snapshot().grouping.id, printer: null, copies, sheet };
      return printLabels({ room, printers, training }, opened, shipmentIds, wishes, isWanted);
    },
    notice: told.notice,
  });
  const jobs = createJobRegistry({
    services,
    clock,
    log,
    collected: (opened) => autoPrint.consider(opened),
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
    printers,
    room,
    training,
    autoPrint,
    async company() {
      if (company !== null) return company;
      const answer = await erp.companyInfo(AbortSignal.timeout(companyTimeoutMs));
      if (answer.ok) company = answer.value;
      return company;
    },
    close: () => jobs.closeAll(),
  };
}
