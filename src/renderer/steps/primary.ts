import type { ConclusionDecision } from '#shared/domain/decision.ts';
import type { App } from '../app/index.ts';
import { type JobStore, listIds } from '../job/index.ts';
import { printNow } from './print-now.ts';

/** Focused by the primary button if the next step is an answer of the packer. */
export const tokenFieldId = 'job-token';
export const questionId = 'job-question';
export const scanQuestionId = 'scan-question';
/** The problems on the Conclude screen. */
export const casesId = 'cases';
/** The printer for labels that have none. */
export const unroutedId = 'unrouted-printer';

type Step = ConclusionDecision['step'];

export interface Primary {
  readonly label: string;
  readonly waiting: boolean;
  /** Omitted if the button does no step. */
  readonly does?: Step['kind'];
  readonly onpress: () => void;
}

export function wait(label: string): Primary {
  return { label, waiting: true, onpress: () => undefined };
}

/** The words and the effect of the step, equal on every screen of a job. */
export function choosePrimary(app: App, job: JobStore, step: Step | null = job.step): Primary {
  if (step === null) return wait(app.t.app.loading);
  const { groupingId, tallies, busy } = job;
  const words = app.t.steps;
  const press = (label: string, onpress: () => void): Primary => ({
    label,
    waiting: busy !== null,
    does: step.kind,
    onpress,
  });
  // Anything else could be pressed by mistake for the answer.
  if (app.scanPrints.asks)
    return {
      label: app.t.scanPrints.answer,
      waiting: false,
      onpress: () => focusInto(scanQuestionId),
    };
  // These answer only at the end, and the job's state does not show each of their parts.
  if (busy === 'print.start' || busy === 'print.wait' || busy === 'print.withdraw')
    return wait(describePrinting(job, words));
  if (job.without.asked.length > 0) {
    const { asked, ready, fromPanel } = job.without;
    const { goOn, withoutSure } = app.t.grouping;
    const label = withoutSure(goOn[fromPanel ? 'panel' : 'none'](asked.length));
    return { label, waiting: !ready, onpress: () => job.without.answer(true) };
  }
  if (busy === 'manifest.print') return wait(words['wait-print']);
  if (busy === 'job.conclude') return wait(words['wait-conclusion']);
  switch (step.kind) {
    case 'give-token':
      if (app.signIn.underWay) return wait(app.t.signIn.waiting);
      return app.signIn.offered
        ? press(app.t.signIn.key, () => void app.signIn.startHere())
        : press(words['give-token'], () => focusInto(tokenFieldId));
    case 'resolve-conclusion':
    case 'resolve-print':
      return press(words[step.kind], () => focusInto(questionId));
    case 'wait-labels':
      return wait(words['wait-labels'](step.done, step.total));
    case 'wait-print':
      return wait(describePrinting(job, words));
    case 'wait-conclusion':
      return wait(words[step.kind]);
    case 'wait-others':
      return wait(words[step.kind](step.count));
    case 'collect':
      return press(words.collect(step.count), () => void job.act('job.collect'));
    case 'ask-now':
      return press(words[step.kind], () => void job.act('job.collect'));
    case 'print':
      // Labels that this station has reserved are safe; all others are claimed first.
      if (waitsForFloor(app) && tallies.taken === 0) return wait(words['wait-floor']);
      // While others are still to come there is a choice, on the screen with the choices.
      return step.more
        ? press(words.printReady(step.count), () => app.go({ name: 'print', groupingId }))
        : press(words.print(step.count), () => void printNow(app, job));
    case 'retry':
      return press(words.retry(step.count), () => void job.act('job.retry', { shipmentIds: null }));
    case 'go-without':
      return press(words['go-without'](tallies.without), () => {
        const without = job.rows.filter(
          ({ label }) => label.file === 'panel' && label.waived === null,
        );
        job.without.start(listIds(without));
      });
    case 'decide':
      return press(words.decide(step.count), () => {
        job.wantsFailures = true;
        app.showGrouping(groupingId);
      });
    case 'check':
      return press(words.check(step.count), () => app.go({ name: 'check', groupingId }));
    case 'conclude-first':
    case 'conclude':
      return press(words[step.kind], () => app.go({ name: 'conclude', groupingId }));
    case 'see':
      return press(words.see, () => focusInto(casesId));
    case 'manifest': {
      // Training reaches no printer.
      const printer = app.training ? null : app.settings.manifestPrinter;
      return printer === null
        ? press(words.manifest, () => void job.act('manifest.open'))
        : press(words.printManifest, () => void job.act('manifest.print', { printer }));
    }
    case 'next-grouping':
      return press(words['next-grouping'], () => app.go({ name: 'desk' }));
  }
}

/** The stations' server is away, and the packer has not said to go on without. */
export function waitsForFloor(app: App): boolean {
  return app.floor.info.state === 'away' && !app.training;
}

function describePrinting({ head }: JobStore, words: App['t']['steps']): string {
  const progress = head?.printProgress ?? null;
  // Before the first one is certain, some may be out: a zero would deny it.
  if (progress === null || progress.printed === 0) return words['wait-print'];
  return words.printing(progress.printed, progress.of);
}

/** Focuses the first button in the element, or the element; a filled field is submitted. */
function focusInto(id: string): void {
  const element = document.getElementById(id);
  if (element instanceof HTMLInputElement) {
    if (element.value !== '') element.form?.requestSubmit();
    else element.focus();
  } else {
    (element?.querySelector<HTMLElement>('button') ?? element)?.focus();
  }
}
