import { join } from 'node:path';
import { labelPaper } from '../../../shared/index.ts';
import type { CompanyInfo, Fault, JobChange } from '../../../shared/index.ts';
import { createJobServices } from '../../dispatch/index.ts';
import type { Journal } from '../../dispatch/index.ts';
import type { ErpClient } from '../../erp/index.ts';
import type { LabelStore } from '../../labels/index.ts';
import { catchAll } from '../../os/errors.ts';
import type { Log } from '../../os/log.ts';
import type { Printers } from '../../printing/index.ts';
import { folders } from '../documents/folders.ts';
import { JobRegistry } from '../jobs/jobs.ts';
import { createAutoPrint } from '../print/auto-print.ts';
import type { AutoPrint } from '../print/auto-print.ts';
import { printLabels } from '../print/print-labels.ts';
import type { PrintRoom } from '../print/print-room.ts';
import type { DeskOptions } from '../types.ts';

export interface WorkspacePlace {
  readonly baseUrl: string;
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

/** One ERP and everything at this workstation that belongs to it. */
export class Workspace {
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
  #company: CompanyInfo | null = null;

  constructor(options: DeskOptions, log: Log, place: WorkspacePlace, room: PrintRoom, told: Told) {
    const { fetch, downloadFetch, startLabelProcess, version, clock } = options;
    const { baseUrl, journal, dataDir, outDir, training } = place;
    const services = createJobServices({
      baseUrl,
      token: () => Promise.resolve(place.token()),
      fetch,
      downloadFetch,
      journal,
      dataDir,
      outDir: join(dataDir, folders.prints),
      paper: labelPaper,
      startLabelProcess,
      version,
      clock,
      log,
    });
    this.erp = services.erp;
    this.erpOrigin = services.erpOrigin;
    this.labels = services.labels;
    this.journal = journal;
    this.manifestDir = join(dataDir, folders.manifests);
    this.printers = room.printersWith(outDir);
    this.room = room;
    this.training = training;
    this.autoPrint = createAutoPrint({
      // In training nobody waits at a printer.
      settings: () => (training ? { ...room.settings(), autoPrint: false } : room.settings()),
      print: (job, shipmentIds, isWanted) => {
        const { copies, perSheet } = room.settings();
        const sheet = perSheet === null ? null : { perSheet, start: 1 };
        const request = { groupingId: job.snapshot().grouping.id, printer: null, shipmentIds, copies, sheet };
        return catchAll('auto-print', log, () => printLabels(this, job, request, isWanted));
      },
      notice: told.notice,
    });
    this.jobs = new JobRegistry(services, {
      clock,
      log,
      collected: (opened) => this.autoPrint.consider(opened.job),
      ...told,
    });
  }

  /** Endpoint 11, asked once; null where the ERP does not tell it now. */
  async company(): Promise<CompanyInfo | null> {
    if (this.#company !== null) return this.#company;
    const answer = await this.erp.companyInfo(AbortSignal.timeout(companyTimeoutMs));
    if (answer.ok) this.#company = answer.value;
    return this.#company;
  }

  close(): Promise<void> {
    return this.jobs.closeAll();
  }
}
