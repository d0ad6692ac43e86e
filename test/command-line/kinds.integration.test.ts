import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { SandboxKind } from '../../src/training-erp/index.ts';
import { runCliWith } from '../support/cli.ts';
import { readCodesHere } from '../support/label-process/codes-here.ts';
import { startFaultySandbox } from '../support/faulty-erp/index.ts';

/*
 * The kinds answer as users of the service describe theirs (field notes); the window shows the same
 * messages (`test/e2e/screens/kinds.e2e.ts`).
 */

/**
 * Ships two parcels; returns each run's messages without the list, the counting and the durations.
 */
async function openKind(kind: SandboxKind, contractOnly = false) {
  const dir = await mkdtemp(join(tmpdir(), 'doca-kinds-'));
  const sandbox = await startFaultySandbox({
    kinds: [kind],
    groupings: 0,
    shipments: 2,
    contractOnly,
  });
  onTestFinished(async () => {
    await sandbox.close();
    await rm(dir, { recursive: true });
  });
  // The contract alone has no number other than the id.
  const number = contractOnly ? String(sandbox.firstGroupingId) : '8412';
  const ship = async (options: readonly string[]) => {
    const args = ['dispatch', number, '--base-url', sandbox.baseUrl, '--token-env', 'T'];
    const places = ['--data', join(dir, 'data'), '--out', join(dir, 'out')];
    const { code, output } = await runCliWith(
      { startCodeProcess: readCodesHere },
      { T: sandbox.token, HOME: dir, DOCA_READ_LABELS: 'false' },
      [...args, ...places, ...options],
    );
    const said = output
      .split('\n')
      .filter(
        (line) => line !== '' && !/^(?:# |\d+ {2}|labels \d|Grouping 8412: )|s in all: /.test(line),
      )
      .map((line) =>
        line
          .replace(join(dir, 'out', `8412-${sandbox.firstGroupingId}`), 'file')
          .replace(/, \d+ KB$/, ''),
      );
    return [code, ...said];
  };
  /** Downloads a file from the marketplace's panel, as a person does. */
  const download = async (name: string): Promise<string> => {
    const answer = await fetch(`${sandbox.panel}${sandbox.firstGroupingId}/${name}`);
    const path = join(dir, name);
    await writeFile(path, await answer.bytes());
    return path;
  };
  return { ship, dir, download };
}

const notGiven =
  "The ERP does not provide this label; for a marketplace sale it is in the marketplace's panel. the ERP says: ";
const afterConclusion =
  'The ERP releases this label only after the grouping is concluded. the ERP says: Agrupamento ainda não foi concluído';
const stillMissing =
  'Some labels are still missing. Fetch the missing ones, or continue without them.';
const concludeFirst =
  'This ERP gives labels only after the conclusion: run again with --conclude first.';
const withoutThem = 'With --accept missing, dispatch goes on without them.';
const open = 'Grouping not concluded.';
const concluded = 'Grouping concluded.';
const zpl = 'file.zpl: the labels in ZPL';

const later = (which: string, count: number): readonly string[] => [
  `${count} ${count === 1 ? 'label' : 'labels'} missing:`,
  `  ${which}: ${afterConclusion}`,
  concludeFirst,
  stillMissing,
  `  [not-ready: ${count} without label]`,
];
const inPanel = [
  '2 labels missing:',
  `  #1: Mercado Livre · ${notGiven}Forma de envio não possui recurso de etiquetas`,
  `  #2: Mercado Livre · ${notGiven}Não foi possível obter as etiquetas em sua plataforma e-commerce`,
];
const bothLater = [4, ...later('#1-2', 2), open];

const rows: readonly (readonly [
  SandboxKind,
  ...(readonly [string, readonly (string | number)[]])[],
])[] = [
  ['own', ['', [0, 'file.pdf: 2 pages', concluded]]],
  // Three volumes, from two sheets of four.
  ['correios', ['', bothLater], ['--conclude first', [0, 'file.pdf: 3 pages', concluded]]],
  ['jadlog', ['', bothLater], ['--conclude first', [0, 'file.pdf: 2 pages', zpl, concluded]]],
  [
    'mercado-envios',
    ['', [4, ...inPanel, withoutThem, stillMissing, '  [not-ready: 2 without label]', open]],
    ['--accept missing', [0, ...inPanel, 'without a label of Doca: 2 shipments', concluded]],
  ],
  // Each with the paper of its invoice.
  ['shopee', ['', [0, 'file.pdf: 4 pages', zpl, concluded]]],
  ['amazon', ['', bothLater], ['--conclude first', [0, 'file.pdf: 2 pages', concluded]]],
  [
    'mixed',
    ['', [4, ...later('#2', 1), 'file.pdf: 1 page', open]],
    ['--conclude first', [0, 'file.pdf: 3 pages', concluded]],
  ],
];

it.for(
  rows.flatMap((row) => [false, true].map((contractOnly) => ({ kind: row[0], contractOnly, row }))),
)(
  'a grouping of kind $kind goes from its number to the last word (contract alone: $contractOnly)',
  async ({ kind, contractOnly, row: [, ...steps] }) => {
    const { ship } = await openKind(kind, contractOnly);
    for (const [option, said] of steps)
      expect(await ship(option === '' ? [] : option.split(' ')), option).toEqual(said);
  },
);

it('labels that lie here for longer than their carrier takes them are named before they are printed', async () => {
  const { ship, dir } = await openKind('correios');
  await ship(['--conclude', 'first']);
  const old = new Date(Date.now() - 16 * 86_400_000);
  const labels = join(dir, 'data', 'labels');
  for (const name of await readdir(labels, { recursive: true }))
    if (name.endsWith('.label')) await utimes(join(labels, name), old, old);
  const said =
    'The label is older than the carrier accepts. Make a new one in the ERP and fetch it again.';
  expect(await ship([])).toContainEqual(expect.stringMatching(new RegExp(`^#1-\\d+: ${said}$`)));
});

it.for(['etiquetas.zip', 'etiquetas.pdf'])(
  'a grouping of a marketplace ends on paper with the panel’s %s, by the contract alone too',
  async (name) => {
    const { ship, download } = await openKind('mercado-envios', true);
    const path = await download(name);
    const said = [
      '2 labels of the files on their rows',
      'file.pdf: 2 pages',
      ...(name.endsWith('zip') ? [zpl] : []),
      concluded,
    ];
    expect(await ship(['--labels', path])).toEqual([0, ...said]);
  },
);
