import { fault } from '#shared/faults/faults.ts';
import { stalledJob } from '../fake-printing.ts';
import { signIn } from './connect.ts';
import type { Scene } from './scene.ts';

/** The Desk, the overlays of all screens, and the history. */
export const desk = {
  'desk-empty': { hash: '#/desk', fake: { empty: true }, shows: '#grouping-id' },
  'desk-unfinished': { hash: '#/desk', shows: 'a.unopened' },
  'desk-no-list': { hash: '#/desk', fake: { listsGroupings: false }, shows: 'a.row' },
  'desk-list-late': { hash: '#/desk', fake: { listsGroupings: 'broken' }, shows: '.late' },
  'desk-unopened': {
    hash: '#/desk',
    async act(hands) {
      await hands.click('.fold');
      await hands.see('a.unopened .count');
      await hands.focus('#grouping-id');
      hands.press(...Array.from({ length: 6 }, () => 'ArrowDown'));
    },
    shows: 'a.unopened.on',
  },
  'desk-training': { hash: '#/desk', fake: { training: true }, shows: '.unopened' },
  'note-open': {
    hash: '#/desk',
    fake: { training: true, settings: { actsKnown: [] } },
    shows: '.foot .note p',
  },
  'desk-choice': {
    hash: '#/desk',
    async act(hands) {
      await hands.fill('#grouping-id', '2222');
      hands.press('Enter');
    },
    shows: '.unopened + *, li + li .unopened',
  },
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
  'desk-signed-out': {
    hash: '#/desk',
    fake: { signedIn: false, settings: signIn },
    async act(hands) {
      await hands.see('.primary.next');
      await hands.click('nav a[href="#/desk"]');
      await hands.see('a.row');
      hands.bridge.emit('app.notice', fault('signed-out'));
    },
    shows: 'section [role=alert]',
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
    // Its day, and the found one.
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
