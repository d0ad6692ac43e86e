import { fault } from '../../../src/shared/index.ts';
import { stalledJob } from '../fake-printing.ts';
import type { Scene } from './scene.ts';

/** The first screens, what lies over all of them, and the history. */
export const desk = {
  'connect-first-run': { hash: '#/connect', fake: { connected: false, tokenStore: 'memory' }, shows: 'form input' },
  'connect-fault': {
    hash: '#/connect',
    fake: { connected: false },
    async act(hands) {
      await hands.fill('#base-url', 'https://erp.exemplo.invalid/public-api/v3');
      await hands.fill('input[type=password]', 'errado');
      hands.press('F9');
    },
    shows: '.field .problem',
  },
  'connect-wrong-address': {
    hash: '#/connect',
    fake: { connected: false },
    async act(hands) {
      await hands.fill('#base-url', 'http://erp.exemplo.invalid/public-api/v3');
      await hands.fill('input[type=password]', 'certo');
      hands.press('F9');
    },
    shows: '.field .problem',
  },
  'connect-untold': {
    hash: '#/connect',
    fake: { connected: false },
    async act(hands) {
      await hands.fill('#base-url', 'https://erp.exemplo.invalid/public-api/v3');
      await hands.fill('input[type=password]', 'sem-empresa');
      hands.press('F9');
    },
    shows: '.panel.warn',
  },
  'connect-proven': {
    hash: '#/connect',
    fake: { connected: false },
    async act(hands) {
      await hands.fill('#base-url', 'https://erp.exemplo.invalid/public-api/v3');
      await hands.fill('input[type=password]', 'certo');
      hands.press('F9');
    },
    shows: '.company',
  },
  'connect-proxy': {
    hash: '#/connect',
    fake: { connected: false, proxy: true },
    async act(hands) {
      await hands.fill('#base-url', 'https://erp.exemplo.invalid/public-api/v3');
      await hands.fill('input[type=password]', 'um-token');
      hands.press('F9');
      await hands.see('main [role=group] input');
    },
    shows: 'main [role=group] input',
  },
  'connect-locked': { hash: '#/connect', fake: { locked: ['erpAddress'] }, shows: 'form input[readonly]' },
  'desk-empty': { hash: '#/desk', fake: { empty: true }, shows: '#grouping-id' },
  'desk-unfinished': { hash: '#/desk', shows: 'a.row' },
  'desk-training': { hash: '#/desk', fake: { training: true }, shows: '.training a' },
  'desk-not-a-number': {
    hash: '#/desk',
    async act(hands) {
      await hands.fill('#grouping-id', 'doze');
      hands.press('Enter');
    },
    shows: '#refused',
  },
  'desk-notices': {
    hash: '#/desk',
    async act(hands) {
      await hands.see('a.row');
      hands.bridge.emit('app.notice', fault('journal-corrupt'));
      hands.bridge.emit('app.notice', fault('disk-full'));
    },
    shows: 'section [role=alert] + [role=alert]',
  },
  shortcuts: {
    hash: '#/desk',
    async act(hands) {
      await hands.see('a.row');
      hands.press('F1');
    },
    shows: 'dialog[open]',
  },
  guide: {
    hash: '#/desk',
    async act(hands) {
      await hands.see('main');
      hands.press('F1');
      await hands.see('dialog[open]');
      hands.press('F1');
    },
    shows: 'dialog[open] article h3',
  },
  queue: {
    hash: '#/desk',
    fake: { queue: true },
    async act(hands) {
      await hands.see('a.row');
      hands.press('F5');
    },
    shows: '#print-queue li',
  },
  'queue-stalled': {
    hash: '#/desk',
    async act(hands) {
      await hands.see('a.row');
      hands.bridge.emit('print.queue-changed', [stalledJob]);
      hands.press('F5');
    },
    shows: '#print-queue .trouble',
  },
  'queue-empty': {
    hash: '#/desk',
    async act(hands) {
      await hands.see('a.row');
      hands.press('F5');
    },
    shows: '#print-queue',
  },
  'history-found': { hash: '#/history', shows: 'tbody tr' },
  'history-searched': {
    hash: '#/history',
    async act(hands) {
      await hands.see('tbody tr');
      await hands.fill('.search input', '48107');
    },
    // Its day, and the one that was found.
    shows: 'tbody:only-of-type tr:nth-child(2):last-child',
  },
  'history-not-found': {
    hash: '#/history',
    async act(hands) {
      await hands.see('tbody tr');
      await hands.fill('.search input', 'ninguém');
    },
    shows: 'main .none',
  },
  'history-empty': { hash: '#/history', fake: { empty: true }, shows: 'main .none' },
} satisfies Readonly<Record<string, Scene>>;
