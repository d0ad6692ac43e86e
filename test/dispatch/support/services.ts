import { join } from 'node:path';
import type { JobServices, JobSettings } from '../../../src/main/dispatch/index.ts';
import { leftFloor } from '../../../src/main/floor/index.ts';
import { systemClock } from '../../../src/main/os/clock.ts';
import { Emitter } from '../../../src/main/os/emitter.ts';
import { silentLog } from '../../../src/main/os/log.ts';
import { defaultSettings } from '#shared/contract/settings.ts';
import { ok } from '#shared/faults/faults.ts';
import { usualCompany, withoutExtensions } from './fakes.ts';
import { testPrinting } from '../../support/print-on.ts';

type Own = 'erp' | 'labels' | 'openBook' | 'journal';

/** The services of a job in this folder: one station, an ERP without extensions, and no codes. */
export function makeServices(
  dir: string,
  own: Pick<JobServices, Own> & Partial<JobServices>,
): JobServices {
  return {
    extensions: withoutExtensions(),
    company: () => Promise.resolve(ok(usualCompany)),
    companies: () => Promise.resolve([]),
    codes: null,
    floor: null,
    openLeftFloor: () => Promise.resolve(leftFloor),
    readsLabels: () => true,
    version: '1.2.3-test',
    isAhead: () => false,
    notice: () => undefined,
    clock: systemClock,
    log: silentLog,
    outDir: join(dir, 'out'),
    labelsWorthAList: 3,
    requestsSent: () => 0,
    printing: testPrinting,
    settings: () => ({
      ...defaultSettings,
    }),
    drawsZplAhead: () => Promise.resolve(true),
    rateLimit: new Emitter<number | null>(),
    ...own,
  };
}

/** Returns the same services under these settings. */
export function withSettings(services: JobServices, part: Partial<JobSettings>): JobServices {
  return { ...services, settings: () => ({ ...services.settings(), ...part }) };
}
