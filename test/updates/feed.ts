import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A published release: its installer, and its entry in the feed. */
export interface Release {
  readonly version: string;
  readonly installer: Buffer;
  /** Not given: the true one. */
  readonly sha512?: string;
  readonly notes?: string;
  readonly stagingPercentage?: number;
  /** How the host sends the installer. */
  readonly delivery?: 'whole' | 'cut' | 'stall' | 'missing';
}

export interface Feed {
  readonly url: string;
  readonly requests: readonly string[];
  publish(release: Release | string | null): void;
  close(): Promise<void>;
}

/** An update feed on this computer, as a release puts it there. */
export async function startFeed(): Promise<Feed> {
  let published: Release | string | null = null;
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*$/, '');
    requests.push(path);
    if (published === null) {
      notFound(response);
      return;
    }
    if (path === '/doca/latest.yml')
      return void response.end(typeof published === 'string' ? published : channelFile(published));
    if (typeof published === 'string' || !path.endsWith('.exe')) {
      notFound(response);
      return;
    }
    send(response, published);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/doca`,
    requests,
    publish: (release) => void (published = release),
    close: () => close(server),
  };
}

function channelFile(release: Release): string {
  const sha512 = release.sha512 ?? createHash('sha512').update(release.installer).digest('base64');
  const name = `Doca-${release.version}-windows-${process.arch}-setup.exe`;
  return [
    `version: ${release.version}`,
    'files:',
    `  - url: Doca-${release.version}-windows-otherarch-setup.exe`,
    `    sha512: ${createHash('sha512').update('another processor').digest('base64')}`,
    '    size: 17',
    `  - url: ${name}`,
    `    sha512: ${sha512}`,
    `    size: ${release.installer.length}`,
    `path: ${name}`,
    `sha512: ${sha512}`,
    ...(release.notes === undefined ? [] : [`releaseNotes: ${JSON.stringify(release.notes)}`]),
    ...(release.stagingPercentage === undefined
      ? []
      : [`stagingPercentage: ${release.stagingPercentage}`]),
    "releaseDate: '2026-01-02T03:04:05.000Z'",
  ].join('\n');
}

function send(response: ServerResponse, { installer, delivery = 'whole' }: Release): void {
  if (delivery === 'missing') {
    notFound(response);
    return;
  }
  response.writeHead(200, { 'content-length': installer.length });
  if (delivery === 'whole') return void response.end(installer);
  response.write(installer.subarray(0, installer.length / 2), () => {
    if (delivery === 'cut') setTimeout(() => response.destroy(), 20);
  });
}

function notFound(response: ServerResponse): void {
  response.writeHead(404).end();
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
