import type { LabelSnapshot } from '#shared/domain/job.ts';
import { fault } from '#shared/faults/faults.ts';
import { specialGroupings } from '../fake-job.ts';
import type { FakeJob } from '../fake-job.ts';
import { printedLabel, readyLabel } from '../fake-data.ts';
import { accessKey } from '../../support/access-key.ts';
import type { Hands, Scene } from './scene.ts';

const quick = { stepMs: 1 };
/** The preview, when its page has been given its size. */
const drawn = 'canvas[width]';

function at(
  screen: 'print' | 'check' | 'conclude' | 'grouping',
  groupingId: number,
  more: Partial<Scene> = {},
): Scene {
  const shows = { grouping: '[role=row]', print: drawn, check: 'form input', conclude: 'h2.title' }[
    screen
  ];
  return { hash: `#/${screen}/${groupingId}`, fake: quick, shows, ...more };
}

/** All labels are on paper. */
async function printAll(hands: Hands, groupingId: number): Promise<FakeJob> {
  const job = await hands.job(groupingId);
  await job.print(job.rows.map(({ shipment }) => shipment.id));
  return job;
}

/** All parcels but these last ones are checked. */
async function checkAllBut(hands: Hands, groupingId: number, left: number): Promise<FakeJob> {
  const job = await printAll(hands, groupingId);
  const rows = job.rows
    .slice(0, job.rows.length - left)
    .map((row, nth) => ({ ...row, checkedAtMs: 1_000 + nth }));
  job.change({}, rows);
  return job;
}

/** These labels show another shipment's code, and of one the codes cannot be read. */
async function stopLabels(hands: Hands, count: number): Promise<void> {
  const job = await hands.job(1012);
  const stopped = {
    file: 'ready',
    block: 'label-of-another',
    fault: fault('label-of-another'),
  } as const;
  job.change(
    { state: 'ready' },
    job.rows.map(({ position }) => job.label(position, position > count ? readyLabel : stopped)),
  );
  const reading = { codes: [], pages: 1, dpi: null, looked: true };
  job.change({}, [job.label(9, { reading })]);
}

/**
 * The first shipment is three parcels with codes of their own, and these come into the field of the
 * Check screen.
 */
function scanningVolumes(codes: readonly string[], tone: 'good' | 'bad' | 'plain'): Scene {
  return at('check', 1012, {
    async act(hands) {
      const job = await checkAllBut(hands, 1012, 12);
      const [row] = job.rows;
      if (row === undefined) return;
      const found = [1, 2, 3].map((page) => ({
        symbology: 'Code128',
        text: `TBR00000000${page}`,
        page,
      }));
      const volume = row.shipment.volume && { ...row.shipment.volume, quantity: 3 };
      const reading = { codes: found, pages: 3, dpi: 203 as const, looked: true };
      const label = { ...row.label, pages: 3, filePages: 3, reading };
      job.replaceRow({ ...row, shipment: { ...row.shipment, volume }, label });
      for (const code of codes) {
        await hands.fill('form input', code);
        hands.press('Enter');
        await hands.see('[data-tone]');
      }
    },
    shows: `[data-tone=${tone}]`,
  });
}

/** The fifth parcel is scanned, and its label is so. */
function scanningUnfit(
  label: Partial<LabelSnapshot>,
  shows: string,
  ...keys: readonly string[]
): Scene {
  return at('check', 1012, {
    async act(hands) {
      const job = await checkAllBut(hands, 1012, 9);
      job.change({}, [job.label(5, label)]);
      await hands.fill('form input', '48105');
      hands.press('Enter');
      await hands.see('[data-tone]');
      hands.press(...keys);
    },
    shows,
  });
}

/** Prints all, and one of the special groupings does not let that end well. */
async function breakPrint(hands: Hands, groupingId: number): Promise<void> {
  await printAll(hands, groupingId);
  await hands.see('#job-question');
}

/**
 * The program died in the middle of a print: of so many labels it is not known whether they are
 * out, or of any.
 */
async function leaveOpen(
  hands: Hands,
  groupingId: number,
  perhaps: number | null,
  kind: 'print-unknown' | 'paper-unknown' = 'print-unknown',
): Promise<void> {
  const job = await hands.job(groupingId);
  const ids = job.rows.map(({ shipment }) => shipment.id);
  const from = perhaps === null ? 0 : 12;
  const to = perhaps === null ? ids.length : from + perhaps;
  const printVerdict = {
    printed: ids.slice(0, from),
    perhaps: ids.slice(from, to),
    not: ids.slice(to),
  };
  job.change({ state: 'ready', fault: fault(kind), printVerdict });
  // All up to the fourth, if the order is known, but for the second.
  for (const nth of [4, 2]) await hands.click(`#job-question li:nth-child(${nth}) input`);
}

/** Two parcels have one code, and a person may say which of them it is. */
function scanningOneCode(isChosen: boolean, shows: string): Scene {
  return at('check', 1012, {
    async act(hands) {
      const job = await checkAllBut(hands, 1012, 9);
      const [one, other] = job.rows.slice(-2);
      if (one === undefined || other === undefined) return;
      const { invoice, logistics } = one.shipment;
      job.replaceRow({ ...other, shipment: { ...other.shipment, invoice, logistics } });
      await hands.fill('form input', String(invoice?.number));
      hands.press('Enter');
      await hands.see('[data-tone=bad]');
      if (isChosen) await hands.click('aside li button');
    },
    shows,
  });
}

/** These codes come into the field of the Check screen, the last one is answered in this tone. */
function scanning(codes: readonly string[], tone: 'good' | 'warn' | 'bad' | 'plain'): Scene {
  return at('check', 1012, {
    async act(hands) {
      await checkAllBut(hands, 1012, 9);
      for (const code of codes) {
        await hands.fill('form input', code);
        hands.press('Enter');
        await hands.see('[data-tone]');
      }
    },
    shows: `[data-tone=${tone}]`,
  });
}

/** From labels to parcels: print, check, conclude. */
export const paper = {
  'print-options': at('print', 1012),
  'print-by-kind': at('print', 1012, {
    fake: {
      ...quick,
      settings: {
        printer: 'Laser do escritório',
        routes: { byPaper: {}, zpl: 'Argox fila crua' },
        labelsPerJob: 4,
      },
    },
  }),
  'print-unrouted': at('print', 1012, {
    fake: {
      ...quick,
      settings: { printer: null, routes: { byPaper: {}, zpl: 'Argox fila crua' } },
    },
    shows: '#unrouted-printer',
  }),
  'print-sheets': at('print', 1012, { fake: { ...quick, settings: { perSheet: 4 } } }),
  'print-locked': at('print', 1012, {
    fake: { ...quick, locked: ['printer', 'perSheet', 'copies'], settings: { perSheet: 2 } },
  }),
  'print-nothing-ready': at('print', specialGroupings.labelsAfterConclusion, { shows: '#printer' }),
  'print-running': at('print', 1012, {
    async act(hands) {
      const job = await hands.job(1012);
      await hands.see(drawn);
      job.change({ state: 'printing' });
    },
    shows: '.primary[aria-disabled=true]',
  }),
  'print-while-loading': at('print', specialGroupings.ratePause, {
    act: (hands) => hands.click('label.control input'),
    shows: 'label.control input:checked',
  }),
  'print-leaves-open': at('grouping', 1012, {
    async act(hands) {
      const job = await hands.job(1012);
      job.change({ state: 'printing', printProgress: { printed: 5, of: 12, open: [2, 3, 7] } });
    },
    shows: 'main .panel.warn',
  }),
  'print-left-open': at('grouping', 1012, {
    async act(hands) {
      const job = await hands.job(1012);
      const ids = job.rows.map(({ shipment }) => shipment.id);
      const out = job.rows.slice(2).map(({ position }) => job.label(position, printedLabel));
      job.change(
        {
          state: 'ready',
          printVerdict: { printed: ids.slice(2), perhaps: [], not: ids.slice(0, 2) },
        },
        out,
      );
    },
    shows: '#job-question',
  }),
  'print-broken': at('print', specialGroupings.printBreaks, {
    async act(hands) {
      await breakPrint(hands, specialGroupings.printBreaks);
      await hands.click('summary');
    },
    shows: 'details[open]',
  }),
  'print-broken-answered': at('print', specialGroupings.printBreaks, {
    async act(hands) {
      await breakPrint(hands, specialGroupings.printBreaks);
      await hands.bridge.request('print.resolve', {
        groupingId: specialGroupings.printBreaks,
        printed: true,
      });
    },
  }),
  'print-broken-label-by-label': at('print', specialGroupings.printBreaks, {
    act: (hands) => leaveOpen(hands, specialGroupings.printBreaks, 11),
    shows: '#job-question input[type=checkbox]:checked',
  }),
  'print-all-in-doubt': at('grouping', specialGroupings.printBreaks, {
    act: (hands) => leaveOpen(hands, specialGroupings.printBreaks, null),
    shows: '#job-question input[type=checkbox]:checked',
  }),
  'print-forgotten': at('grouping', specialGroupings.printBreaks, {
    act: (hands) => leaveOpen(hands, specialGroupings.printBreaks, null, 'paper-unknown'),
    shows: '#job-question input[type=checkbox]:checked',
  }),
  'print-left-in-queue': at('print', 1012, {
    async act(hands) {
      const job = await hands.job(1012);
      const perhaps = job.rows.map(({ shipment }) => shipment.id);
      job.change({
        fault: fault('print-unknown'),
        printVerdict: { printed: [], perhaps, not: [] },
        interruptedPrint: { printer: 'Zebra bancada 1', canWithdraw: true },
      });
    },
    shows: '#job-question button:nth-child(2)',
  }),
  'print-in-doubt': at('print', specialGroupings.printUnknown, {
    act: (hands) => breakPrint(hands, specialGroupings.printUnknown),
  }),
  'check-begin': at('check', 1012, {
    act: async (hands) => {
      await printAll(hands, 1012);
    },
  }),
  'check-right': scanning(['48105'], 'good'),
  'check-wrong': scanning(['99999'], 'bad'),
  'check-already': scanning(['48101'], 'plain'),
  'check-one-code': scanningOneCode(false, '[data-tone=bad]'),
  'check-one-code-chosen': scanningOneCode(true, '[data-tone=warn]'),
  'print-stopped': at('print', 1012, {
    act: (hands) => stopLabels(hands, 7),
    shows: '#stopped-labels',
  }),
  'conclude-stopped': at('conclude', 1012, {
    act: (hands) => stopLabels(hands, 7),
    shows: '#stopped-labels',
  }),
  'check-one-of-three': scanningVolumes(['TBR000000002'], 'good'),
  'check-three-of-three': scanningVolumes(['TBR000000002', 'TBR000000001', 'TBR000000003'], 'good'),
  'grouping-some-volumes-checked': at('grouping', 1012, {
    async act(hands) {
      const job = await checkAllBut(hands, 1012, 10);
      const scannedVolumes = { codes: ['TBR000000001'], of: 3 };
      job.change(
        {},
        job.rows.slice(2, 5).map((row) => ({ ...row, scannedVolumes })),
      );
    },
    shows: '[role=row] strong',
  }),
  'check-volume-again': scanningVolumes(['TBR000000002', 'TBR000000002'], 'plain'),
  'check-which-volume': scanningVolumes(['TBR000000001', '48101'], 'bad'),
  'check-other-grouping': scanning(['48901'], 'bad'),
  'check-all-done': at('check', 1012, {
    async act(hands) {
      const job = await checkAllBut(hands, 1012, 1);
      // Concluded before: otherwise the next screen opens by itself.
      job.change({ state: 'concluded' });
      await hands.fill('form input', '48112');
      hands.press('Enter');
    },
    shows: '[data-tone=good]',
  }),
  'check-without-label': scanningUnfit(
    { file: 'panel', waived: 'without' },
    '[data-tone=good] .plate',
  ),
  'check-unsure': scanning([accessKey(48_105)], 'warn'),
  'check-unlabelled': scanningUnfit(readyLabel, '[data-tone=warn]'),
  'check-stopped': scanningUnfit(
    { file: 'ready', block: 'label-of-another', fault: fault('label-of-another') },
    '[data-tone=bad]',
  ),
  'check-despite-asked': scanningUnfit(
    readyLabel,
    '[data-tone=warn] .asked:not(:empty)',
    'Control+F9',
  ),
  // Little is left between a question and the foot.
  'check-question': at('check', specialGroupings.printBreaks, {
    act: (hands) => breakPrint(hands, specialGroupings.printBreaks),
    shows: '#job-question',
  }),
  'check-asked': at('check', 1012, {
    async act(hands) {
      await checkAllBut(hands, 1012, 3);
      await hands.see('form input');
      hands.press('F9');
    },
    shows: '.asked:not(:empty)',
  }),
  'check-printer-stands': at('check', specialGroupings.mixed, { fake: { queue: true } }),
  'conclude-ready': at('conclude', 1012, {
    act: async (hands) => {
      await checkAllBut(hands, 1012, 0);
    },
  }),
  'conclude-unchecked': at('conclude', 1012, {
    act: async (hands) => {
      await checkAllBut(hands, 1012, 3);
    },
  }),
  'conclude-unprinted': at('conclude', 1012, {
    act: async ({ job }) => {
      await job(1012);
    },
  }),
  'conclude-accepted': at('conclude', 1012, {
    act: async (hands) => {
      const job = await checkAllBut(hands, 1012, 0);
      job.change({}, [job.label(6, { file: 'panel', waived: 'without' })]);
    },
    shows: '.case .tint',
  }),
  'conclude-empty': at('conclude', 1000),
  'conclude-mandatory': at('conclude', 1012, {
    fake: { ...quick, settings: { mustCheck: true } },
    act: async (hands) => {
      const job = await checkAllBut(hands, 1012, 8);
      job.change({}, [job.label(12, { file: 'panel' })]);
    },
  }),
  'conclude-fewer-labels': at('conclude', specialGroupings.fewerLabels, {
    act: async (hands) => {
      await checkAllBut(hands, specialGroupings.fewerLabels, 0);
    },
  }),
  'conclude-difference': at('conclude', specialGroupings.difference, {
    async act(hands) {
      await checkAllBut(hands, specialGroupings.difference, 0);
      await hands.bridge.request('job.conclude', {
        groupingId: specialGroupings.difference,
        beforeLabels: false,
        seen: [],
      });
    },
  }),
  'grouping-difference': at('grouping', specialGroupings.difference, {
    async act(hands) {
      const job = await checkAllBut(hands, specialGroupings.difference, 0);
      const [removed, added, changed] = [0, 6, 12].map((from) =>
        job.rows.slice(from, from + 6).map(({ shipment }) => shipment),
      );
      job.change({ difference: { removed: removed!, added: added!, changed: changed! } });
    },
    shows: '.case',
  }),
  'conclude-in-doubt': at('conclude', specialGroupings.conclusionUnknown, {
    async act(hands) {
      const job = await checkAllBut(hands, specialGroupings.conclusionUnknown, 0);
      await job.conclude([]);
    },
    shows: '#job-question',
  }),
  'conclude-first': at('conclude', specialGroupings.labelsAfterConclusion),
  'conclude-concluded': at('conclude', 1012, {
    async act(hands) {
      const job = await checkAllBut(hands, 1012, 0);
      job.resolveConclusion(true);
    },
    shows: '.manifest',
  }),
} satisfies Readonly<Record<string, Scene>>;
