import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  interactionPolicy,
  Provider,
  type ClientMetadata,
  type Configuration,
} from 'oidc-provider';
import { Shelf, type Records } from './openid-shelf.ts';

/** The provider's users and their claims. */
const people: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ana: { name: 'Ana Souza', preferred_username: 'ana', email: 'ana@example.test' },
  bia: { preferred_username: 'bia.lima', email: 'bia@example.test' },
  caio: { email: 'caio@example.test' },
  davi: {},
  treino: { name: 'Treino', preferred_username: 'treino' },
};

export const clientSecret = 'segredo-do-cliente-7f3a';

/** `doca` is public; the others have a secret, and each shows it in one way only. */
const clients: readonly ClientMetadata[] = (
  [
    ['doca', 'none'],
    ['doca-body', 'client_secret_post'],
    ['doca-basic', 'client_secret_basic'],
  ] as const
).map(([id, way]) => ({
  client_id: id,
  application_type: 'native',
  token_endpoint_auth_method: way,
  ...(way === 'none' ? {} : { client_secret: clientSecret }),
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  redirect_uris: ['http://127.0.0.1/doca', 'http://localhost/doca'],
  id_token_signed_response_alg: 'ES256',
}));

export interface OpenIdProvider {
  readonly issuer: string;
  /** The next user to sign in: a name of `people`, or null for a user who refuses. */
  person: string | null;
  accessTokenS: number;
  refreshTokenS: number;
  rotates: boolean;
  /** How long its answers for tokens take. */
  delayMs: number;
  givesRefreshTokens: boolean;
  /** Grants by type as they were given, and why others were not. */
  readonly granted: string[];
  readonly refused: string[];
  /** Counts the refresh tokens that were not used yet. */
  countLiveRefreshTokens(): number;
  /** Whether an access token counts now. */
  accepts(token: string): Promise<boolean>;
  /** Ends all sessions, as an administrator can. */
  endSessions(): void;
  close(): Promise<void>;
}

/**
 * Addresses and description as Keycloak has them: all below a realm, with much that Doca does not
 * know.
 */
const keycloak: Pick<Configuration, 'routes' | 'discovery'> = {
  routes: {
    authorization: '/protocol/openid-connect/auth',
    token: '/protocol/openid-connect/token',
    jwks: '/protocol/openid-connect/certs',
    revocation: '/protocol/openid-connect/revoke',
    end_session: '/protocol/openid-connect/logout',
  },
  discovery: {
    grant_types_supported: [
      'authorization_code',
      'refresh_token',
      'password',
      'urn:openid:params:grant-type:ciba',
    ],
    token_endpoint_auth_methods_supported: [
      'private_key_jwt',
      'client_secret_basic',
      'client_secret_post',
      'tls',
    ],
    id_token_signing_alg_values_supported: ['PS384', 'RS256', 'ES256', 'HS256'],
    code_challenge_methods_supported: ['plain', 'S256'],
    mtls_endpoint_aliases: { token_endpoint: 'https://mtls.test/token' },
  },
};

/**
 * A certified OpenID provider over real HTTP, with rotation and detection of reuse. `realm`: in the
 * shape of Keycloak.
 */
export async function startOpenIdProvider({ realm = '' } = {}): Promise<OpenIdProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const mount = realm === '' ? '' : `/realms/${realm}`;
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${mount}`;
  const records: Records = new Map();
  const state: OpenIdProvider = {
    issuer,
    person: 'ana',
    accessTokenS: 14_400,
    refreshTokenS: 86_400,
    rotates: true,
    delayMs: 0,
    givesRefreshTokens: true,
    granted: [],
    refused: [],
    countLiveRefreshTokens: () =>
      [...records].filter(
        ([key, { payload }]) => key.startsWith('RefreshToken:') && payload.consumed === undefined,
      ).length,
    accepts: async (token) => (await provider.AccessToken.find(token)) !== undefined,
    endSessions: () => records.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const provider = new Provider(issuer, {
    ...configure(state, records, mount),
    ...(realm === '' ? {} : keycloak),
  });
  provider.silent = true;
  provider.on('grant.success', ({ oidc }) =>
    state.granted.push(String(oidc.params?.['grant_type'])),
  );
  provider.on('grant.error', ({ oidc }, error) => {
    state.refused.push(
      `${String(oidc.params?.['grant_type'])}: ${error.error_detail ?? error.error}`,
    );
  });
  const serve = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const path = URL.parse(request.url ?? '', issuer)?.pathname ?? '';
    // Frameworks do the same for mounted handlers.
    Object.assign(request, { originalUrl: request.url, url: request.url?.slice(mount.length) });
    // Node's own is up to a second old, and does not follow a clock that a test puts.
    response.setHeader('Date', new Date().toUTCString());
    if (path.startsWith(`${mount}/interaction/`)) void signIn(provider, state, request, response);
    else if (path.endsWith('/token'))
      setTimeout(() => void serve(request, response), state.delayMs);
    else void serve(request, response);
  });
  return state;
}

async function signIn(
  provider: Provider,
  { person }: OpenIdProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const result = person === null ? { error: 'access_denied' } : { login: { accountId: person } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

function configure(state: OpenIdProvider, records: Records, mount: string): Configuration {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const policy = interactionPolicy.base();
  policy.remove('consent');
  return {
    adapter: (kind) => new Shelf(records, kind),
    jwks: {
      keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'test' }],
    },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    clients: [...clients],
    responseTypes: ['code'],
    scopes: ['openid', 'profile', 'email'],
    claims: { openid: ['sub', 'name', 'preferred_username', 'email'] },
    conformIdTokenClaims: false,
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => Promise.resolve({ sub: accountId, ...people[accountId] }),
    }),
    interactions: { policy, url: (_context, { uid }) => `${mount}/interaction/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const { client, session } = oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const grant = new oidc.provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      });
      grant.addOIDCScope([...oidc.requestParamOIDCScopes].join(' '));
      await grant.save();
      return grant;
    },
    issueRefreshToken: () => Promise.resolve(state.givesRefreshTokens),
    rotateRefreshToken: () => state.rotates,
    expiresWithSession: () => Promise.resolve(false),
    clientBasedCORS: () => false,
    ttl: {
      AccessToken: () => state.accessTokenS,
      RefreshToken: () => state.refreshTokenS,
      IdToken: 300,
      AuthorizationCode: 60,
      Interaction: 3600,
      Session: 30 * 86_400,
      Grant: 30 * 86_400,
    },
    features: {
      devInteractions: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: { enabled: true, logoutSource: showForm },
    },
  };
}

/** The page is only a form, because no browser shows it. */
function showForm(context: { body?: unknown }, form: string): void {
  context.body = form;
}
