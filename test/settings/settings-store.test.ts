import { mkdtemp, readFile, readdir, writeFile, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSettings } from '../../src/main/settings/index.ts';
import { noPolicy } from '../../src/main/policy/index.ts';
import type { Policy } from '../../src/main/policy/index.ts';
import { defaultSettings } from '#shared/contract/settings.ts';
import type { Fault } from '#shared/faults/faults.ts';

let dir: string;
let path: string;
beforeEach(async () => {
  notices = [];
  dir = await mkdtemp(join(tmpdir(), 'doca-settings-'));
  path = join(dir, 'settings.json');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

let notices: Fault[] = [];
const notice = (one: Fault): void => void notices.push(one);

const open = (policy: Policy = noPolicy) =>
  openSettings({
    notice,
    dataDir: dir,
    clock: { now: () => Date.UTC(2026, 0, 2, 3, 4, 5) },
    policy,
  });

describe('settings store', () => {
  it('starts with the defaults and writes nothing before a change', async () => {
    const store = await open();
    expect(store.settings()).toEqual(defaultSettings);
    expect(store.baseUrl()).toBeNull();
    expect(await readdir(dir)).toEqual([]);
  });

  it('keeps changes and the address across a restart', async () => {
    const store = await open();
    const changed = await store.change({ language: 'en', copies: 3 });
    expect(changed).toEqual({ ok: true, value: { ...defaultSettings, language: 'en', copies: 3 } });
    await store.setBaseUrl('https://erp.example/public-api/v3');
    const again = await open();
    expect(again.settings()).toEqual({ ...defaultSettings, language: 'en', copies: 3 });
    expect(again.baseUrl()).toBe('https://erp.example/public-api/v3');
    expect(await readdir(dir)).toEqual(['settings.json']);
  });

  it('loses none of many simultaneous changes', async () => {
    const store = await open();
    await Promise.all([
      store.change({ theme: 'dark' }),
      store.change({ sounds: false }),
      store.setBaseUrl('https://erp.example'),
      store.change({ retentionDays: 7 }),
    ]);
    const again = await open();
    expect(again.settings()).toEqual({
      ...defaultSettings,
      theme: 'dark',
      sounds: false,
      retentionDays: 7,
    });
    expect(again.baseUrl()).toBe('https://erp.example');
  });

  it('name no network printer that is gone, wherever it was named', async () => {
    const one = { name: 'Zebra 1', host: '10.0.0.1', port: 9100 };
    const other = { name: 'Zebra 2', host: '10.0.0.2', port: 9100 };
    const store = await open();
    const named = {
      networkPrinters: [one, other],
      printer: 'Zebra 1',
      danfePrinter: 'Zebra 1',
      manifestPrinter: 'Zebra 1',
      printerDpi: { 'Zebra 1': 300, 'Zebra 2': 300 },
      routes: { byPaper: { a4: 'Laser', '100x150': 'Zebra 1' }, zpl: 'Zebra 1' },
    } as const;
    await store.change(named);
    const moved = { ...one, host: '10.0.0.9' };
    await store.change({ networkPrinters: [moved, other] });
    expect(store.settings()).toEqual({
      ...defaultSettings,
      ...named,
      networkPrinters: [moved, other],
    });
    await store.change({ networkPrinters: [other], copies: 2 });
    expect(JSON.stringify(store.settings())).not.toContain('Zebra 1');
    expect((await open()).settings()).toEqual({
      ...defaultSettings,
      copies: 2,
      networkPrinters: [other],
      printerDpi: { 'Zebra 2': 300 },
      routes: { byPaper: { a4: 'Laser' }, zpl: null },
    });
  });

  it('keeps a network printer that an earlier version said more of', async () => {
    const zebra = { name: 'Zebra', host: '10.0.0.9', port: 9100 };
    const argox = { name: 'Argox', host: '10.0.0.8', port: 9100 };
    const printerLanguage = { Argox: 'epl' };
    const networkPrinters = [zebra, { ...argox, language: 'epl' }];
    await writeFile(path, JSON.stringify({ networkPrinters, printerLanguage, copies: 2 }));
    const store = await open();
    const expected = { ...defaultSettings, networkPrinters: [zebra, argox], copies: 2 };
    expect(store.settings()).toEqual(expected);
    expect(await store.change({ copies: 3 })).toMatchObject({ ok: true });
    expect((await open()).settings()).toEqual({ ...expected, copies: 3 });
  });

  it('replaces only the fields that cannot be right', async () => {
    await writeFile(
      path,
      JSON.stringify({ language: 'xx', theme: 'dark', copies: 0, retentionDays: 5, baseUrl: 7 }),
    );
    const store = await open();
    expect(store.settings()).toEqual({ ...defaultSettings, theme: 'dark', retentionDays: 5 });
    expect(store.baseUrl()).toBeNull();
    const detail = 'language, copies, baseUrl';
    expect(notices).toMatchObject([{ kind: 'settings-unread', detail }]);
  });

  it('keeps in the file what a newer version wrote there, and uses the rest of each list', async () => {
    const one = { name: 'Zebra 1', host: '10.0.0.5', port: 9100 };
    const two = { name: 'Zebra 2', host: '10.0.0.6', port: 9100 };
    const usb = { name: 'USB', bus: 7 };
    const cutoff = { method: { id: 1, name: 'PAC' }, time: '17:30' };
    const late = { method: { id: 2, name: 'Sedex' }, time: '25:00' };
    const file = {
      networkPrinters: [one, { ...two, dpi: 300 }, usb],
      printerDpi: { 'Zebra 1': 300, 'Zebra 2': 601 },
      cutoffs: [cutoff, late],
      theme: 'sepia',
      settingOfTomorrow: 1,
    };
    await writeFile(path, JSON.stringify(file));
    const store = await open();
    expect(store.settings()).toEqual({
      ...defaultSettings,
      networkPrinters: [one, two],
      printerDpi: { 'Zebra 1': 300 },
      cutoffs: [cutoff],
    });
    expect(notices[0]?.detail).toBe('theme, networkPrinters, printerDpi, cutoffs');
    await store.change({ retentionDays: 20 });
    const readBack = async (): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));
    expect(await readBack()).toMatchObject({ ...file, retentionDays: 20 });
    await store.change({ networkPrinters: [two], theme: 'dark' });
    const networkPrinters = [{ ...two, dpi: 300 }, usb];
    // What it does not understand stays; what was named for the removed printer goes with it.
    const printerDpi = { 'Zebra 2': 601 };
    const changed = { ...file, networkPrinters, printerDpi, theme: 'dark' };
    expect(await readBack()).toMatchObject(changed);
    expect((await open()).settings()).toMatchObject({ networkPrinters: [two], theme: 'dark' });
  });

  it('keeps a file aside that it cannot read, and starts with the defaults', async () => {
    await writeFile(path, '{"language": "en", "th');
    const store = await open();
    expect(store.settings()).toEqual(defaultSettings);
    const names = await readdir(dir);
    expect(names).toEqual(['settings.json.damaged-2026-01-02T03-04-05.000Z']);
    expect(await readFile(join(dir, names[0]!), 'utf8')).toBe('{"language": "en", "th');
    expect(notices).toMatchObject([{ kind: 'file-damaged', detail: 'settings.json' }]);
  });

  it('is a fault, not the defaults, if its file cannot be read, or nobody would see a notice', async () => {
    await writeFile(path, '{"mustCheck": tr');
    const options = { dataDir: dir, clock: { now: () => 0 }, policy: noPolicy };
    await expect(openSettings(options)).rejects.toThrow('file-damaged (settings.json)');
    await writeFile(path, '{"mustCheck": "yes", "copies": 2}');
    await expect(openSettings(options)).rejects.toThrow('settings-unread (mustCheck)');
    await rm(path);
    // As any system refuses it, for the administrator too.
    await mkdir(path);
    await expect(open()).rejects.toThrow('disk (settings.json: EISDIR)');
    expect(await readdir(dir)).toEqual(['settings.json']);
  });

  it('takes the byte order mark with which Notepad saves it', async () => {
    await writeFile(path, '\uFEFF{"retentionDays": 7}');
    expect((await open()).settings().retentionDays).toBe(7);
    expect([notices, await readdir(dir)]).toEqual([[], ['settings.json']]);
  });

  it('reports the disk’s refusal, and the setting stays unchanged', async () => {
    const store = await open();
    await mkdir(join(dir, 'settings.json', 'in-the-way'), { recursive: true });
    const changed = await store.change({ sounds: false });
    expect(changed).toMatchObject({ ok: false, fault: { kind: 'disk' } });
    expect(store.settings().sounds).toBe(true);
    expect(await readdir(dir)).toEqual(['settings.json']);
  });

  it('returns complete, usable settings for any JSON in the file', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        await writeFile(path, JSON.stringify(value));
        const settings = (await open()).settings();
        expect(Object.keys(settings).sort()).toEqual(Object.keys(defaultSettings).sort());
        expect(settings.copies).toBeGreaterThanOrEqual(1);
        expect(['pt-BR', 'en']).toContain(settings.language);
      }),
      { numRuns: 50, examples: [[{ toString: false }]] },
    );
  });
});

describe('settings under a policy', () => {
  const policy = {
    erpAddress: 'https://erp.example/public-api/v3',
    updates: { kind: 'off' },
    settings: { language: 'en', retentionDays: 7 },
  } satisfies Policy;

  it('are filled', async () => {
    const managed = await open(policy);
    expect(managed.settings()).toEqual({ ...defaultSettings, language: 'en', retentionDays: 7 });
    expect(managed.baseUrl()).toBe(policy.erpAddress);
  });

  it('accept changes of free settings, and refuse the others as a whole', async () => {
    const managed = await open(policy);
    expect(await managed.change({ sounds: false })).toMatchObject({
      ok: true,
      value: { sounds: false, language: 'en' },
    });
    expect(await managed.change({ sounds: true, language: 'pt-BR' })).toMatchObject({
      ok: false,
      fault: { kind: 'invalid-input', detail: 'decided by policy: language' },
    });
    expect(managed.settings()).toMatchObject({ sounds: false, language: 'en', retentionDays: 7 });
    expect(await managed.change({ language: 'en', copies: 2 })).toMatchObject({
      ok: true,
      value: { copies: 2 },
    });
  });

  it('restore the packer’s earlier choice when the policy is removed', async () => {
    const before = await open();
    await before.change({ retentionDays: 90 });
    await before.setBaseUrl('https://old.example');
    const managed = await open(policy);
    expect([managed.settings().retentionDays, managed.baseUrl()]).toEqual([7, policy.erpAddress]);
    await managed.change({ retentionDays: 7, sounds: false });
    const later = await open();
    expect(later.settings()).toMatchObject({ retentionDays: 90, sounds: false });
    expect(later.baseUrl()).toBe('https://old.example');
  });

  it('keep the address of the ERP', async () => {
    const managed = await open(policy);
    expect(await managed.setBaseUrl('https://other.example')).toMatchObject({ ok: false });
    expect(await managed.setBaseUrl(policy.erpAddress)).toMatchObject({ ok: true });
    expect(await managed.setBaseUrl(null)).toMatchObject({ ok: true });
    expect([managed.baseUrl(), (await open()).baseUrl()]).toEqual([policy.erpAddress, null]);
    const free = await open({ settings: policy.settings });
    expect(await free.setBaseUrl('https://other.example')).toMatchObject({ ok: true });
    expect((await open()).baseUrl()).toBe('https://other.example');
  });
});
