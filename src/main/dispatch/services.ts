import { join } from 'node:path';
import { defaultSettings } from '#shared/contract/settings.ts';
import {
  createErpClient,
  Extensions,
  type ErpClient,
  type ErpClientOptions,
} from '../erp/index.ts';
import {
  CrashList,
  createLabelBook,
  DiskLabelStore,
  type LabelStoreOptions,
  type StartLabelProcess,
} from '../labels/index.ts';
import { Emitter } from '../os/emitter.ts';
import { dataFolders } from '../os/station.ts';
import { CompanyOfToken, type CompanyServices } from './company.ts';
import { TokenMemory } from '../journal/index.ts';
import type { JobServices } from './types.ts';

/** The services that can be omitted: a single station that knows nothing of its user's settings. */
const defaults = {
  codes: null,
  floor: null,
  readsLabels: () => true,
  isAhead: () => false,
  notice: () => undefined,
  settings: () => defaultSettings,
  /** Fewer are requested one by one: the first of them is there at once, within any known limit. */
  labelsWorthAList: 24,
  drawsZplAhead: () => Promise.resolve(true),
} as const satisfies Partial<JobServices>;

export interface JobServicesOptions
  extends
    Pick<
      JobServices,
      'journal' | 'openLeftFloor' | 'outDir' | 'printing' | 'version' | 'clock' | 'log'
    >,
    Partial<Pick<JobServices, keyof typeof defaults>>,
    // The patience is that with label hosts as well. The default of `holder` is the token itself.
    Pick<ErpClientOptions, 'baseUrl' | 'token' | 'renew' | 'fetch' | 'patienceMs'>,
    Partial<Pick<CompanyServices, 'holder' | 'account'>> {
  readonly dataDir: string;
  /** Shared by all of this user's programs: see `findStationDir`. */
  readonly stationDir: string;
  /** Starts the label process, from the bundle or the source tree. */
  readonly startLabelProcess: StartLabelProcess;
  /** Shortened in tests, and used for figures. */
  readonly erp?: Pick<ErpClientOptions, 'timeoutMs'>;
  readonly labels?: Pick<LabelStoreOptions, 'limits'>;
}

interface ErpServices extends JobServices {
  readonly erp: ErpClient;
  readonly owner: CompanyOfToken;
}

/** All services of the jobs of one ERP, for the desktop, the command line and the tests. */
export function createJobServices(options: JobServicesOptions): ErpServices {
  const {
    baseUrl,
    token,
    renew,
    holder = token,
    account = () => null,
    fetch,
    dataDir,
    stationDir,
    startLabelProcess,
    patienceMs = 0,
    erp: erpOptions,
    labels: labelOptions,
    ...given
  } = options;
  const { clock, log, version } = given;
  let requests = 0;
  const onRequest = (): void => {
    requests += 1;
  };
  const crashList = new CrashList(join(dataDir, 'label-killers.json'), version);
  const rateLimit = new Emitter<number | null>();
  const erp = createErpClient({
    ...erpOptions,
    baseUrl,
    patienceMs,
    token,
    renew,
    fetch: given.journal.erpClock.listenTo(fetch),
    clock,
    onRequest,
    onRateLimitWait: (untilMs) => rateLimit.emit(untilMs),
  });
  const memory = new TokenMemory(stationDir, clock);
  const owner = new CompanyOfToken({
    erp: erp.as('person'),
    erpOrigin: new URL(baseUrl).origin,
    holder,
    account,
    memory,
  });
  return {
    ...defaults,
    ...given,
    erp,
    extensions: new Extensions(),
    company: (signal) => owner.confirm(signal),
    companies: () => memory.companies(),
    owner,
    labels: new DiskLabelStore({
      ...labelOptions,
      patienceMs,
      dir: join(dataDir, dataFolders.labels),
      erpBaseUrl: baseUrl,
      fetch,
      clock,
      log,
      onRequest,
    }),
    openBook: () =>
      createLabelBook({
        startProcess: startLabelProcess,
        spillDir: join(dataDir, dataFolders.spill),
        crashList,
      }),
    requestsSent: () => requests,
    rateLimit,
  };
}
