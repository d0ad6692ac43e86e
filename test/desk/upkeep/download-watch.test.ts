import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DownloadWatch } from '../../../src/main/desk/upkeep/download-watch.ts';
import { systemClock } from '../../../src/main/os/clock.ts';
import type { OfferedFile } from '#shared/domain/import.ts';

function start(isOn = true) {
  const dir = mkdtempSync(join(tmpdir(), 'doca-downloads-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const told: string[][] = [];
  const watched = { isOn };
  const changed = (offered: readonly OfferedFile[]): void =>
    void told.push(offered.map(({ name }) => name));
  const watch = new DownloadWatch({
    dir,
    clock: systemClock,
    isOn: () => watched.isOn,
    changed,
    signal: new AbortController().signal,
  });
  /** Of all kinds whose end is known, at once. */
  const end = '%%EOF PK\x05\x06';
  const write = (name: string, content: string, hasEnd = true): void =>
    writeFileSync(join(dir, name), content + (hasEnd ? end : ''));
  const inspect = async (times = 1): Promise<readonly string[]> => {
    for (let time = 0; time < times; time += 1) await watch.inspect();
    return watch
      .offered()
      .map(({ name }) => name)
      .toSorted();
  };
  return { dir, watch, watched, told, write, inspect };
}

test('files that come into the folder are offered when they are whole, and those of before are not', async () => {
  const { dir, write, inspect } = start();
  write('antiga.zip', 'PK');
  expect(await inspect()).toEqual([]);
  write('etiquetas.zip.crdownload', 'PK-');
  write('foto.heic', 'x');
  write('lento.pdf', '%PDF');
  expect(await inspect()).toEqual([]);
  write('lento.pdf', '%PDF-1.7');
  renameSync(join(dir, 'etiquetas.zip.crdownload'), join(dir, 'etiquetas.zip'));
  expect(await inspect()).toEqual([]);
  expect(await inspect()).toEqual(['etiquetas.zip', 'lento.pdf']);
  // The same name again is another file.
  write('antiga.zip', 'PK-nova');
  expect(await inspect(2)).toEqual(['antiga.zip', 'etiquetas.zip', 'lento.pdf']);
});

test('an offer is taken once, and one that nobody wants does not come again', async () => {
  const { dir, watch, write, inspect } = start();
  await inspect();
  write('a.zip', 'PK-a');
  write('b.zip', 'PK-b');
  write('c.zip', 'PK-c');
  await inspect(2);
  const [first, second] = watch.offered().toSorted((a, b) => a.name.localeCompare(b.name));
  expect(await watch.take(first!.id)).toEqual({
    name: 'a.zip',
    bytes: Buffer.from('PK-a%%EOF PK\x05\x06'),
  });
  await expect(watch.take(first!.id)).rejects.toThrow('no such offer');
  watch.drop(second!.id);
  expect(await inspect(2)).toEqual(['c.zip']);
  rmSync(join(dir, 'c.zip'));
  expect(await inspect()).toEqual([]);
});

test('nothing is looked at while it is off, and switching it on begins anew', async () => {
  const { watched, write, inspect, told } = start(false);
  await inspect();
  write('a.zip', 'PK');
  expect(await inspect(3)).toEqual([]);
  watched.isOn = true;
  expect(await inspect(3)).toEqual([]);
  write('b.zip', 'PK');
  expect(await inspect(2)).toEqual(['b.zip']);
  watched.isOn = false;
  expect(await inspect()).toEqual([]);
  expect(told).toEqual([['b.zip'], []]);
});

test('a folder that is not there offers nothing', async () => {
  const { dir, inspect } = start();
  rmSync(dir, { recursive: true });
  expect(await inspect(2)).toEqual([]);
});

test('a file that came right before it was switched off is one of before when it is on again', async () => {
  const { watched, write, inspect } = start();
  await inspect();
  write('etiquetas.zip', 'PK');
  await inspect();
  watched.isOn = false;
  await inspect();
  watched.isOn = true;
  expect(await inspect(3)).toEqual([]);
});

test('a folder that cannot be read for a moment makes no old file a new one', async () => {
  const { dir, write, inspect } = start();
  for (const name of ['maio.pdf', 'abril.zip']) write(name, 'antigo');
  await inspect();
  write('nova.zip', 'PK');
  expect(await inspect(2)).toEqual(['nova.zip']);
  // As a folder that is redirected to a share.
  renameSync(dir, `${dir}-away`);
  expect(await inspect(2)).toEqual(['nova.zip']);
  renameSync(`${dir}-away`, dir);
  expect(await inspect(3)).toEqual(['nova.zip']);
});

test('a download that stands still is offered when its end is there', async () => {
  const { write, inspect } = start();
  await inspect();
  write('etiquetas.zip', 'PK-', false);
  write('etiquetas.pdf', '%PDF', false);
  write('etiquetas.zpl', '^XA', false);
  expect(await inspect(5)).toEqual(['etiquetas.zpl']);
  write('etiquetas.zip', 'PK--');
  write('etiquetas.pdf', '%PDF-');
  expect(await inspect(2)).toEqual(['etiquetas.pdf', 'etiquetas.zip', 'etiquetas.zpl']);
});

test('a failed read leaves the offer, for another try', async () => {
  const { dir, watch, write, inspect } = start();
  await inspect();
  write('a.zip', 'PK');
  await inspect(2);
  const { id } = watch.offered()[0]!;
  renameSync(join(dir, 'a.zip'), join(dir, 'a'));
  await expect(watch.take(id)).rejects.toMatchObject({ fault: { kind: 'disk' } });
  renameSync(join(dir, 'a'), join(dir, 'a.zip'));
  expect(await watch.take(id)).toMatchObject({ name: 'a.zip' });
  expect(watch.offered()).toEqual([]);
});
