import type { FloorEnd, History, Mark } from './history.ts';

export const breachKinds = [
  /** More copies of a label were printed than requested, and no station worked alone. */
  'printed-twice',
  /** The same, because a station worked alone, and the floor does not report it. */
  'twice-not-said',
  /** The floor reports that a label was printed twice, and it was not. */
  'twice-untrue',
  /** A request to conclude reached the ERP after the grouping was concluded. */
  'concluded-twice',
  /** It counts as printed, or everything is concluded, and there is no paper. */
  'lost',
  /** It is on paper, and the floor would have it printed. */
  'forgotten',
  'doubt-asked-twice',
  /** All is well again, and it is still in doubt. */
  'doubt-never-asked',
  /** A listener heard the same event again, or the floor keeps one print as two. */
  'event-twice',
  /** A listener missed an event, or heard a later one first. */
  'event-order',
  /** Two listeners heard different things under one number. */
  'event-differs',
] as const;
export type BreachKind = (typeof breachKinds)[number];

export interface Breach {
  readonly kind: BreachKind;
  readonly groupingId: number;
  readonly shipmentId: number | null;
  readonly detail: string;
}

/** Returns the breaches of the invariants in this history; empty if there are none. */
export function checkHistory(history: History): readonly Breach[] {
  const labels = new LabelBooks(history);
  return [
    ...labels.check(),
    ...checkConclusions(history),
    ...checkAnswers(history),
    ...checkListeners(history.marks),
    ...history.ends.flatMap(checkEvents),
  ];
}

interface LabelBook {
  papers: number;
  alonePapers: number;
  /** Papers that were on their way when another station took them over. */
  latePapers: number;
  /** Stations that were granted it, and the state since: lost if another station took it over. */
  readonly held: Map<string, 'own' | 'lost'>;
  /** The number of copies that a packer requested again. */
  again: number;
  /**
   * Stations whose packer has requested it again, until it is printed or that print is known to
   * have ended.
   */
  readonly asking: Set<string>;
  accepted: boolean;
}

/** The truth about each label. */
class LabelBooks {
  readonly #history: History;
  readonly #books = new Map<string, LabelBook>();

  constructor(history: History) {
    this.#history = history;
    for (const mark of history.marks) this.#note(mark);
  }

  check(): readonly Breach[] {
    const { lists, ends, isOver } = this.#history;
    const endOf = new Map(ends.map((end) => [end.groupingId, end]));
    return [...lists].flatMap(([groupingId, shipmentIds]) => {
      return shipmentIds.flatMap((shipmentId) => {
        const book = this.#book(groupingId, shipmentId);
        const end = endOf.get(groupingId) ?? null;
        const found = [
          ...findDoubled(book, shipmentId, end),
          ...findMissing(book, shipmentId, end, isOver),
        ];
        return found.map((breach): Breach => ({ ...breach, groupingId, shipmentId }));
      });
    });
  }

  #note(mark: Mark): void {
    if (mark.kind === 'paper') {
      const book = this.#book(mark.groupingId, mark.shipmentId);
      book.papers += 1;
      if (mark.alone) book.alonePapers += 1;
      else if (book.held.get(mark.station) === 'lost') book.latePapers += 1;
      if (book.asking.delete(mark.station)) book.again += 1;
    } else if (mark.kind === 'held') {
      for (const id of mark.shipmentIds)
        this.#book(mark.groupingId, id).held.set(mark.station, 'own');
    } else if (mark.kind === 'takes-over') {
      for (const id of this.#history.lists.get(mark.groupingId) ?? []) {
        const { held } = this.#book(mark.groupingId, id);
        if (held.has(mark.from)) held.set(mark.from, 'lost');
      }
    } else if (mark.kind === 'again') {
      for (const id of mark.shipmentIds) this.#book(mark.groupingId, id).asking.add(mark.station);
    } else if (mark.kind === 'ended') {
      for (const id of mark.shipmentIds)
        this.#book(mark.groupingId, id).asking.delete(mark.station);
    } else if (mark.kind === 'accept') {
      this.#book(mark.groupingId, mark.shipmentId).accepted = true;
    }
  }

  #book(groupingId: number, shipmentId: number): LabelBook {
    const key = `${groupingId}/${shipmentId}`;
    const known = this.#books.get(key);
    if (known !== undefined) return known;
    const made: LabelBook = {
      papers: 0,
      alonePapers: 0,
      latePapers: 0,
      held: new Map(),
      again: 0,
      asking: new Set(),
      accepted: false,
    };
    this.#books.set(key, made);
    return made;
  }
}

type Found = Pick<Breach, 'kind' | 'detail'>;

function findDoubled(book: LabelBook, shipmentId: number, end: FloorEnd | null): readonly Found[] {
  const { papers, alonePapers, latePapers, again } = book;
  const unasked = Math.max(0, papers - 1 - again);
  const detail = `${papers} papers, ${again} asked for again, ${alonePapers} alone, ${latePapers} late`;
  const isSaid = end?.twice.includes(shipmentId) === true;
  // A station that works alone, or whose print is on its way already, cannot know. It is allowed if
  // it is reported as soon as possible.
  if (unasked > alonePapers + latePapers) return [{ kind: 'printed-twice', detail }];
  if (unasked > 0 && end !== null && !isSaid) return [{ kind: 'twice-not-said', detail }];
  return isSaid && papers < 2 ? [{ kind: 'twice-untrue', detail }] : [];
}

function findMissing(
  { papers, accepted }: LabelBook,
  shipmentId: number,
  end: FloorEnd | null,
  isOver: boolean,
): readonly Found[] {
  if (isOver && papers === 0 && !accepted) return [{ kind: 'lost', detail: 'never printed' }];
  if (end === null) return [];
  const state = end.rows.get(shipmentId)?.state ?? 'nothing';
  const isInDoubt = state === 'doubt' || state === 'printing' || end.asked.includes(shipmentId);
  if (isInDoubt) return [{ kind: 'doubt-never-asked', detail: `still ${state}` }];
  const counts = state === 'printed' || end.shown.includes(shipmentId);
  if (counts && papers === 0) return [{ kind: 'lost', detail: 'counts as printed' }];
  return !counts && papers > 0 ? [{ kind: 'forgotten', detail: `${papers} papers, ${state}` }] : [];
}

function checkConclusions({ conclusions, marks }: History): readonly Breach[] {
  const concluded = new Set<number>();
  // A station that works alone, or is on the way already when another one comes, asks the ERP,
  // which refuses; the station cannot know.
  const byGrouping = (groupingId: number): number =>
    marks.filter((mark, at) => {
      if (mark.groupingId !== groupingId) return false;
      if (mark.kind === 'concludes') return mark.alone;
      const isHeld = mark.kind === 'held' && mark.shipmentIds.length === 0;
      return (
        isHeld &&
        marks
          .slice(at)
          .some(({ kind, station }) => kind === 'concludes' && station !== mark.station)
      );
    }).length;
  const excused = new Map<number, number>();
  return conclusions.flatMap(({ groupingId, took }): Breach[] => {
    const isAgain = concluded.has(groupingId);
    if (took) concluded.add(groupingId);
    if (!isAgain) return [];
    const times = excused.get(groupingId) ?? 0;
    if (!took && times < byGrouping(groupingId)) {
      excused.set(groupingId, times + 1);
      return [];
    }
    return [
      {
        kind: 'concluded-twice',
        groupingId,
        shipmentId: null,
        detail: took ? 'twice' : 'asked for again',
      },
    ];
  });
}

type Answer = Extract<Mark, { kind: 'answer' }>;

function checkAnswers({ marks, forgetful }: History): readonly Breach[] {
  const seen = new Map<string, number>();
  return marks.flatMap((mark, at): Breach[] => {
    if (mark.kind !== 'answer' || forgetful?.has(mark.station) === true) return [];
    const { groupingId, shipmentId, about, station } = mark;
    if (about.intent === null) {
      // Published while another station was being asked, or for a row that it took back over from
      // the asked station.
      const tookOver = marks.some(
        ({ kind, station: by }, before) => before < at && kind === 'takes-over' && by === station,
      );
      if (about.station !== station || tookOver) return [];
      const detail = `at ${station}, when it was known there`;
      return [{ kind: 'doubt-asked-twice', groupingId, shipmentId, detail }];
    }
    const key = `${about.station} ${about.intent} ${groupingId}/${shipmentId}`;
    const before = seen.get(key) ?? null;
    seen.set(key, at);
    if (before === null || wasUntold(marks.slice(before, at), mark)) return [];
    const detail = `of ${about.station} since ${about.intent}, again at ${station}`;
    return [{ kind: 'doubt-asked-twice', groupingId, shipmentId, detail }];
  });
}

/**
 * Whether the floor could not know of the answer with which these marks begin when the other
 * station took over.
 */
function wasUntold(since: readonly Mark[], { station, groupingId }: Answer): boolean {
  const answered = since[0]?.station;
  const taken = since.findIndex(
    (mark) =>
      mark.kind === 'takes-over' && mark.station === station && mark.groupingId === groupingId,
  );
  const until = taken === -1 ? since : since.slice(0, taken);
  return (
    answered !== station && !until.some((mark) => mark.kind === 'told' && mark.station === answered)
  );
}

function checkListeners(marks: readonly Mark[]): readonly Breach[] {
  const lastOf = new Map<string, number>();
  const whatAt = new Map<string, string>();
  return marks.flatMap((mark): Breach[] => {
    if (mark.kind !== 'heard') return [];
    const { groupingId, listener, seq, what } = mark;
    const found = (kind: BreachKind, detail: string): Breach[] => [
      { kind, groupingId, shipmentId: null, detail },
    ];
    const last = lastOf.get(`${listener} ${groupingId}`) ?? null;
    lastOf.set(`${listener} ${groupingId}`, Math.max(seq, last ?? seq));
    const known = whatAt.get(`${groupingId} ${seq}`);
    whatAt.set(`${groupingId} ${seq}`, what);
    if (known !== undefined && known !== what)
      return found('event-differs', `${seq}: ${known} and ${what}`);
    if (last === null || seq === last + 1) return [];
    return found(seq <= last ? 'event-twice' : 'event-order', `${listener}: ${seq} after ${last}`);
  });
}

/**
 * The floor's own list must have no gap, and each station must have published each printed copy
 * once.
 */
function checkEvents({ groupingId, events }: FloorEnd): readonly Breach[] {
  const told = new Set<string>();
  return events.flatMap(({ seq, station, kind, shipmentId, copy, alone }, index): Breach[] => {
    const before = events[index - 1]?.seq ?? 0;
    if (seq !== before + 1) {
      const broken = seq <= before ? 'event-twice' : 'event-order';
      return [{ kind: broken, groupingId, shipmentId, detail: `${seq} after ${before}` }];
    }
    // One may be its own, printed alone, and the other the answer about the row that it took over.
    const key = `${station} ${shipmentId} ${copy} ${alone}`;
    if (kind !== 'printed' || !told.has(key)) {
      if (kind === 'printed') told.add(key);
      return [];
    }
    return [
      {
        kind: 'event-twice',
        groupingId,
        shipmentId,
        detail: `${station} printed copy ${copy} twice`,
      },
    ];
  });
}
