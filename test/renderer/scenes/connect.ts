import type { Hands, Scene } from './scene.ts';

/** An ERP whose people sign in. */
export const signIn = {
  signInIssuer: 'https://entrada.exemplo.invalid/realms/erp',
  signInClientId: 'doca-armazem-1',
} as const;

const decided = ['erpAddress', 'signInIssuer', 'signInClientId'] as const;

async function pickPaste(hands: Hands): Promise<void> {
  await hands.click('.doors li:nth-child(3) button');
  await hands.see('#base-url');
}

/** Opens IT's part of the sign-in. */
async function openForIt(hands: Hands): Promise<void> {
  await hands.click('.doors li:nth-child(2) button');
  await hands.click('.fold');
}

async function typeOther(hands: Hands, issuer: string): Promise<void> {
  await openForIt(hands);
  await hands.fill('#base-url', 'https://erp.exemplo.invalid/public-api/v3');
  await hands.fill('#sign-in-issuer', issuer);
  await hands.fill('#sign-in-client-id', 'doca-armazem-1');
}

/** The first screens of a workstation, and of a morning. */
export const connect = {
  'connect-first-run': {
    hash: '#/connect',
    fake: { connected: false, tokenStore: 'memory' },
    shows: '.doors button:focus',
  },
  'connect-doors-locked': {
    hash: '#/connect',
    fake: { connected: false, locked: ['signInIssuer'] },
    shows: '.doors button[aria-disabled=true]',
  },
  'connect-sign-in': {
    hash: '#/connect',
    fake: { connected: false, tokenStore: 'memory' },
    act: (hands) => hands.click('.doors li:nth-child(2) button'),
    shows: '.fold:focus',
  },
  'connect-for-it': {
    hash: '#/connect',
    fake: { connected: false },
    act: openForIt,
    shows: '#sign-in-client-id:focus',
  },
  'connect-fault': {
    hash: '#/connect',
    fake: { connected: false },
    async act(hands) {
      await pickPaste(hands);
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
      await pickPaste(hands);
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
      await pickPaste(hands);
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
      await pickPaste(hands);
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
      await pickPaste(hands);
      await hands.fill('#base-url', 'https://erp.exemplo.invalid/public-api/v3');
      await hands.fill('input[type=password]', 'um-token');
      hands.press('F9');
      await hands.see('main [role=group] input');
    },
    shows: 'main [role=group] input',
  },
  'connect-locked': {
    hash: '#/connect',
    fake: { locked: ['erpAddress'] },
    shows: 'form input[readonly]',
  },
  'connect-other': {
    hash: '#/connect',
    fake: { connected: false },
    async act(hands) {
      await typeOther(hands, signIn.signInIssuer);
    },
    shows: '#sign-in-redirect',
  },
  'connect-no-issuer': {
    hash: '#/connect',
    fake: { connected: false },
    async act(hands) {
      await typeOther(hands, 'https://nada.exemplo.invalid');
      hands.press('F9');
    },
    shows: '#sign-in-issuer[aria-invalid=true]:focus',
  },
  'connect-refused': {
    hash: '#/connect',
    fake: { connected: false },
    async act(hands) {
      await openForIt(hands);
      await hands.fill('#sign-in-client-id', 'recusada');
      hands.press('F9');
    },
    shows: '.answer [role=alert]',
  },
  'connect-under-way': {
    hash: '#/connect',
    fake: { connected: false },
    async act(hands) {
      await openForIt(hands);
      await hands.fill('#sign-in-client-id', 'doca-armazem-1');
      hands.press('F9');
      await hands.gone('form');
    },
    shows: '.primary[aria-disabled=true]',
  },
  'connect-morning': {
    hash: '#/desk',
    fake: { signedIn: false, settings: signIn },
    shows: '.primary.next',
  },
  'connect-decided': {
    hash: '#/connect',
    fake: {
      signedIn: false,
      locked: [...decided, 'pasteTokens'],
      settings: { ...signIn, pasteTokens: false },
    },
    shows: '#locked-signInIssuer',
  },
  'connect-issuer-locked': {
    hash: '#/connect',
    fake: { connected: false, locked: ['signInIssuer', 'signInScopes'], settings: signIn },
    act: (hands) => hands.click('.fold'),
    shows: '#locked-signInIssuer',
  },
} satisfies Readonly<Record<string, Scene>>;
