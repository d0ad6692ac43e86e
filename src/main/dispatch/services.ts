import { join } from 'node:path';
import { createErpClient, Extensions } from '../erp/index.ts';
import type { ErpClientOptions } from '../erp/index.ts';
import { KillerList, createLabelBook, createLabelStore } from '../labels/index.ts';
import type { LabelStoreOptions, StartLabelProcess } from '../labels/index.ts';
import { Emitter } from '../os/emitter.ts';
import type { Fetch } from '../os/fetch.ts';
import { CompanyOfToken } from './company.ts';
import type { CompanyServices } from './company.ts';
import { ExtensionFile } from './station/extension-memory.ts';
import { TokenMemory } from './station/token-memory.ts';
import type { JobServices } from './types.ts';

/** Fewer are requested one by one: the first of them is there at once, within any known limit. */
const usualLabelsWorthAList = 24;

export interface JobServicesOptions extends Pick<
  JobServices,
  'journal' | 'outDir' | 'paper' | 'findPrinter' | 'clock' | 'log'
> {
  /** The ERP's address, parsed already. */
  readonly baseUrl: string;
  readonly token: ErpClientOptions['token'];
  readonly renew?: ErpClientOptions['renew'];
  /** See `CompanyServices`. Default: the token itself. */
  readonly holder?: CompanyServices['holder'] | undefined;
  readonly account?: CompanyServices['account'];
  /** For the ERP; for label hosts as well unless they have their own. */
  readonly fetch: Fetch;
  readonly downloadFetch?: Fetch | undefined;
  /** The folder of label files and a job's other files. */
  readonly dataDir: string;
  /** Shared by all of this user's programs: see `findStationDir`. */
  readonly stationDir: string;
  /** Starts the label process, from the bundle or the source tree. */
  readonly startLabelProcess: StartLabelProcess;
  /** Labels are not read if omitted. */
  readonly codes?: JobServices['codes'] | undefined;
  /** Omitted for a single station. */
  readonly floor?: JobServices['floor'];
  /** Default: always. */
  readonly readsLabels?: JobServices['readsLabels'];
  /** Default: never; only the ERP's own words count. */
  readonly concludesFirst?: JobServices['concludesFirst'];
  /** Default: always. */
  readonly drawsZplAhead?: JobServices['drawsZplAhead'];
  readonly danfesApart?: JobServices['danfesApart'];
  /** Default: none; a label for its printer alone needs settings that name one. */
  readonly printsRaw?: JobServices['printsRaw'];
  /** Default: an unchanged workstation's. */
  readonly stepSettings?: JobServices['stepSettings'];
  /** Default: none. */
  readonly pageRule?: JobServices['pageRule'];
  /**
   * How long an outage of the ERP or of the label hosts is waited for. Default: not at all, because a packer can try
   * again.
   */
  readonly patienceMs?: number;
  /** Doca's own: a label that one version could not read is tried again by the next. */
  readonly version: string;
  /** See `JobServices`. */
  readonly labelsWorthAList?: number;
  /** Shortened in tests, and used for figures. */
  readonly erp?: Pick<ErpClientOptions, 'timeoutMs'>;
  readonly labels?: Pick<LabelStoreOptions, 'limits' | 'onLastByte'>;
}

/** All services of the jobs of one ERP, for the desktop, the command line and the tests. */
export function createJobServices(options: JobServicesOptions): JobServices & { readonly owner: CompanyOfToken } {
  const { baseUrl, fetch, journal, dataDir, outDir, paper, findPrinter, clock, log, patienceMs = 0 } = options;
  let requests = 0;
  const onRequest = (): void => {
    requests += 1;
  };
  const killers = new KillerList(join(dataDir, 'label-killers.json'), options.version);
  const rateLimit = new Emitter<number | null>();
  const erp = createErpClient({
    ...options.erp,
    baseUrl,
    patienceMs,
    token: options.token,
    renew: options.renew,
    fetch,
    clock,
    onRequest,
    onRateLimitWait: (untilMs) => rateLimit.emit(untilMs),
  });
  const erpOrigin = new URL(baseUrl).origin;
  const memory = new TokenMemory(options.stationDir, clock);
  const owner = new CompanyOfToken({
    erp: erp.as('person'),
    erpOrigin,
    holder: options.holder ?? options.token,
    account: options.account ?? (() => null),
    memory,
  });
  const extensionFile = new ExtensionFile(options.stationDir, clock);
  const extensions = new Extensions({
    recall: async () => {
      const company = await owner.confirm();
      return company.ok ? extensionFile.recall(company.value) : new Map();
    },
    remember: async (extension, isHere) => {
      const company = await owner.confirm();
      if (company.ok) await extensionFile.remember(company.value, extension, isHere);
    },
  });
  return {
    erp,
    extensions,
    company: (signal) => owner.confirm(signal),
    owner,
    labels: createLabelStore({
      ...options.labels,
      patienceMs,
      dir: join(dataDir, 'labels'),
      erpBaseUrl: baseUrl,
      fetch: options.downloadFetch ?? fetch,
      clock,
      log,
      onRequest,
    }),
    codes: options.codes ?? null,
    readsLabels: options.readsLabels ?? (() => true),
    openBook: () =>
      createLabelBook({ startProcess: options.startLabelProcess, spillDir: join(dataDir, 'spill'), killers }),
    journal,
    floor: options.floor ?? null,
    clock,
    log,
    outDir,
    paper,
    findPrinter,
    concludesFirst: options.concludesFirst ?? (() => false),
    stepSettings: options.stepSettings ?? (() => ({ printWhenChecked: false })),
    pageRule: options.pageRule ?? (() => null),
    labelsWorthAList: options.labelsWorthAList ?? usualLabelsWorthAList,
    requestsSent: () => requests,
    rateLimit,
    drawsZplAhead: options.drawsZplAhead ?? (() => Promise.resolve(true)),
    danfesApart: options.danfesApart ?? (() => false),
    printsRaw: options.printsRaw ?? (() => false),
  };
}
