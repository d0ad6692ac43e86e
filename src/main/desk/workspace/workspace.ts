import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { JobChange } from '#shared/contract/job.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { CompanyInfo } from '#shared/domain/erp.ts';
import { filePrinterName } from '#shared/domain/printing.ts';
import { fail, type Fault } from '#shared/faults/faults.ts';
import { chooseUsualLayout } from '#shared/label-route.ts';
import { type CompanyOfToken, createJobServices, GroupingListing } from '../../dispatch/index.ts';
import type { Journal } from '../../journal/index.ts';
import type { ErpClient } from '../../erp/index.ts';
import type { Floor } from '../../floor/index.ts';
import { createCodeReader, LabelProcesses } from '../../labels/index.ts';
import { catchAll, FaultError } from '../../os/errors.ts';
import { LabelPrinting } from '../../printing/index.ts';
import type { Log } from '../../os/log.ts';
import { dataFolders } from '../../os/station.ts';
import { createAhead } from '../jobs/ahead.ts';
import { JobRegistry } from '../jobs/jobs.ts';
import { createAutoPrint, type PrintUnasked } from '../print/auto-print.ts';
import type { PrintRoom } from '../print/print-room.ts';
import { createScanPrints } from '../print/scan-prints.ts';
import type { DeskOptions } from '../types.ts';
import { openLeftFloor } from './floor-link.ts';
import { judgeTimed, readCredentials, type Seat } from './access.ts';
import type { Seats } from './seats.ts';
import { abortAfter } from '../../os/timeout.ts';

export interface WorkspaceParts {
  readonly journal: Journal;
  readonly seat: Seat;
  readonly floor: Floor | null;
  readonly practice: Practice | null;
}

export interface WorkspaceServices {
  readonly options: DeskOptions;
  readonly seats: Seats;
  readonly room: PrintRoom;
  readonly jobChanged: (change: JobChange) => void;
  readonly jobClosed: (groupingId: number) => void;
  /** For faults that no request caused. */
  readonly notice: (fault: Fault) => void;
}

/** The training ERP of a workspace. */
interface Practice {
  /** The address of its marketplace's panel; a grouping's id follows. */
  readonly panel: string;
  readonly groupings: readonly number[];
  /** Called at the end of the workspace. */
  readonly close: () => Promise<void>;
}

const companyTimeoutMs = 5_000;
/** More would cost memory, each its label process, for parcels that hardly come. */
const groupingsAhead = 4;

export type Workspace = ReturnType<typeof openWorkspace>;

/** One company's account at an ERP, with everything at this workstation that belongs to it. */
export function openWorkspace(services: WorkspaceServices, parts: WorkspaceParts) {
  const { options, room, jobChanged, jobClosed, notice } = services;
  const { seat, practice, journal } = parts;
  const { dataDir, clock, log } = options;
  const training = practice !== null;
  // The printer that writes into the user's documents, the system's and those set up by address.
  const printers = room.printersWith(options.outDir);
  // Training labels go to paper only if the packer says so for each print.
  const only = training ? filePrinterName : null;
  const find = (name: string) => printers.find(name);
  const printing = new LabelPrinting(find, room.queue, room.settings, only);
  const settings = () => (training ? keepDanfes(room.settings()) : room.settings());
  /** Groupings that are kept open unseen. */
  const kept = new Set<number>();
  const { jobServices, closeReading } = openJobServices(services, parts, printing, settings, kept);
  const { erp, owner: account } = jobServices;
  const prints = createPrints(settings, training, account, notice, log);
  const { autoPrint } = prints;
  const jobs = new JobRegistry(jobServices, {
    clock,
    log,
    collecting: (job) => autoPrint.begin(job),
    collected: (job) => autoPrint.consider(job),
    changed: jobChanged,
    closed: jobClosed,
    notice,
  });

  const confirmOwner = () => account.confirm(abortAfter(companyTimeoutMs));
  const listAhead = async () => {
    const owner = room.settings().printsOnScan ? await confirmOwner() : null;
    if (owner?.ok !== true) return [];
    const filter = { company: owner.value, concluded: false, limit: groupingsAhead };
    const begun = journal.past.jobs(filter).map(({ grouping }) => grouping.id);
    return begun.sort((one, other) => other - one);
  };
  const ahead = createAhead(jobs, kept, listAhead, log);
  void ahead.follow();

  return {
    /** New for each connection. */
    id: randomUUID(),
    erp,
    listing: new GroupingListing(erp, jobServices.extensions, clock),
    journal,
    jobs,
    ahead,
    manifestDir: join(dataDir, dataFolders.manifests),
    room,
    printers,
    printing,
    training,
    ...prints,
    practice,
    seat,
    account,
    readCompany: createCompanyReader(erp, account),
    /**
     * Returns the key of the token's company. Until it is known, stored data may be another
     * company's.
     */
    async owner(): Promise<string> {
      const owner = await confirmOwner();
      if (owner.ok) return owner.value;
      throw new FaultError(judgeTimed(owner.fault));
    },
    async close(): Promise<void> {
      await jobs.closeAll();
      await closeReading();
      await practice?.close();
    },
  };
}

/** The services of its jobs, with processes that no other account's groupings share. */
function openJobServices(
  { options, seats, notice }: WorkspaceServices,
  { seat, floor, journal }: WorkspaceParts,
  printing: LabelPrinting,
  settings: () => Settings,
  kept: ReadonlySet<number>,
) {
  const { dataDir, stationDir, fetch, version, clock, log } = options;
  const { startLabelProcess, startCodeProcess } = options;
  const codes = startCodeProcess === undefined ? null : createCodeReader(startCodeProcess);
  const labelProcesses = new LabelProcesses(startLabelProcess);
  const jobServices = createJobServices({
    baseUrl: seat.baseUrl,
    ...readCredentials(
      () => seat.access,
      (access) => seats.noteSignedOut(access),
    ),
    fetch,
    journal,
    floor,
    openLeftFloor,
    dataDir,
    stationDir,
    outDir: join(dataDir, dataFolders.prints),
    printing,
    settings,
    notice,
    drawsZplAhead: () => printing.printsZplDrawn(),
    startLabelProcess: labelProcesses.start,
    codes,
    readsLabels: () => settings().readLabels,
    isAhead: (groupingId) => kept.has(groupingId),
    version,
    clock,
    log,
  });
  const closeReading = async (): Promise<void> => {
    await labelProcesses.close();
    await codes?.close();
  };
  return { jobServices, closeReading };
}

/** The prints that begin without a key: those of scans, and automatic ones. */
function createPrints(
  settings: () => Settings,
  training: boolean,
  account: CompanyOfToken,
  notice: (fault: Fault) => void,
  log: Log,
) {
  const printUnasked: PrintUnasked = (job, shipmentIds, isWanted, whileLoading) => {
    const layout = chooseUsualLayout(settings());
    const order = { printer: null, shipmentIds, ...layout, whileLoading, isWanted };
    return catchAll('auto-print', log, () => job.runs.print(order));
  };
  const printSurely: PrintUnasked = (job, ...rest) =>
    catchAll('auto-print', log, async () =>
      (await account.isSure(job.company)) ? printUnasked(job, ...rest) : fail('company-unsure'),
    );
  const autoPrint = createAutoPrint({
    settings: () => {
      const present = settings();
      // In training nobody waits at a printer, and where scans print nothing else is unasked.
      const isOff = training || present.printsOnScan;
      return isOff ? { ...present, autoPrint: false, printWhenChecked: false } : present;
    },
    print: printSurely,
    notice,
  });
  const scanPrints = createScanPrints({ settings, print: printUnasked, notice });
  return { autoPrint, scanPrints };
}

/**
 * Makes a function that returns the answer of endpoint 11, requested once, or the company that a
 * person named; null for neither.
 */
function createCompanyReader(erp: ErpClient, account: CompanyOfToken) {
  let company: CompanyInfo | null = null;
  return async (): Promise<CompanyInfo | null> => {
    if (company !== null) return company;
    const answer = await erp.companyInfo(abortAfter(companyTimeoutMs));
    if (answer.ok) company = answer.value;
    if (company !== null) return company;
    const described = await account.describe(abortAfter(companyTimeoutMs));
    const said = described.ok ? described.value.said : null;
    if (said === null) return null;
    return {
      tradeName: null,
      address: null,
      phone: null,
      email: null,
      taxId: said.taxId,
      legalName: said.name,
    };
  };
}

/** Papers of invoices stay with their labels: in training nobody waits at a printer. */
function keepDanfes(settings: Settings): Settings {
  const danfeWithLabel = settings.danfeWithLabel && settings.danfePrinter === null;
  return { ...settings, danfeWithLabel, danfePrinter: null };
}
