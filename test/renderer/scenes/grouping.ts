import { fakeMethod, specialGroupings } from '../fake-job.ts';
import { signIn } from './connect.ts';
import type { Scene } from './scene.ts';

const quick = { stepMs: 1 };
const row = '[role=row][aria-selected]';

/** Opens a grouping that does not change. */
function at(groupingId: number, more: Partial<Scene> = {}): Scene {
  return { hash: `#/grouping/${groupingId}`, fake: quick, shows: row, ...more };
}

/** The readings of labels, and their effects; the details of this row are open. */
function readLabel(position: number, more: Partial<Scene> = {}): Scene {
  return at(specialGroupings.labelsRead, {
    async act(hands) {
      await hands.see(row);
      await hands.focus('[role=grid]');
      hands.press(...Array.from({ length: position - 1 }, () => 'ArrowDown'), 'Enter');
    },
    shows: 'aside canvas',
    ...more,
  });
}

const firstJob = { ...quick, settings: { actsKnown: [] } };

/** One grouping on its way from loaded to concluded. */
export const grouping = {
  'note-print': { hash: '#/grouping/1012', fake: firstJob, shows: '.foot .note p' },
  'note-check': { hash: '#/check/1012', fake: firstJob, shows: '.foot .note p' },
  'note-conclude': { hash: '#/conclude/1012', fake: firstJob, shows: '.foot .note p' },
  'grouping-every-state': at(specialGroupings.mixed),
  'grouping-collecting': at(1500, { fake: { stepMs: 700 }, shows: '[role=progressbar]' }),
  'grouping-waits-for-token': at(specialGroupings.tokenPause, { shows: '#job-token' }),
  'grouping-waits-for-sign-in': at(specialGroupings.tokenPause, {
    fake: { ...quick, settings: signIn },
    shows: '.panel.warn strong',
  }),
  'grouping-sign-in-under-way': at(specialGroupings.tokenPause, {
    fake: { ...quick, settings: signIn },
    async act(hands) {
      await hands.see('.panel.warn strong');
      hands.press('F9');
    },
    shows: '.sign-in button',
  }),
  'grouping-rate-limit': at(specialGroupings.ratePause, {
    act: async ({ job }) => {
      await job(specialGroupings.ratePause);
    },
  }),
  'grouping-halted': at(1500, {
    fake: { stepMs: 60_000 },
    async act(hands) {
      await hands.until(() => hands.bridge.jobs.get(1500)?.rows[0]?.label.file === 'ready');
      await hands.bridge.request('job.cancel', { groupingId: 1500 });
    },
  }),
  'grouping-failures': at(specialGroupings.failures, {
    act: async ({ job }) => {
      await job(specialGroupings.failures);
    },
    shows: '.side .group',
  }),
  'grouping-leftovers-of-a-file': at(specialGroupings.failures, {
    act: async ({ job, see, focus }) => {
      (await job(specialGroupings.failures)).takeFile('etiquetas-envio-2026-03-09.zip');
      await see('.leftover');
      await focus('.leftover:nth-of-type(1) .button');
    },
    shows: '.leftover.current',
  }),
  'grouping-failures-in-a-line': at(specialGroupings.failures, {
    act: async ({ job, see, press, focus }) => {
      await job(specialGroupings.failures);
      await see('.side .group');
      await focus('[role=grid]');
      press('Escape');
    },
    shows: '.list .panel.warn',
  }),
  'grouping-goes-without': at(specialGroupings.failures, {
    act: async ({ job, see, press, focus }) => {
      await job(specialGroupings.failures);
      await see('.side .group');
      await focus('[role=grid]');
      press('Control+s');
    },
    shows: 'main [role=alert]',
  }),
  'grouping-zoom': readLabel(1, {
    async act(hands) {
      await hands.see(row);
      await hands.focus('[role=grid]');
      hands.press('Enter');
      await hands.see('aside canvas');
      await hands.click('.zoom');
      await hands.see('dialog canvas');
      hands.press('Control+d', 'Control+d', 'Control+d');
    },
    shows: 'dialog .dots canvas',
  }),
  'grouping-correction': readLabel(1, {
    fake: { ...quick, settings: { correctShipments: true } },
    async act(hands) {
      await hands.see(row);
      await hands.focus('[role=grid]');
      hands.press('Enter');
      await hands.see('aside canvas');
      await hands.click('#correct-tracking');
      await hands.fill('#correction-weight', '1,2,5');
      await hands.click('aside [type=submit]');
    },
    shows: 'aside .problem',
  }),
  'grouping-must-not-leave': at(1012, {
    async act(hands) {
      const job = await hands.job(1012);
      const [first, second] = job.rows;
      const sale = { id: 1, number: 1, date: null, status: 'cancelled' as const };
      job.replaceRow({ ...first!, shipment: { ...first!.shipment, sale } });
      job.replaceRow({ ...second!, shipment: { ...second!.shipment, invoice: null } });
      hands.press('Control+Shift+l');
    },
    shows: '.side .case.current',
  }),
  'grouping-may-leave': at(1012, {
    async act(hands) {
      const job = await hands.job(1012);
      await job.print(job.rows.map(({ shipment }) => shipment.id));
      const done = job.rows.map((row) => {
        const { volume } = row.shipment;
        const invoice = { id: 1, number: 1, date: null, status: 'other' as const };
        const shipment = {
          ...row.shipment,
          invoice,
          volume: volume && { ...volume, grossWeight: 1 },
        };
        return { ...row, shipment, checkedAtMs: 1 };
      });
      for (const row of done) job.replaceRow(row);
      hands.press('Control+Shift+l');
    },
    shows: '.side .head.calm',
  }),
  'grouping-ready': at(1012, {
    act: async ({ job }) => {
      await job(1012);
    },
  }),
  'grouping-printer-stands': at(1012, {
    fake: {
      ...quick,
      settings: {
        printer: 'Zebra rede',
        networkPrinters: [{ name: 'Zebra rede', host: '10.0.0.21', port: 9100 }],
      },
    },
    act: async ({ job }) => {
      await job(1012);
    },
    shows: '.button.stopped',
  }),
  'grouping-prints-by-itself': at(1012, { fake: { ...quick, settings: { autoPrint: true } } }),
  'grouping-scan-asks': at(1012, {
    fake: { ...quick, settings: { printsOnScan: true } },
    async act({ job, see, press }) {
      await job(1012);
      await see(row);
      press(...Array.from('48104'), 'Enter');
      await see('[data-answer=good]');
      await see(`${row} [href="#glyph-printed"]`);
      // A printed one, by its order.
      press(...Array.from('5204'), 'Enter');
    },
    shows: '#scan-question',
  }),
  'grouping-scan-several': at(1012, {
    fake: { ...quick, settings: { printsOnScan: true } },
    async act({ job, see, press }) {
      const { rows } = await job(1012);
      // An invoice that has two shipments.
      const [first, second] = rows;
      Object.assign(second!.shipment, { invoice: first!.shipment.invoice });
      await see(row);
      press(...Array.from('48101'), 'Enter');
    },
    shows: '#scan-question',
  }),
  'grouping-without-labels': at(specialGroupings.withoutLabels, {
    act: async ({ job }) => {
      await job(specialGroupings.withoutLabels);
    },
  }),
  'grouping-labels-after-conclusion': at(specialGroupings.labelsAfterConclusion, {
    shows: 'main [role=alert]',
  }),
  'grouping-refused': at(specialGroupings.refused, { shows: '.side .cases .case:not([role])' }),
  'grouping-concludes-first': at(specialGroupings.refused, {
    fake: { ...quick, settings: { concludeFirst: [fakeMethod] } },
    shows: 'main [role=alert]',
  }),
  'grouping-filtered-to-nothing': at(1012, {
    async act({ job, fill, gone, see }) {
      await job(1012);
      await see(row);
      await fill('.search input', 'ninguém assim');
      await gone(row);
    },
    shows: '[role=grid]',
  }),
  'grouping-details': at(specialGroupings.mixed, {
    async act(hands) {
      await hands.see(row);
      await hands.focus('[role=grid]');
      hands.press('ArrowDown', 'ArrowDown', 'Enter');
    },
    shows: 'aside canvas',
  }),
  'grouping-fewer-labels': at(specialGroupings.fewerLabels, {
    async act(hands) {
      await hands.job(specialGroupings.fewerLabels);
      await hands.focus('[role=grid]');
      hands.press(...Array.from({ length: 10 }, () => 'ArrowDown'), 'Enter');
    },
    shows: 'aside canvas',
  }),
  'grouping-labels-read': at(specialGroupings.labelsRead),
  'grouping-label-stopped': readLabel(3),
  'grouping-label-many-pages': readLabel(7),
  'grouping-printed-before': readLabel(8),
  'failures-many-pages': at(specialGroupings.labelsRead, {
    async act(hands) {
      await hands.see(row);
      await hands.see('.side .group');
      await hands.focus('.side .group:nth-child(2) button');
    },
    shows: '.side .group.current:nth-child(2)',
  }),
  'grouping-label-cut-out': readLabel(4),
  'grouping-label-cut-out-pages': readLabel(4, {
    async act(hands) {
      await hands.see(row);
      await hands.focus('[role=grid]');
      hands.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
      await hands.see('aside canvas');
      await hands.click('aside section > div:last-child button');
    },
    shows: 'aside .picture.paged canvas',
  }),
  'grouping-label-mended': readLabel(6),
  'grouping-selection': at(1012, {
    async act(hands) {
      await hands.job(1012);
      await hands.focus('[role=grid]');
      hands.press('ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown');
    },
    shows: '[role=row][aria-selected=true]',
  }),
  'grouping-columns': at(1012, {
    async act(hands) {
      await hands.click('[aria-controls=column-choice], [popovertarget=column-choice]');
    },
    shows: '#column-choice',
  }),
  'grouping-concluded': at(1012, {
    async act(hands) {
      const job = await hands.job(1012);
      await job.print(job.rows.map(({ shipment }) => shipment.id));
      job.resolveConclusion(true);
    },
  }),
  'grouping-no-shipments': at(1000, { shows: 'main h1' }),
  'grouping-unknown': at(1404, { shows: 'main [role=alert]' }),
  'grouping-hostile-texts': at(specialGroupings.hostile, {
    act: async ({ job }) => {
      await job(specialGroupings.hostile);
    },
  }),
} satisfies Readonly<Record<string, Scene>>;
