import { writeTestCode } from '#shared/codes.ts';
import { labelPaper } from '#shared/domain/labels.ts';
import type { Hands, Scene } from './scene.ts';

const atMs = Date.UTC(2026, 2, 9, 17, 32);
const done = (told: string) => ({ state: 'done', atMs, told }) as const;
const steps = {
  erp: done('Depósito Modelo'),
  printer: done('Zebra bancada 1'),
  scanner: done('DOCA100X150, 120 ms, Enter'),
  screen: done('75'),
  people: done('Bancada 2'),
};
const ready = { benchSetup: { offered: true, steps } };

function goTo(step: number): (hands: Hands) => Promise<void> {
  return (hands) => hands.click(`.way li:nth-child(${step}) button`);
}

/** The setting up of a workstation. */
export const bench = {
  'bench-erp': { hash: '#/bench', shows: '.panel.warn' },
  'bench-printer': { hash: '#/bench', act: goTo(2), shows: '.success' },
  'bench-printer-wrong': {
    hash: '#/bench',
    async act(hands) {
      await goTo(2)(hands);
      await hands.see('.primary:not([aria-disabled=true])');
      hands.press('F9');
      await hands.click('.choice:nth-child(2) input[name=bench-sharp]');
    },
    shows: '.panel.warn',
  },
  'bench-scanner': { hash: '#/bench', act: goTo(3), shows: '.code svg' },
  'bench-scanner-read': {
    hash: '#/bench',
    async act(hands) {
      await goTo(3)(hands);
      await hands.see('.code svg');
      hands.press(...Array.from(writeTestCode(labelPaper)), 'Tab');
    },
    shows: 'dl',
  },
  'bench-screen': { hash: '#/bench', act: goTo(4), shows: '.sounds' },
  'bench-people': { hash: '#/bench', act: goTo(5), shows: '.panel.bad' },
  'bench-ready': { hash: '#/bench', fake: { settings: ready }, shows: 'main h1 ~ p' },
  'bench-offered': {
    hash: '#/desk',
    fake: { settings: { benchSetup: { offered: true, steps: {} } } },
    shows: 'aside.panel',
  },
  'settings-bench': {
    hash: '#/settings/bench',
    fake: { settings: ready },
    shows: '#settings-bench dl',
  },
} satisfies Readonly<Record<string, Scene>>;
