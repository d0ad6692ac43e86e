import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFeed } from './feed.ts';
import type { Feed, Release } from './feed.ts';
import { publisher, windowsDesktop as desktopOf } from './windows-desktop.ts';
import type { Desktop, DesktopOptions } from './windows-desktop.ts';

const installer = Buffer.alloc(3_000_000, 'installer ');
const never = new AbortController().signal;

let feed: Feed;
let folder = '';
beforeEach(async () => {
  feed = await startFeed();
  folder = mkdtempSync(join(tmpdir(), 'doca-updates-'));
});
afterEach(async () => {
  await feed.close();
  rmSync(folder, { recursive: true, force: true });
});

const windowsDesktop = (options: DesktopOptions = {}): Desktop =>
  desktopOf(folder, feed.url, options);

const publish = (version: string, more: Partial<Release> = {}): void =>
  feed.publish({ version, installer, ...more });
const installers = (): readonly string[] => globSync('cache/**/*.exe', { cwd: folder });

describe('a newer release', () => {
  it('is found with its notes, fetched for this processor, and its publisher checked', async () => {
    const notes = { 'pt-BR': 'Etiquetas mais rápidas', en: 'Faster labels' };
    publish('1.1.0', { notes: JSON.stringify(notes) });
    const { port, verified } = windowsDesktop();
    expect(await port.check()).toEqual({ ok: true, value: { version: '1.1.0', notes } });
    expect(installers()).toEqual([]);
    const percents: number[] = [];
    expect(await port.download((percent) => percents.push(percent), never)).toEqual({
      ok: true,
      value: undefined,
    });
    expect(verified).toEqual([[[publisher], installer.length]]);
    expect(installers()).toHaveLength(1);
    expect(readFileSync(join(folder, installers()[0]!)).equals(installer)).toBe(true);
    expect(feed.requests.filter((path) => path.endsWith('.exe'))).toEqual([
      `/doca/Doca-1.1.0-windows-${process.arch}-setup.exe`,
    ]);
    expect(percents.at(-1) ?? 100).toBe(100);
  });

  it('comes from the feed that IT has chosen, and the publisher still counts', async () => {
    publish('1.1.0');
    const elsewhere = await startFeed();
    elsewhere.publish({ version: '1.2.0', installer });
    const { port, verified } = windowsDesktop({ feedUrl: elsewhere.url });
    expect(await port.check()).toMatchObject({ value: { version: '1.2.0' } });
    expect(await port.download(() => undefined, never)).toMatchObject({ ok: true });
    expect(verified[0]?.[0]).toEqual([publisher]);
    expect(feed.requests).toEqual([]);
    await elsewhere.close();
  });

  it('waits for its turn while it is staged', async () => {
    publish('1.1.0', { stagingPercentage: 0 });
    expect(await windowsDesktop().port.check()).toEqual({ ok: true, value: null });
    publish('1.1.0', { stagingPercentage: 100 });
    expect(await windowsDesktop().port.check()).toMatchObject({ value: { version: '1.1.0' } });
  });
});

describe('invalid updates', () => {
  it.each(['1.0.0', '0.9.9'])('version %s is left alone', async (version) => {
    publish(version);
    expect(await windowsDesktop().port.check()).toEqual({ ok: true, value: null });
  });

  it.each([
    ['nothing', null],
    ['no YAML', '{{{'],
    ['no version', 'files: []'],
    ['a version that is none', 'version: newest\nfiles: []'],
  ])('a feed with %s is a fault', async (_what, text) => {
    feed.publish(text);
    expect(await windowsDesktop().port.check()).toMatchObject({ ok: false });
  });

  it('a feed that cannot be reached is a fault', async () => {
    const desktop = windowsDesktop({ feedUrl: 'http://127.0.0.1:9/doca' });
    expect(await desktop.port.check()).toEqual({ ok: false, failure: 'unreachable' });
  });
});

describe('a release that must not be installed', () => {
  async function downloadOf(
    more: Partial<Release>,
    options: DesktopOptions = {},
  ): Promise<unknown> {
    publish('1.1.0', more);
    const { port } = windowsDesktop(options);
    await port.check();
    return port.download(() => undefined, never);
  }

  it('tampered with: other bytes than the feed promised', async () => {
    const sha512 = Buffer.alloc(64, 1).toString('base64');
    expect(await downloadOf({ sha512 })).toEqual({ ok: false, failure: 'damaged' });
    expect(installers()).toEqual([]);
  });

  it('with a foreign signature, though feed and bytes agree', async () => {
    expect(await downloadOf({}, { signature: 'signed by CN=Somebody' })).toEqual({
      ok: false,
      failure: 'not-ours',
    });
    expect(installers()).toEqual([]);
  });

  it('half downloaded: nothing of it stays, and the next try brings the whole', async () => {
    publish('1.1.0', { delivery: 'cut' });
    const { port } = windowsDesktop();
    await port.check();
    expect(await port.download(() => undefined, never)).toMatchObject({ ok: false });
    expect(installers()).toEqual([]);
    publish('1.1.0');
    await port.check();
    expect(await port.download(() => undefined, never)).toMatchObject({ ok: true });
    expect(installers()).toHaveLength(1);
  });

  it('half downloaded and then stalled: it can be given up', async () => {
    publish('1.1.0', { delivery: 'stall' });
    const { port } = windowsDesktop();
    await port.check();
    const giveUp = new AbortController();
    setTimeout(() => giveUp.abort(), 200);
    expect(await port.download(() => undefined, giveUp.signal)).toEqual({
      ok: false,
      failure: 'stalled',
    });
    // The library removes the file after it has closed it.
    await expect.poll(installers).toEqual([]);
  });

  it('promised, but not there', async () => {
    expect(await downloadOf({ delivery: 'missing' })).toEqual({
      ok: false,
      failure: 'unreachable',
    });
  });
});

it('neither downloads nor installs by itself', async () => {
  publish('1.1.0');
  const { port, updater } = windowsDesktop();
  await port.check();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(feed.requests).toEqual(['/doca/latest.yml']);
  expect([updater.autoDownload, updater.autoInstallOnAppQuit, updater.allowDowngrade]).toEqual([
    false,
    false,
    false,
  ]);
  expect(existsSync(join(folder, 'cache'))).toBe(false);
});
