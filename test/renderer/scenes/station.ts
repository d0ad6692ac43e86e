import { settingNames } from '#shared/contract/settings.ts';
import { writeBadge } from '#shared/codes.ts';
import type { UpdateStatus } from '#shared/contract/app.ts';
import type { LockedKey } from '#shared/contract/settings.ts';
import { fakeBadges } from '../fake-floor.ts';
import { fakeMethod } from '../fake-job.ts';
import { signIn } from './connect.ts';
import type { Scene } from './scene.ts';

const notes = {
  'pt-BR': 'Imprime mais depressa.\nLê etiquetas novas.',
  en: 'Prints faster.\nReads new labels.',
};
const release = { version: '1.2.0', notes };
const everything: readonly LockedKey[] = [...settingNames, 'erpAddress', 'updates'];
const zebra = { name: 'Zebra doca 2', host: '10.0.0.21', port: 9100 };

function updating(update: UpdateStatus): Scene {
  const section = '#settings-updates h2';
  return { hash: '#/settings/updates', fake: { update }, shows: section };
}

/** The settings of a workstation, and its updates. */
export const station = {
  settings: { hash: '#/settings', shows: 'nav a[aria-current=true]' },
  'settings-display': {
    hash: '#/settings/display',
    fake: { settings: { sounds: false } },
    shows: '.sounds',
  },
  'settings-checking': { hash: '#/settings/checking', shows: '#settings-checking h2' },
  'settings-found': {
    hash: '#/settings',
    act: (hands) => hands.fill('nav input', 'etiquetas'),
    shows: '.result',
  },
  'settings-not-found': {
    hash: '#/settings',
    act: (hands) => hands.fill('nav input', 'bicicleta'),
    shows: '[role=status]',
  },
  'settings-company-untold': {
    hash: '#/settings',
    fake: { company: { isUnnamed: true, said: null } },
    async act(hands) {
      await hands.fill('#company-name', 'Ateliê Araçá Comércio de Artesanato Ltda');
      await hands.fill('#company-tax-id', '11.222.333/0001-82');
      await hands.focus('#company-tax-id');
      hands.press('Enter');
      await hands.scrollTo('#company-tax-id');
    },
    shows: '.problem',
  },
  'settings-printing': {
    hash: '#/settings/printing',
    fake: {
      settings: {
        networkPrinters: [zebra],
        routes: { byPaper: { '100x150': zebra.name }, zpl: zebra.name },
      },
    },
    async act(hands) {
      await hands.scrollTo('#route-zpl');
      await hands.click('[aria-label^="Testar a conexão:"]');
    },
    shows: 'li [aria-live] p:not(.quiet)',
  },
  'settings-network-printer-wrong': {
    hash: '#/settings/printing',
    async act(hands) {
      await hands.fill('#network-host', 'não é um endereço');
      await hands.focus('#network-host');
      hands.press('Enter');
      await hands.scrollTo('#network-host');
    },
    shows: '.problem',
  },
  'settings-concludes-first': {
    hash: '#/settings/data',
    fake: { settings: { concludeFirst: [fakeMethod, { id: 9, name: 'Transportadora Modelo' }] } },
    act: (hands) => hands.scrollTo('[aria-label*="Transportadora Modelo"]'),
    shows: '[aria-label*="Transportadora Modelo"]',
  },
  'settings-page-rules': {
    hash: '#/settings/data',
    fake: {
      settings: {
        pageRules: [
          { method: fakeMethod, choice: { pages: 'all', crop: 'auto' } },
          {
            method: { id: 9, name: 'Transportadora Modelo' },
            choice: { pages: [1, 3], crop: 'auto' },
          },
          { method: { id: 10, name: 'Etiqueta em A4' }, choice: { pages: 'auto', crop: 'whole' } },
        ],
      },
    },
    act: (hands) => hands.scrollTo('[aria-label*="Etiqueta em A4"]'),
    shows: '[aria-label*="Etiqueta em A4"]',
  },
  'settings-locked': {
    hash: '#/settings/display',
    fake: {
      locked: everything,
      settings: { networkPrinters: [zebra] },
    },
    shows: '#settings-display .locked',
  },
  'settings-locked-printing': {
    hash: '#/settings/printing',
    fake: { locked: everything, settings: { networkPrinters: [zebra] } },
    act: (hands) => hands.scrollTo('#route-zpl'),
    shows: '#route-zpl',
  },
  'settings-floor': {
    hash: '#/settings/floor',
    fake: {
      floor: 'joined',
      settings: { floorAddress: 'postgres://doca@servidor.exemplo.invalid/expedicao' },
    },
    async act(hands) {
      await hands.scrollTo('#settings-floor');
      await hands.fill('#settings-floor [type=password]', 'errada');
      await hands.click('#settings-floor form button[type=button]');
    },
    shows: '#floor-trouble .problem',
  },
  'settings-badges': {
    hash: '#/settings/floor',
    fake: {
      floor: 'alone',
      settings: { floorAddress: 'postgres://doca@servidor.exemplo.invalid/expedicao' },
    },
    async act(hands) {
      await hands.see('#settings-floor');
      await hands.bridge.request('operator.set', { badge: writeBadge(fakeBadges[0]!.id) });
      await hands.click('#settings-floor button[aria-expanded]');
      await hands.fill(
        '#badge-names',
        `Ana Paula ${writeBadge(fakeBadges[0]!.id)}\nMaria Aparecida dos Santos\nMaria Aparecida dos Reis\nmaria aparecida dos reis`,
      );
      await hands.click('#settings-floor form:last-child [type=submit]');
      await hands.scrollTo('#badge-names');
    },
    shows: '#settings-floor .problem',
  },
  'settings-signed-in': {
    hash: '#/settings',
    fake: { settings: signIn },
    shows: '#settings-connection',
  },
  'settings-token-in-memory': {
    hash: '#/settings',
    fake: { tokenStore: 'memory' },
    shows: '#settings-connection',
  },
  'update-off-by-policy': updating({ kind: 'off', by: 'policy' }),
  'update-unchecked': updating({ kind: 'unchecked' }),
  'update-checking': updating({ kind: 'checking' }),
  'update-current': updating({ kind: 'current', checkedAtMs: Date.UTC(2026, 2, 9, 17, 32) }),
  'update-downloading': updating({ kind: 'downloading', update: release, percent: 42 }),
  'update-ready': updating({ kind: 'ready', update: release, waitsFor: null }),
  'update-waits': updating({ kind: 'ready', update: release, waitsFor: 'grouping-open' }),
  'update-failed': updating({
    kind: 'failed',
    failure: 'not-ours',
    atMs: Date.UTC(2026, 2, 9, 17, 32),
  }),
} satisfies Readonly<Record<string, Scene>>;
