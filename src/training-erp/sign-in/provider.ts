import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClientMetadata, Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { closeServer, listen } from '../http/host.ts';
import type { SandboxSignIn, SignInOptions } from '../types.ts';
import {
  writeCodeDonePage,
  writeCodePage,
  writeConfirmCodePage,
  writeErrorPage,
  writeSignedOutPage,
  writeSignInPage,
  writeSignOutPage,
} from './pages.ts';
import { Shelf } from './shelf.ts';
import type { Records } from './shelf.ts';

export interface SignInHost extends SandboxSignIn {
  /** Whether this is an access token of somebody who is signed in. */
  accepts(token: string): Promise<boolean>;
  close(): Promise<void>;
}

/** The only person there is, and whoever sits in front of the page is it. */
const user = { sub: 'treino', name: 'Treino', preferred_username: 'treino' };
const clientId = 'doca-treino';
const signInPath = '/entrar';
const daySeconds = 86_400;

/** A real OpenID provider on the loopback interface; signs in one person, and asks for no consent. */
export async function startSignIn(options: SignInOptions): Promise<SignInHost> {
  // Loaded when asked for: it takes longer than the rest of the training ERP together.
  const { Provider: ProviderClass, interactionPolicy } = await import('oidc-provider');
  const server = createServer();
  await listen(server, options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const issuer = `http://${host}`;
  const policy = interactionPolicy.base();
  policy.remove('consent');
  const records: Records = new Map();
  const provider = new ProviderClass(issuer, {
    ...configure(options, port, records),
    interactions: { url: (_context, interaction) => `${signInPath}/${interaction.uid}`, policy },
  });
  // What goes wrong is in the answers.
  provider.silent = true;
  serve(server, provider, host);
  return {
    issuer,
    clientId,
    redirectUrl: options.redirectUrl ?? 'http://127.0.0.1:53682/doca',
    // Unknown, ended and signed out ones are not found.
    accepts: async (token) => (await provider.AccessToken.find(token)) !== undefined,
    endSessions: () => records.clear(),
    close: () => closeServer(server),
  };
}

function configure(options: SignInOptions, port: number, records: Records): Configuration {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    adapter: (kind) => new Shelf(records, kind),
    // All of it runs by one clock.
    clockTolerance: 0,
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'treino' }] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    // A browser has one jar of cookies for all ports of this computer.
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: { session: `treino-${port}`, interaction: `treino-${port}-entrada`, resume: `treino-${port}-volta` },
    },
    clients: [describeClient(options)],
    responseTypes: ['code'],
    scopes: ['openid', 'profile', 'offline_access'],
    claims: { openid: Object.keys(user), profile: ['name', 'preferred_username'] },
    // Who is signed in is in the ID token, as other providers have it.
    conformIdTokenClaims: false,
    findAccount: (_context, accountId) =>
      accountId === user.sub ? { accountId, claims: () => Promise.resolve(user) } : undefined,
    loadExistingGrant: giveGrant,
    issueRefreshToken: () => Promise.resolve(true),
    rotateRefreshToken: true,
    expiresWithSession: () => Promise.resolve(true),
    clientBasedCORS: () => false,
    renderError(context, { error, error_description: description }) {
      writeHtml(context, writeErrorPage(error, description));
    },
    ttl: {
      AccessToken: options.accessTokenSeconds ?? daySeconds / 6,
      RefreshToken: options.refreshTokenSeconds ?? daySeconds,
      IdToken: 300,
      DeviceCode: 600,
      Interaction: 3600,
      Session: 30 * daySeconds,
      Grant: 30 * daySeconds,
    },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_context, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => writeHtml(context, writeSignOutPage(form)),
        postLogoutSuccessSource: (context) => writeHtml(context, writeSignedOutPage()),
      },
      deviceFlow: {
        enabled: true,
        userCodeInputSource: (context, form, _out, error) =>
          writeHtml(context, writeCodePage(form, error !== undefined)),
        userCodeConfirmSource: (context, form, _client, _device, userCode) =>
          writeHtml(context, writeConfirmCodePage(form, userCode)),
        successSource: (context) => writeHtml(context, writeCodeDonePage()),
      },
    },
  };
}

/** A native program (RFC 8252), whose loopback addresses hold with any port; one that is given holds exactly. */
function describeClient({ redirectUrl, clientSecret }: SignInOptions): ClientMetadata {
  const redirects =
    redirectUrl === undefined
      ? ['127.0.0.1', 'localhost', '[::1]'].flatMap((host) => [`http://${host}/doca`, `http://${host}/`])
      : [redirectUrl];
  return {
    client_id: clientId,
    client_name: 'Doca',
    application_type: redirectUrl === undefined ? 'native' : 'web',
    ...(clientSecret === undefined
      ? { token_endpoint_auth_method: 'none' }
      : { token_endpoint_auth_method: 'client_secret_post', client_secret: clientSecret }),
    grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    response_types: ['code'],
    redirect_uris: redirects,
    post_logout_redirect_uris: redirects,
    id_token_signed_response_alg: 'ES256',
  };
}

/** In place of asking for consent. */
async function giveGrant({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider } = oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const earlier = session.grantIdFor(client.clientId);
  const known = earlier === undefined ? undefined : await provider.Grant.find(earlier);
  const grant = known ?? new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope([...oidc.requestParamOIDCScopes].join(' '));
  await grant.save();
  return grant;
}

function writeHtml(context: KoaContextWithOIDC, html: string): void {
  context.type = 'html';
  context.body = html;
}

function serve(server: Server, provider: Provider, host: string): void {
  const serveProtocol = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => undefined);
    response.setHeader('X-Frame-Options', 'DENY');
    // A name that somebody made to point at this computer is not this provider.
    if (request.headers.host !== host) response.writeHead(421).end();
    else if (request.url?.startsWith(`${signInPath}/`) !== true) void serveProtocol(request, response);
    else {
      askWhoItIs(provider, request, response).catch((error: unknown) => {
        answerPage(response, 400, writeErrorPage(error instanceof Error ? error.message : String(error), undefined));
      });
    }
  });
}

async function askWhoItIs(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // Throws where the browser is not the one that began.
  await provider.interactionDetails(request, response);
  const isAnswer = request.method === 'POST';
  const typed = isAnswer ? (new URLSearchParams(await readForm(request)).get('usuario')?.trim() ?? '') : null;
  if (typed === user.sub) {
    const login = { accountId: user.sub };
    await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
  } else {
    answerPage(response, 200, writeSignInPage(user.sub, typed));
  }
}

const maxFormCharacters = 4096;

async function readForm(request: IncomingMessage): Promise<string> {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request as AsyncIterable<string>) {
    text += chunk;
    if (text.length > maxFormCharacters) throw new Error('too much for a name and a password');
  }
  return text;
}

function answerPage(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }).end(html);
}
