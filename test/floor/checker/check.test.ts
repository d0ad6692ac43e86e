import { describe, expect, it } from 'vitest';
import { checkHistory } from './check.ts';
import type { BreachKind } from './check.ts';
import type { FloorEnd, Happening, History, Mark } from './history.ts';
import { lookAtPaper, lookEverywhere } from './look.ts';

const groupingId = 7;

/** The events, station by station, in this order. */
type Line = readonly [station: string, happening: Happening];

function tell(...lines: readonly Line[]): readonly Mark[] {
  return lines.map(([station, happening], index) => ({ station, n: index + 1, ...happening }));
}

const intends = (...shipmentIds: number[]): Happening => ({
  kind: 'intent',
  groupingId,
  shipmentIds,
  alone: false,
});
const intendsAlone = (...shipmentIds: number[]): Happening => ({
  kind: 'intent',
  groupingId,
  shipmentIds,
  alone: true,
});
const paper = (shipmentId: number): Happening => ({
  kind: 'paper',
  groupingId,
  shipmentId,
  alone: false,
});
const paperAlone = (shipmentId: number): Happening => ({
  kind: 'paper',
  groupingId,
  shipmentId,
  alone: true,
});
const ended = (...shipmentIds: number[]): Happening => ({ kind: 'ended', groupingId, shipmentIds });
const held = (...shipmentIds: number[]): Happening => ({ kind: 'held', groupingId, shipmentIds });
const takesOver = (from: string): Happening => ({ kind: 'takes-over', groupingId, from });
const concludes: Happening = { kind: 'concludes', groupingId, alone: false };
const again = (...shipmentIds: number[]): Happening => ({ kind: 'again', groupingId, shipmentIds });
const told: Happening = { kind: 'told', groupingId };
const answers = (
  shipmentId: number,
  station: string,
  intent: number | null,
  onPaper: boolean,
): Happening => {
  return { kind: 'answer', groupingId, shipmentId, about: { station, intent }, onPaper };
};
const hears = (listener: string, seq: number, what = `event ${seq}`): Happening => {
  return { kind: 'heard', groupingId, listener, seq, what };
};

const allPrinted: FloorEnd['rows'] = new Map([11, 12].map((id) => [id, { state: 'printed' }]));
const end: FloorEnd = {
  groupingId,
  rows: allPrinted,
  twice: [],
  asked: [],
  shown: [11, 12],
  events: [],
};
const printed = (seq: number, station: string, shipmentId: number): FloorEnd['events'][number] => {
  return { seq, station, kind: 'printed', shipmentId, copy: 1, alone: false };
};

/** Both labels came out, each once, of two printers; the ERP was asked once. */
const good: History = {
  lists: new Map([[groupingId, [11, 12]]]),
  marks: tell(
    ['a', intends(11)],
    ['a', paper(11)],
    ['a', ended(11)],
    ['b', intends(12)],
    ['b', paper(12)],
    ['b', ended(12)],
  ),
  conclusions: [{ groupingId, took: true }],
  ends: [{ ...end, events: [printed(1, 'a', 11), printed(2, 'b', 12)] }],
  isOver: true,
};

const withMarks = (...lines: readonly Line[]): History => ({
  ...good,
  marks: [...good.marks, ...tell(...lines)],
});
const withEnd = (change: Partial<FloorEnd>, history = good): History => ({
  ...history,
  ends: [{ ...end, ...change }],
});
const aloneToo = withMarks(['b', intendsAlone(11)], ['b', paperAlone(11)]);
const twoAnswers = (between: readonly Line[], second = 'b'): History =>
  withMarks(['c', intends(11)], ['a', answers(11, 'c', 1, false)], ...between, [
    second,
    answers(11, 'c', 1, false),
  ]);

describe('the checker', () => {
  const fine: readonly (readonly [what: string, history: History])[] = [
    ['each label once', good],
    [
      'a label that was asked for again',
      withMarks(['a', again(11)], ['a', intends(11)], ['a', paper(11)]),
    ],
    ['a label printed by who worked alone, where it is said', withEnd({ twice: [11] }, aloneToo)],
    [
      'a label that goes without',
      {
        ...withEnd({ rows: new Map([[12, { state: 'printed' }]]), shown: [12] }),
        marks: tell(
          ['b', intends(12)],
          ['b', paper(12)],
          ['a', { kind: 'accept', groupingId, shipmentId: 11 }],
        ),
      },
    ],
    [
      'the same doubt at whoever took over what could not be told',
      twoAnswers([['b', { kind: 'takes-over', groupingId, from: 'a' }]]),
    ],
    [
      'listeners that begin where others have been',
      withMarks(['a', hears('a 1', 1)], ['a', hears('a 1', 2)], ['b', hears('b 1', 2)]),
    ],
    [
      'a request to conclude of who worked alone, which the ERP refused',
      {
        ...withMarks(['b', { kind: 'concludes', groupingId, alone: true }]),
        conclusions: [
          { groupingId, took: true },
          { groupingId, took: false },
        ],
      },
    ],
    [
      'a request to conclude that the ERP refused, and then one that took',
      {
        ...good,
        conclusions: [
          { groupingId, took: false },
          { groupingId, took: true },
        ],
      },
    ],
  ];
  it.each(fine)('accepts %s', (_what, history) => {
    expect(checkHistory(history)).toStrictEqual([]);
  });

  it('accepts paper or a request that was on its way, if the paper is reported', () => {
    const late = withMarks(
      ['a', held(12)],
      ['b', takesOver('a')],
      ['a', paper(12)],
      ['a', held()],
      ['b', concludes],
    );
    const twice = [...late.conclusions, { groupingId, took: false }];
    expect(checkHistory(withEnd({ twice: [12] }, { ...late, conclusions: twice }))).toStrictEqual(
      [],
    );
  });

  const bad: readonly (readonly [kind: BreachKind, how: string, history: History])[] = [
    ['printed-twice', 'by two stations', withMarks(['b', intends(11)], ['b', paper(11)])],
    [
      'printed-twice',
      'by a station that was not told, after it was taken over, that it is still its own',
      withEnd(
        { twice: [11] },
        withMarks(['b', takesOver('a')], ['b', intends(11)], ['b', paper(11)], ['a', paper(11)]),
      ),
    ],
    [
      'twice-not-said',
      'though it was on its way when it was taken over',
      withMarks(['a', held(12)], ['b', takesOver('a')], ['a', paper(12)]),
    ],
    ['printed-twice', 'by one station', withMarks(['a', intends(11)], ['a', paper(11)])],
    [
      'printed-twice',
      'once more than it was asked for again',
      withMarks(['a', again(11)], ['a', paper(11)], ['a', paper(11)]),
    ],
    [
      'printed-twice',
      'beside one alone',
      withEnd(
        { twice: [11] },
        { ...aloneToo, marks: [...aloneToo.marks, ...tell(['a', paper(11)])] },
      ),
    ],
    ['twice-not-said', 'by who worked alone', aloneToo],
    ['twice-untrue', 'of one paper', withEnd({ twice: [11] })],
    [
      'concluded-twice',
      'with effect',
      {
        ...good,
        conclusions: [
          { groupingId, took: true },
          { groupingId, took: true },
        ],
      },
    ],
    [
      'concluded-twice',
      'without',
      {
        ...good,
        conclusions: [
          { groupingId, took: true },
          { groupingId, took: false },
        ],
      },
    ],
    ['lost', 'at the end of all', { ...good, marks: good.marks.slice(3), ends: [] }],
    [
      'lost',
      'though the floor has it as printed',
      { ...good, marks: good.marks.slice(3), isOver: false },
    ],
    [
      'lost',
      'though a station shows it as printed',
      {
        ...withEnd({ rows: new Map([[12, { state: 'printed' }]]) }),
        marks: good.marks.slice(3),
        isOver: false,
      },
    ],
    ['forgotten', 'by all', withEnd({ rows: new Map([[12, { state: 'printed' }]]), shown: [12] })],
    ['doubt-asked-twice', 'at one station', twoAnswers([], 'a')],
    [
      'doubt-asked-twice',
      'after it was told',
      twoAnswers([
        ['a', told],
        ['b', { kind: 'takes-over', groupingId, from: 'c' }],
      ]),
    ],
    [
      'doubt-never-asked',
      'of a station that died',
      withEnd({ rows: new Map([...allPrinted, [11, { state: 'printing' }]]) }),
    ],
    [
      'doubt-never-asked',
      'of the floor',
      withEnd({ rows: new Map([...allPrinted, [11, { state: 'doubt' }]]) }),
    ],
    ['doubt-never-asked', 'of a station', withEnd({ asked: [11] })],
    ['event-twice', 'for a listener', withMarks(['a', hears('a 1', 1)], ['a', hears('a 1', 1)])],
    [
      'event-twice',
      'in the list',
      withEnd({ events: [printed(1, 'a', 11), printed(2, 'a', 11), printed(3, 'b', 12)] }),
    ],
    [
      'event-order',
      'for a listener that missed one',
      withMarks(['a', hears('a 1', 1)], ['a', hears('a 1', 3)]),
    ],
    ['event-order', 'in the list', withEnd({ events: [printed(1, 'a', 11), printed(3, 'b', 12)] })],
    [
      'event-twice',
      'behind a later one',
      withMarks(['a', hears('a 1', 2)], ['a', hears('a 1', 1)]),
    ],
    [
      'event-differs',
      'between two listeners',
      withMarks(['a', hears('a 1', 1)], ['b', hears('b 1', 1, 'another')]),
    ],
  ];
  it.each(bad)('finds %s: %s', (kind, _how, history) => {
    expect(checkHistory(history).map((breach) => breach.kind)).toStrictEqual([kind]);
  });
});

describe('a person who looks at the paper', () => {
  const look = (marks: readonly Mark[], by = 'a') =>
    lookAtPaper(marks, { station: 'a', by, groupingId, shipmentId: 11, alone: false });

  it('detects prints since the end of the print before', () => {
    const before = tell(['a', intends(11)], ['a', paper(11)], ['a', ended(11)], ['a', again(11)]);
    const started = [...before, ...tell(['a', intends(11)]).map((mark) => ({ ...mark, n: 5 }))];
    expect(look(before)).toBe(null);
    expect(look(started)).toStrictEqual({ intent: 5, onPaper: false });
    expect(look([...started, ...tell(['a', paper(11)])])).toStrictEqual({
      intent: 5,
      onPaper: true,
    });
  });

  it('at another station does not know unpublished deeds', () => {
    const untold = tell(['a', intends(11)], ['a', paper(11)], ['a', ended(11)]);
    expect(look(untold, 'b')).toStrictEqual({ intent: 1, onPaper: true });
    expect(look([...untold, ...tell(['a', told])], 'b')).toBe(null);
  });

  it('counts no intent that was refused', () => {
    expect(look(tell(['a', intends(11)], ['a', { kind: 'refused', groupingId, intent: 1 }]))).toBe(
      null,
    );
  });

  it('is asked about a print of this station made alone for its own paper, not for another’s', () => {
    const everywhere = { by: 'a', groupingId, shipmentId: 11 };
    const elsewhere = tell(['b', intends(11)], ['b', paper(11)]);
    const broke = [...elsewhere, ...tell(['a', intendsAlone(11)])];
    expect(lookEverywhere(broke, everywhere)).toStrictEqual({
      about: { station: 'a', intent: 1 },
      onPaper: false,
    });
    const took = [...elsewhere, ...tell(['a', intends(11)])];
    expect(lookEverywhere(took, everywhere)).toStrictEqual({
      about: { station: 'b', intent: 1 },
      onPaper: true,
    });
    const aloneThere = tell(['b', intendsAlone(11)], ['b', paperAlone(11)], ['a', intends(11)]);
    expect(lookEverywhere(aloneThere, everywhere)).toStrictEqual({
      about: { station: 'a', intent: 3 },
      onPaper: false,
    });
  });
});
