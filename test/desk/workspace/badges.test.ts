import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Operator } from '#shared/contract/floor.ts';
import type { Fault } from '#shared/faults/faults.ts';
import { Badges } from '../../../src/main/desk/workspace/badges.ts';

function open() {
  const dir = mkdtempSync(join(tmpdir(), 'doca-badges-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const path = join(dir, 'badges.json');
  const operators: Operator[] = [];
  const notices: Fault[] = [];
  const badges = new Badges(
    path,
    { now: () => 0 },
    (operator) => void operators.push(operator),
    (damage) => void notices.push(damage),
  );
  return { badges, path, operators, notices };
}

test('a person at the bench gets a corrected name at once, and leaves with the badge', async () => {
  const { badges, operators } = open();
  const [badge] = await badges.replace([{ id: null, name: 'Jaoo' }]);
  const { id } = badge!;
  await badges.setOperator(`DOCA-P-${id}`);
  await badges.replace([{ id, name: 'João' }]);
  expect(badges.operator()).toEqual({ id, name: 'João' });
  // A list that changes nothing about them tells nothing.
  await badges.replace([
    { id, name: 'João' },
    { id: null, name: 'Bia' },
  ]);
  await badges.replace([]);
  expect(operators.map(({ name }) => name)).toEqual(['Jaoo', 'João', null]);
});

test('the person is the one of the last badge, whatever the file takes', async () => {
  const { badges } = open();
  const [badge] = await badges.replace([{ id: null, name: 'Ana' }]);
  await Promise.all([badges.setOperator(`DOCA-P-${badge!.id}`), badges.setOperator(null)]);
  expect(badges.operator().name).toBeNull();
});

test('a badge that is not understood costs no other, and stays in the file', async () => {
  const { badges, path, notices } = open();
  const [ana, bia] = await badges.replace([
    { id: null, name: 'Ana' },
    { id: null, name: 'Bia' },
  ]);
  const odd = { ...bia, name: 'x'.repeat(500) };
  writeFileSync(path, JSON.stringify([{ ...ana, photo: 'ana.png' }, odd]));
  expect(await badges.list()).toEqual([ana]);
  const wanted = [
    { id: ana!.id, name: 'Ana Lu' },
    { id: null, name: 'Caio' },
  ];
  await badges.replace(wanted);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject([
    { id: ana!.id, name: 'Ana Lu', photo: 'ana.png' },
    { name: 'Caio' },
    odd,
  ]);
  expect(notices).toEqual([]);
});

test('a list that cannot be read is a fault at each act, and is not replaced', async () => {
  const { badges, path } = open();
  mkdirSync(path);
  await expect(badges.list()).rejects.toThrow('disk');
  await expect(badges.setOperator('DOCA-P-2222222')).rejects.toThrow();
  await expect(badges.replace([{ id: null, name: 'Ana' }])).rejects.toThrow('disk');
  rmSync(path, { recursive: true });
  expect(await badges.list()).toEqual([]);
});

test('a damaged list is told', async () => {
  const { badges, path, notices } = open();
  writeFileSync(path, '[{"id": ');
  expect(await badges.list()).toEqual([]);
  expect(notices).toMatchObject([{ kind: 'file-damaged', detail: 'badges.json' }]);
});
