import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { chooseUsualLayout } from '../../../shared/index.ts';
import type {
  CompanyInfo,
  Fault,
  JobChange,
  PrintRequest,
  Result,
  Settings,
} from '../../../shared/index.ts';
import { createJobServices, GroupingListing } from '../../dispatch/index.ts';
import type {
  CompanyOfToken,
  GroupingJob,
  JobServicesOptions,
  Journal,
} from '../../dispatch/index.ts';
import type { ErpClient } from '../../erp/index.ts';
import type { Floor } from '../../floor/index.ts';
import {
  createCodeReader,
  LabelProcesses,
  type CodeReader,
  type LabelStore,
} from '../../labels/index.ts';
import { catchAll, FaultError } from '../../os/errors.ts';
import type { Printers } from '../../printing/index.ts';
import { folders } from '../documents/files.ts';
import { Ahead } from '../jobs/ahead.ts';
import { JobRegistry } from '../jobs/jobs.ts';
import { createAutoPrint, type AutoPrint } from '../print/auto-print.ts';
import { createDanfePrint, type DanfePrint } from '../print/danfe-print.ts';
import { printLabels, printsZplDrawn, type IsWanted } from '../print/print-labels.ts';
import type { PrintRoom } from '../print/print-room.ts';
import { createScanPrints, type ScanPrints } from '../print/scan-prints.ts';
import type { DeskOptions } from '../types.ts';
import { judgeTimed, readCredentials, type Seat } from './access.ts';

export interface WorkspaceParts extends Pick<
  JobServicesOptions,
  'journal' | 'dataDir' | 'stationDir' | 'outDir'
> {
  readonly seat: Seat;
  readonly signedOut: () => void;
  readonly floor: Floor | null;
  readonly practice: Practice | null;
}

export interface WorkspaceServices {
  readonly options: DeskOptions;
  readonly room: PrintRoom;
  readonly jobChanged: (change: JobChange) => void;
  /** For faults that no request caused. */
  readonly notice: (fault: Fault) => void;
}

/** The training ERP of a workspace. */
export interface Practice {
  /** The address of its marketplace's panel; a grouping's id follows. */
  readonly panel: string;
  readonly groupings: readonly number[];
  /** Called at the end of the workspace. */
  readonly close: () => Promise<void>;
}

const companyTimeoutMs = 5_000;
/** More would cost memory, each its label process, for parcels that hardly come. */
const groupingsAhead = 4;

/** One company's account at an ERP, with everything at this workstation that belongs to it. */
export class Workspace {
  readonly erp: ErpClient;
  readonly listing: GroupingListing;
  /** New for each connection, so that equal requests of two workspaces are not merged. */
  readonly id = randomUUID();
  readonly journal: Journal;
  readonly labels: LabelStore;
  readonly jobs: JobRegistry;
  readonly ahead: Ahead;
  readonly manifestDir: string;
  /**
   * The printer that writes into the user's documents, the system's and those set up by address.
   */
  readonly printers: Printers;
  readonly room: PrintRoom;
  readonly practice: Practice | null;
  readonly seat: Seat;
  readonly autoPrint: AutoPrint;
  readonly scanPrints: ScanPrints;
  readonly #danfes: DanfePrint;
  readonly #codes: CodeReader | null;
  /** The groupings of another account have processes of their own. */
  readonly #labelProcesses: LabelProcesses;
  readonly account: CompanyOfToken;
  #company: CompanyInfo | null = null;

  constructor({ options, room, jobChanged, notice }: WorkspaceServices, parts: WorkspaceParts) {
    const { fetch, downloadFetch, startLabelProcess, startCodeProcess, version, clock, log } =
      options;
    this.#codes =
      startCodeProcess === undefined ? null : createCodeReader({ startProcess: startCodeProcess });
    this.#labelProcesses = new LabelProcesses(startLabelProcess);
    const { seat, journal, dataDir, stationDir, outDir, practice } = parts;
    this.practice = practice;
    const services = createJobServices({
      baseUrl: seat.baseUrl,
      ...readCredentials(() => seat.access, parts.signedOut),
      fetch,
      downloadFetch,
      journal,
      floor: parts.floor,
      dataDir,
      stationDir,
      outDir: join(dataDir, folders.prints),
      findPrinter: async (name, about) => {
        const found = await this.printers.find(name);
        return found.ok ? room.queue.watch(found.value.printer, about) : null;
      },
      settings: () => (this.training ? keepDanfes(room.settings()) : room.settings()),
      drawsZplAhead: () => printsZplDrawn(this),
      startLabelProcess: this.#labelProcesses.start,
      codes: this.#codes,
      readsLabels: () => room.settings().readLabels,
      isAhead: (groupingId) => this.ahead.has(groupingId),
      version,
      clock,
      log,
    });
    this.erp = services.erp;
    this.listing = new GroupingListing(services.erp, services.extensions, clock);
    this.labels = services.labels;
    this.account = services.owner;
    this.journal = journal;
    this.manifestDir = join(dataDir, folders.manifests);
    this.printers = room.printersWith(outDir);
    this.room = room;
    this.seat = seat;
    this.#danfes = createDanfePrint(this, notice);
    const printUsual = (
      job: GroupingJob,
      shipmentIds: readonly number[],
      isWanted: IsWanted,
      whileLoading = false,
    ) => {
      const groupingId = job.snapshot().grouping.id;
      const request = {
        groupingId,
        printer: null,
        shipmentIds,
        ...chooseUsualLayout(room.settings()),
        whileLoading,
      };
      return catchAll('auto-print', log, () => this.print(job, request, isWanted));
    };
    const printing = { print: printUsual, notice };
    const isOn = (): boolean => room.settings().printsOnScan;
    this.autoPrint = createAutoPrint({
      // In training nobody waits at a printer, and where scans print nothing else is unasked.
      settings: () => ({
        ...room.settings(),
        ...(this.training || isOn() ? { autoPrint: false, printWhenChecked: false } : {}),
      }),
      ...printing,
    });
    this.scanPrints = createScanPrints({ isOn, ...printing });
    this.jobs = new JobRegistry(services, {
      clock,
      log,
      collecting: (opened) => this.autoPrint.begin(opened.job),
      collected: (opened) => this.autoPrint.consider(opened.job),
      changed: jobChanged,
      notice,
    });
    this.ahead = new Ahead(this.jobs, () => this.#listAhead(), log);
    void this.ahead.follow();
  }

  get training(): boolean {
    return this.practice !== null;
  }

  async #listAhead(): Promise<readonly number[]> {
    const owner = this.room.settings().printsOnScan ? await this.#confirmOwner() : null;
    if (owner?.ok !== true) return [];
    const begun = this.journal.jobs({
      company: owner.value,
      concluded: false,
      limit: groupingsAhead,
    });
    return begun.map(({ grouping }) => grouping.id).sort((one, other) => other - one);
  }

  /**
   * Returns the key of the token's company. Until it is known, stored data may be another
   * company's.
   */
  async owner(): Promise<string> {
    const owner = await this.#confirmOwner();
    if (owner.ok) return owner.value;
    throw new FaultError(judgeTimed(owner.fault));
  }

  #confirmOwner(): Promise<Result<string>> {
    return this.account.confirm(AbortSignal.timeout(companyTimeoutMs));
  }

  /**
   * Returns the answer of endpoint 11, requested once, or the company that a person named; null for
   * neither.
   */
  async company(): Promise<CompanyInfo | null> {
    if (this.#company !== null) return this.#company;
    const answer = await this.erp.companyInfo(AbortSignal.timeout(companyTimeoutMs));
    if (answer.ok) this.#company = answer.value;
    if (this.#company !== null) return this.#company;
    const described = await this.account.describe(AbortSignal.timeout(companyTimeoutMs));
    const said = described.ok ? described.value.said : null;
    if (said === null) return null;
    const none = {
      tradeName: null,
      address: null,
      phone: null,
      email: null,
      stateRegistration: null,
      taxRegime: null,
    };
    return { ...none, taxId: said.taxId, legalName: said.name };
  }

  /** Prints labels like `printLabels`, with their invoices' papers. */
  async print(job: GroupingJob, request: PrintRequest, isWanted?: IsWanted): Promise<Result<void>> {
    const printDanfes = this.#danfes.watch(job, request.shipmentIds);
    try {
      return await printLabels(this, job, request, isWanted);
    } finally {
      printDanfes();
    }
  }

  async close(): Promise<void> {
    await this.jobs.closeAll();
    await this.#danfes.idle();
    await this.#labelProcesses.close();
    await this.#codes?.close();
    await this.practice?.close();
  }
}

/** Papers of invoices stay with their labels: in training nobody waits at a printer. */
function keepDanfes(settings: Settings): Settings {
  const danfeWithLabel = settings.danfeWithLabel && settings.danfePrinter === null;
  return { ...settings, danfeWithLabel, danfePrinter: null };
}
