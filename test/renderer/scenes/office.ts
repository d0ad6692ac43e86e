import type { Scene } from './scene.ts';

type Action =
  | `${'add' | 'replace' | 'delete'}-tags`
  | 'generate-invoice'
  | 'generate-sale'
  | 'reverse-accounts';

function choosing(action: Action, tag?: string): Scene {
  return {
    hash: '#/office',
    async act(hands) {
      await hands.fill('#office-id', '2001');
      await hands.click(`input[value=${action}]`);
      if (tag !== undefined) await hands.fill('form input:not(#office-id)', tag);
    },
    shows: `input[value=${action}]:checked`,
  };
}

/** The back office: each action, and its possible results. */
export const office = {
  'office-set-status': { hash: '#/office', shows: '#office-status' },
  'office-add-tags': choosing('add-tags', 'urgente'),
  'office-replace-tags': choosing('replace-tags', 'urgente'),
  'office-delete-tags': choosing('delete-tags'),
  'office-generate-invoice': choosing('generate-invoice'),
  'office-generate-sale': choosing('generate-sale'),
  'office-reverse-accounts': choosing('reverse-accounts'),
  'office-asks': {
    hash: '#/office',
    async act(hands) {
      await hands.fill('#office-id', '2001');
      hands.press('F9');
    },
    shows: 'form',
  },
  'office-refused': {
    hash: '#/office',
    async act(hands) {
      await hands.fill('#office-id', '400');
      // The second press counts only after a moment, to prevent accidental confirmation.
      await hands.until(() => {
        hands.press('F9');
        return hands.bridge.calls.some(({ channel }) => channel === 'office.set-status');
      });
    },
    shows: 'main [role=alert]',
  },
  'office-made-before': {
    hash: '#/office',
    async act(hands) {
      await hands.click('input[value=generate-invoice]');
      await hands.fill('#office-id', '813');
    },
    shows: '.panel.warn',
  },
  'office-done': {
    hash: '#/office',
    async act(hands) {
      await hands.fill('#office-id', '812');
      await hands.click('input[value=generate-invoice]');
      await hands.until(() => {
        hands.press('F9');
        return hands.bridge.calls.some(({ channel }) => channel === 'office.generate-invoice');
      });
    },
    shows: 'main form',
  },
} satisfies Readonly<Record<string, Scene>>;
