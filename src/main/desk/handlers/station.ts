import { writeTestCode } from '#shared/codes.ts';
import type {
  appRequests,
  BenchFinding,
  benchRequests,
  updateRequests,
} from '#shared/contract/app.ts';
import type { proxyRequests } from '#shared/contract/connection.ts';
import type { Handlers } from '#shared/contract/define.ts';
import type { settingsRequests } from '#shared/contract/settings.ts';
import { type BenchStep, benchSteps } from '#shared/domain/bench.ts';
import { labelPaper } from '#shared/domain/labels.ts';
import { ok } from '#shared/faults/faults.ts';
import { nameOf, need, refuse } from '../../os/errors.ts';
import { listLocked } from '../../policy/index.ts';
import { openSheet } from '../documents/files.ts';
import { exportDiagnostics } from './diagnostics.ts';
import { findStationName } from '../workspace/floor-link.ts';
import type { DeskParts } from '../parts/parts.ts';

/**
 * The step of a finding, by the beginning of its code; all others are about the program and the
 * ERP.
 */
const stepOf: Readonly<Record<string, BenchStep>> = { printers: 'printer', floor: 'people' };
/** About an ERP that training does without. */
const aboutErp = /^(erp|token|session|sign-in|clock|label)-/;

export function makeStationHandlers(
  parts: DeskParts,
): Handlers<
  typeof appRequests &
    typeof benchRequests &
    typeof proxyRequests &
    typeof settingsRequests &
    typeof updateRequests
> {
  const { view, options, policy, printers, settings, once, notices, updates } = parts;
  const { version, platform, proxies, log } = options;
  const readUpdates = () => updates.status();

  /** The doctor is loaded with its first look: at the start it would cost time. */
  const listFindings = async (): Promise<readonly BenchFinding[]> => {
    const { runDoctor } = await import('../../doctor/index.ts');
    const { baseUrl, training } = view.info();
    const known = settings.settings();
    const { findings } = await runDoctor({
      ...options,
      env: process.env,
      listPrinters: async () => ok((await printers.list()).map(({ name }) => name)),
      baseUrl: training ? null : baseUrl,
      settings: known,
      language: known.language,
    });
    return findings.flatMap(({ code, level, what, next }) => {
      if (level === 'skip' || (training && aboutErp.test(code))) return [];
      return [{ step: stepOf[code.replace(/-.*/, '')] ?? 'erp', level, what, next }];
    });
  };

  return {
    'app.info': () => ({
      version,
      platform,
      notices,
      locked: listLocked(policy),
      erpAddress: policy.erpAddress ?? null,
    }),
    'clipboard.write': ({ text }) => options.writeClipboard(text),
    'diagnostics.export': once(() => exportDiagnostics(parts)),
    'bench.look': async () => {
      const { encodeCode128 } = await import('../../papers/index.ts');
      const text = writeTestCode(labelPaper);
      return { findings: await listFindings(), code: { text, bars: encodeCode128(text) } };
    },
    'bench.sheet': once(
      async () => {
        const { drawBenchSheet } = await import('../../papers/index.ts');
        const { language, benchSetup } = settings.settings();
        const findings = (await listFindings()).filter(({ level }) => level !== 'ok');
        const station = findStationName(settings.settings());
        const steps = benchSteps.map((step) => ({ step, ...benchSetup.steps[step] }));
        const sheet = await drawBenchSheet({ language, station, version, steps, findings });
        return openSheet(options, sheet);
      },
      // A step that was set up meanwhile needs another sheet.
      () => settings.settings(),
    ),
    'settings.get': () => settings.settings(),
    'settings.change': async ({ change }) => {
      const before = settings.settings();
      const namesBefore = new Set(before.networkPrinters.map(({ name }) => name));
      // A name that a printer already has would hide that one.
      for (const { name } of change.networkPrinters ?? []) {
        if (namesBefore.has(name) || !(await printers.isTaken(name))) continue;
        refuse(`there is a printer of this name already: ${name}`);
      }
      const changed = need(await settings.change(change));
      parts.emit('settings.changed')(changed);
      parts.connection.noteSettings();
      void parts.downloads.follow();
      // A shorter retention applies to existing data, not only to future ones.
      if (changed.retentionDays < before.retentionDays) await parts.removeExpired();
      return changed;
    },
    'proxy.get': () => proxies.info(),
    'proxy.give': async ({ address, user, password }) =>
      need(await proxies.give(address, { user, password })),
    'proxy.forget': async () => need(await proxies.forget()),
    'updates.status': readUpdates,
    'updates.check': () => {
      updates
        .check()
        .catch((error: unknown) => log.warn('update.defect', { error: nameOf(error) }));
      return readUpdates();
    },
    'updates.install': () => {
      updates.install();
      return readUpdates();
    },
  };
}
