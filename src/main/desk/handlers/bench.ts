import { writeTestCode } from '#shared/codes.ts';
import type { BenchFinding, benchRequests } from '#shared/contract/app.ts';
import type { Handlers } from '#shared/contract/define.ts';
import { type BenchStep, benchSteps } from '#shared/domain/window.ts';
import { labelPaper } from '#shared/domain/labels.ts';
import { ok } from '#shared/faults/faults.ts';
import { openSheet } from '../documents/files.ts';
import type { DeskParts } from '../parts/parts.ts';
import { findStationName } from '../workspace/floor-link.ts';

/**
 * The step of a finding, by the beginning of its code; all others are about the program and the
 * ERP.
 */
const stepOf: Readonly<Record<string, BenchStep>> = { printers: 'printer', floor: 'people' };
/** About an ERP that training does without. */
const aboutErp = /^(erp|token|session|sign-in|clock|label)-/;

export function makeBenchHandlers(parts: DeskParts): Handlers<typeof benchRequests> {
  const { view, options, printers, settings, once } = parts;

  /** The doctor is loaded with its first look: at the start it would cost time. */
  const listFindings = async (): Promise<readonly BenchFinding[]> => {
    const { runDoctor } = await import('../../doctor/index.ts');
    const { baseUrl, training } = view.info();
    const known = settings.settings();
    const { findings } = await runDoctor({
      ...options,
      env: process.env,
      listPrinters: async () => ok(await printers.list()),
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
        const sheet = await drawBenchSheet({
          language,
          station,
          version: options.version,
          steps,
          findings,
        });
        return openSheet(options, sheet);
      },
      // A step that was set up meanwhile needs another sheet.
      () => settings.settings(),
    ),
  };
}
