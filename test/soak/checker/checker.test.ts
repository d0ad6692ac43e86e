import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { breaks, shareFolder } from '../harm/breaks.ts';
import { readPlaces } from '../person.ts';
import { scenarios } from '../scenarios/index.ts';
import { Books } from './books.ts';
import type { Post } from './books.ts';
import {
  findUntruePages,
  findUntruths,
  hasOption,
  readPlaced,
  readPrintedBefore,
} from './claims.ts';
import type { Run, Said } from './claims.ts';

const said: Said = {
  shipments: 2,
  labels: 2,
  pages: 2,
  pdf: 'x.pdf',
  failed: [],
  printed: true,
  concluded: false,
};

function ended(code: number, what: Partial<Run> = {}, summary: Partial<Said> = {}): Run {
  const line = JSON.stringify({ exitCode: code, ...said, ...summary });
  const stdout = `Grouping ${summary.concluded === true ? '' : 'not '}concluded.\n${line}\n`;
  return {
    args: [],
    code,
    signal: null,
    stdout,
    stderr: '',
    killed: false,
    hung: false,
    wasPair: false,
    ...what,
  };
}

function listed(): Books {
  const books = new Books();
  books.setList(
    [
      { id: 1, code: 'AA1' },
      { id: 2, code: 'AA2' },
    ],
    10,
  );
  books.wasRead(20);
  return books;
}

describe('the books of the conclusions', () => {
  test('count a request as unasked that follows one which was done, or lost, without a person’s word', () => {
    const books = listed();
    books.post().took();
    expect([books.unasked, books.isConcluded]).toEqual([0, true]);
    books.post();
    expect([books.unasked, books.effects]).toEqual([1, 1]);
    books.post();
    expect(books.unasked).toBe(2);
  });

  test('allow another one after a plain refusal, or after a person saw that nothing was done', async () => {
    const books = listed();
    const send = (): Post => {
      const post = books.post();
      post.ended();
      return post;
    };
    send().refused();
    send();
    expect(await books.answer()).toBe('not-done');
    send().took();
    expect(books.unasked).toBe(0);
    expect(await books.answer()).toBe('done');
    send();
    expect(books.unasked).toBe(1);
  });
});

describe('the checker of sentences', () => {
  const untruths = (run: Run, books = listed()) => findUntruths(run, books, 'secret-token');
  const concluded = (): Books => {
    const books = listed();
    books.post().took();
    return books;
  };

  test('accepts true sentences', () => {
    expect(untruths(ended(0, {}, { concluded: true }), concluded())).toEqual([]);
    expect(untruths(ended(4))).toEqual([]);
    expect(untruths(ended(0, { args: ['--conclude', 'no'] }))).toEqual([]);
  });

  test('detects a false report of a conclusion', () => {
    expect(untruths(ended(5, {}, { concluded: true }))).toEqual(['said concluded, and it is not']);
    expect(untruths(ended(0))).toEqual(['ended well, and nothing is concluded']);
  });

  test('detects a false report of no conclusion, unless another process may have done it', () => {
    expect(untruths(ended(5), concluded())).toEqual(['said not concluded (exit 5), and it was']);
    expect(untruths(ended(5, { wasPair: true }), concluded())).toEqual([]);
  });

  test.each([
    ['ended with SIGABRT', { code: null, signal: 'SIGABRT' }],
    ['ended with 1', { code: 1 }],
    ['no line of JSON with its exit code', { stdout: 'Grouping not concluded.\n' }],
    ['hangs', { hung: true, code: null }],
    ['a stack trace for people', { stderr: 'Error: x\n    at run (file:///src/a.ts:3:9)\n' }],
    ['a defect, by its own words', { stderr: '  [internal: TypeError]\n' }],
    ['the token in its output', { stderr: 'Bearer secret-token' }],
  ] as const)('sees: %s', (found, what) => {
    expect(untruths(ended(5, what))).toContain(found);
  });

  test('ignores output that a kill cut off', () => {
    expect(
      untruths(ended(0, { killed: true, code: null, signal: 'SIGKILL', stdout: '' }), concluded()),
    ).toEqual([]);
  });
});

describe('the checker of pages', () => {
  const untrue = (
    pages: readonly string[][],
    more: { books?: Books; said?: Partial<Said>; odd?: number[] } = {},
  ) =>
    findUntruePages(
      ended(0),
      { ...said, pages: pages.length, ...more.said },
      pages,
      more.books ?? listed(),
      new Set(more.odd),
    );

  test('accepts the labels of the list in its order, of one or more pages each', () => {
    expect(untrue([['AA1'], ['AA2']])).toEqual([]);
    expect(untrue([['AA1'], ['AA1'], ['AA2']])).toEqual([]);
  });

  test('detects a label that is missing, old, double, out of order, or reported as missing', () => {
    expect(untrue([['AA1']])).toEqual(['no label of shipments 2']);
    expect(untrue([['AA1']], { odd: [2] })).toEqual([]);
    expect(untrue([['AA2'], ['AA1']])).toEqual(['labels in another order']);
    expect(untrue([['AA1'], ['AA2'], ['AA1']])).toContain('labels of shipments 1 twice');
    expect(untrue([['AA1'], ['AA2']], { said: { pages: 3 } })).toEqual([
      'said 3 pages, the file has 2',
    ]);
    const failed = [{ shipment: 2, kind: 'label-missing' }];
    expect(untrue([['AA1'], ['AA2']], { said: { failed } })).toContain(
      'a label of shipment 2, which is said to have none',
    );
    const books = listed();
    books.setList(
      [
        { id: 1, code: 'AA1' },
        { id: 2, code: 'AA9' },
      ],
      15,
    );
    expect(untrue([['AA1'], ['AA2']], { books })).toContain('an old label of shipment 2');
    expect(untrue([['AA1'], ['AA9']], { books })).toEqual([]);
  });
});

test('places are read as they are written', () => {
  expect(readPlaces('#1-3, #7')).toEqual([1, 2, 3, 7]);
  expect(readPlaces('')).toEqual([]);
});

test('what a run says of moved shipments and of label files is read as it is written', () => {
  const stderr = [
    '4 labels of the files on their rows; 2 there already',
    '2 shipments printed in another grouping before (again with --accept print-again):',
    '  #1: 8412, Saturday 28/11',
    '  #12: 8412, Saturday 28/11',
    '1 label missing:',
    '  #3: no label',
    '',
  ].join('\n');
  expect(readPrintedBefore({ stderr })).toEqual([1, 12]);
  expect(readPlaced({ stderr })).toBe(6);
  expect(readPlaced({ stderr: '1 label of the files on its row\n' })).toBe(1);
  expect([readPrintedBefore({ stderr: '' }), readPlaced({ stderr: '' })]).toEqual([[], null]);
  expect(hasOption({ args: ['--accept', 'missing,changes'] }, '--accept', 'changes')).toBe(true);
  expect(hasOption({ args: ['--accept', 'print-again'] }, '--accept', 'printed')).toBe(false);
});

test.each([...Object.values(breaks), ...shareFolder('/shared')])(
  'the line that a campaign replaces is there once: $line',
  ({ file, line }) => {
    const source = readFileSync(new URL(`../../..${file}`, import.meta.url), 'utf8');
    expect(source.split(line)).toHaveLength(2);
  },
);

test('there are more than 80 scenarios, each with a name of its own', () => {
  const names = scenarios.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(80);
});
