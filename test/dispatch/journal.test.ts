import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAccessKey } from '#shared/identities/access-key.ts';
import type {
  HistoryFilter,
  JobFilter,
  JobHead,
  LabelRecord,
  NewEvent,
} from '../../src/main/journal/records.ts';
import { JournalError, openJournal } from '../../src/main/journal/index.ts';
import { Journal } from '../../src/main/journal/journal.ts';
import { lockGrouping } from '../../src/main/journal/station/lock.ts';
import { systemClock, type Clock } from '../../src/main/os/clock.ts';
import { silentLog } from '../../src/main/os/log.ts';
import type { JobState } from '#shared/domain/job.ts';
import type { HistoryRow, Recipient, Shipment } from '#shared/domain/records.ts';
import { fault } from '#shared/faults/faults.ts';
import { openJournalIn } from '../support/journal-in.ts';
import { plainRecipient } from '../support/plain-recipient.ts';
import { startJournal, tempDir } from './support/bench.ts';
import { pendingRecord, plainLogistics, shipment } from './support/fakes.ts';
import { accessKey, misread } from '../support/access-key.ts';
import { readableCharacter } from '../support/any-text.ts';

const origin = 'https://erp.test';

function head(id: number, state: JobState = 'loaded'): JobHead {
  const grouping = { id, identification: `G${id}`, date: null, shippingMethod: null };
  return {
    grouping,
    state,
    difference: null,
    fault: null,
    pdfPath: null,
    zplPath: null,
    printVerdict: null,
  };
}

function create(
  journal: Journal,
  id: number,
  list: readonly Shipment[],
  state: JobState = 'loaded',
  at = origin,
) {
  return journal.create(at, head(id, state), list);
}

function findNumber(journal: Journal, number: string) {
  return journal.past.jobs({ company: origin, number }).map(({ grouping }) => grouping.id);
}

function recipient(name: string): Recipient {
  return { ...plainRecipient, id: 1, name };
}

function openIn(dir: string, clock: Clock = systemClock, machine: readonly string[] = []) {
  return openJournalIn(dir, { machine, clock });
}

describe('opening on a computer', () => {
  const here = ['user 1 ana', 'system 11', 'board 12', 'card a', 'card b'];

  test.each([
    ['the same', here, false],
    ['in a dock', [...here, 'card dock'], false],
    ['with another card', ['user 1 ana', 'system 11', 'board 12', 'card b', 'card c'], false],
    ['that says nothing of itself', [], false],
    ['that says less', ['user 1 ana', 'system 11'], false],
    ['of another user', ['user 2 bia', 'system 11', 'board 12', 'card a', 'card b'], true],
    ['installed anew', ['user 1 ana', 'system 21', 'board 12', 'card a', 'card b'], true],
    ['with a clone of its disk', ['user 1 ana', 'system 11', 'board 22', 'card a', 'card b'], true],
    ['with a clone of its disk and no board to tell', ['user 1 ana', 'system 11', 'card c'], true],
  ])(
    '%s: a copy is a station of its own, and keeps nothing of what it is told from others by',
    (_, machine, isCopy) => {
      const dir = tempDir();
      const opened = [here, machine, machine].map((marks) => {
        const { journal, notices } = openIn(dir, systemClock, marks);
        const id = journal.stationId();
        journal.close();
        return { id, kinds: notices.map(({ kind }) => kind) };
      });
      const [first, second, third] = opened;
      expect(opened.map(({ kinds }) => kinds)).toEqual([[], isCopy ? ['station-copied'] : [], []]);
      expect(second!.id === first!.id).toBe(!isCopy);
      expect(third!.id).toBe(second!.id);
      const bytes = readFileSync(join(dir, 'journal.db'), 'latin1');
      expect(machine.filter((mark) => bytes.includes(mark))).toEqual([]);
    },
  );
});

test('a copy looks for no print at its own printers, and asks about the paper', () => {
  const dir = tempDir();
  const { journal } = openIn(dir, systemClock, ['system 11']);
  const job = create(journal, 1, [shipment(1)]);
  const spool = {
    title: 't',
    system: 'cups',
    jobId: '7',
    bootedAtMs: 0,
    placed: { places: [], total: 0 },
  };
  const run = journal.startPrint(
    job.id,
    { printer: 'p', shipmentIds: [1], spool },
    head(1, 'printing'),
  );
  journal.noteTally(run, { printed: 1, perhaps: 0, not: 0 });
  journal.close();
  const copy = openIn(dir, systemClock, ['system 22']).journal;
  const { openPrint, head: left } = copy.load(origin, 1)!;
  expect(openPrint).toMatchObject({
    outcome: 'unknown',
    tally: null,
    spool: { title: 't', system: null },
  });
  expect(left.printVerdict?.perhaps).toEqual([1]);
  copy.close();
});

describe('opening', () => {
  test('a new journal has no notice and remembers', () => {
    const dir = tempDir();
    const first = openIn(dir);
    expect(first.notices).toEqual([]);
    create(first.journal, 5, [shipment(1), shipment(2)]);
    first.journal.close();
    const second = openIn(dir);
    expect(second.notices).toEqual([]);
    expect(second.journal.load(origin, 5)!.entries.map(({ shipment: one }) => one)).toEqual([
      shipment(1),
      shipment(2),
    ]);
    expect(second.journal.load('https://other.test', 5)).toBeNull();
    second.journal.close();
  });

  test.each([
    [
      'garbage',
      (path: string) =>
        writeFileSync(path, 'this is no database at all, whatever it is called'.repeat(50)),
    ],
    ['a damaged header', (path: string) => damage(path, 0)],
    ['a damaged page', (path: string) => damage(path, 4096)],
    ['a damaged number of its format', (path: string) => damage(path, 47, 1)],
    ["somebody else's database", (path: string) => replaceByOther(path)],
  ])('%s is set aside and reported, and a new one started', (_name, spoil) => {
    const dir = tempDir();
    const path = join(dir, 'journal.db');
    const first = openIn(dir);
    create(first.journal, 5, [shipment(1), shipment(2)]);
    first.journal.close();
    spoil(path);
    const spoilt = readFileSync(path);
    const { journal, notices } = openIn(dir);
    expect(notices[0]).toMatchObject({ kind: 'journal-corrupt' });
    const kept = readdirSync(dir).filter((name) => /^journal\.corrupt-.*\.db$/.test(name));
    expect(kept).toHaveLength(1);
    expect(notices[0]!.detail).toContain(kept[0]!);
    expect(readFileSync(join(dir, kept[0]!)).equals(spoilt)).toBe(true);
    expect(journal.load(origin, 5)).toBeNull();
    create(journal, 5, [shipment(1)]);
    journal.close();
    const again = openIn(dir);
    expect(again.notices).toEqual([]);
    expect(again.journal.load(origin, 5)!.entries).toHaveLength(1);
    again.journal.close();
  });

  test.each([
    ['a list', "jobs SET grouping = '{'", (journal: Journal) => journal.past.jobs({})],
    ['the history', "jobs SET grouping = '{'", (journal: Journal) => journal.past.history('')],
    [
      'the history, with its shipment',
      "shipments SET shipment = '{'",
      (journal: Journal) => journal.past.history(''),
    ],
    [
      'an opening',
      'jobs SET floorSeq = 9007199254740993',
      (journal: Journal) => journal.load(origin, 5),
    ],
  ])(
    'an unreadable job is reported once by %s and set aside, and the others continue',
    (_by, change, ask) => {
      const dir = tempDir();
      const { journal } = openIn(dir);
      const { id } = create(journal, 5, [shipment(1)]);
      journal.commit(id, { events: [{ kind: 'collected', shipmentId: 1 }] });
      create(journal, 6, [shipment(2)]);
      const other = new DatabaseSync(journal.path);
      other.exec(`UPDATE ${change} WHERE ${change.startsWith('jobs') ? 'id' : 'jobId'} = ${id}`);
      other.close();
      const keptAside = (): string[] =>
        readdirSync(dir).filter((name) => /^journal\.corrupt-.*\.db$/.test(name));
      expect(() => ask(journal)).toThrow(/kept as journal\.corrupt-/);
      const kept = new DatabaseSync(join(dir, keptAside()[0]!), { readOnly: true });
      expect(kept.prepare('SELECT count(*) AS jobs FROM jobs').get()).toEqual({ jobs: 2 });
      kept.close();
      expect(journal.load(origin, 5)).toBeNull();
      expect(journal.past.jobs({})).toHaveLength(1);
      expect(journal.load(origin, 6)!.entries).toHaveLength(1);
      expect(keptAside()).toHaveLength(1);
      journal.close();
    },
  );

  // Found by the fault campaign: bits that flip in a row and in its indexed columns, which no quick
  // check sees.
  test('an unreadable row that is missing from an index is dropped, and the next start continues', () => {
    const dir = tempDir();
    const { journal } = openIn(dir);
    create(journal, 5, [shipment(1)]);
    create(journal, 6, [shipment(2)]);
    journal.close();
    const reader = new DatabaseSync(journal.path);
    const { search } = reader.prepare('SELECT search FROM shipments').get()!;
    reader.close();
    const bytes = readFileSync(journal.path, 'latin1');
    const place = bytes.indexOf(Buffer.from(String(search)).toString('latin1')) + 1;
    const flipped = `${bytes.slice(0, place)}~${bytes.slice(place + 1)}`;
    writeFileSync(journal.path, flipped, 'latin1');
    const other = new DatabaseSync(journal.path);
    other.exec("UPDATE jobs SET grouping = '{' WHERE groupingId = 5");
    expect(other.prepare('PRAGMA quick_check').get()).toEqual({ quick_check: 'ok' });
    expect(other.prepare('PRAGMA integrity_check').get()).not.toEqual({ integrity_check: 'ok' });
    other.close();
    const damaged = openIn(dir);
    expect(damaged.notices).toEqual([]);
    expect(() => damaged.journal.past.jobs({})).toThrow(/kept as journal\.corrupt-/);
    damaged.journal.close();
    const again = openIn(dir);
    expect(again.journal.past.jobs({})).toHaveLength(1);
    again.journal.close();
  });

  test.each([
    ['a column', 'fault TEXT', 'faulu TEXT'],
    ['a constraint', `'running'`, `'runnilg'`],
  ])(
    '%s whose name is damaged is damage, before anything is asked of the journal',
    (_what, sound, damaged) => {
      const dir = tempDir();
      const { journal } = openIn(dir);
      create(journal, 5, [shipment(1)]);
      journal.close();
      const bytes = readFileSync(journal.path, 'latin1');
      expect(bytes).toContain(sound);
      writeFileSync(journal.path, bytes.replaceAll(sound, damaged), 'latin1');
      const { notices, journal: fresh } = openIn(dir);
      expect(notices[0]?.kind).toBe('journal-corrupt');
      create(fresh, 6, [shipment(1)]);
      fresh.close();
    },
  );

  test('a folder that cannot be written is a fault, not a corrupt journal', () => {
    const dir = tempDir();
    writeFileSync(join(dir, 'file'), '');
    const opened = openJournal({
      path: join(dir, 'file', 'journal.db'),
      stationDir: join(dir, 'station'),
      clock: systemClock,
      log: silentLog,
    });
    expect(opened).toMatchObject({ ok: false, fault: { kind: 'disk' } });
  });

  test('a row that no longer makes sense is damage, not a guess', () => {
    const dir = tempDir();
    const { journal } = openIn(dir);
    create(journal, 5, [shipment(1)]);
    const other = new DatabaseSync(journal.path);
    other.exec(`UPDATE shipments SET shipment = '{"id": "one"}'`);
    other.close();
    expect(() => journal.load(origin, 5)).toThrow(JournalError);
    journal.close();
  });
});

describe('writing', () => {
  test('a full disk is reported, and the transaction leaves nothing behind', () => {
    const journal = startJournal(tempDir());
    const job = create(journal, 5, [shipment(1)]);
    const limit = new DatabaseSync(journal.path);
    const pages = Number(Object.values(limit.prepare('PRAGMA page_count').get()!)[0]);
    limit.close();
    const full = withPageLimit(journal, pages + 2);
    full.load(origin, 5);
    const events = Array.from({ length: 4000 }, () => ({
      kind: 'collected' as const,
      shipmentId: 1,
    }));
    let thrown: unknown;
    try {
      full.commit(job.id, { head: head(5, 'collecting'), events });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(JournalError);
    expect((thrown as JournalError).fault.kind).toBe('disk-full');
    expect(journal.load(origin, 5)!.head.state).toBe('loaded');
    full.commit(job.id, { head: head(5, 'ready') });
    expect(journal.load(origin, 5)!.head.state).toBe('ready');
    full.close();
  });

  test('all committed data comes back unchanged', () => {
    const journal = startJournal(tempDir());
    const job = create(journal, 5, [shipment(1), shipment(2)]);
    const choice = { pages: [1, 3], crop: 'whole' } as const;
    const content = {
      sha256: 'ab',
      format: 'zip',
      pages: 2,
      filePages: 5,
      croppedPages: 1,
      hasZpl: true,
      paper: { widthMm: 100, heightMm: 150 },
      choice,
      version: '1.2.3',
      leftOut: ['~JR'],
      isMended: true,
      kind: 'ZIP',
      isDrawn: true,
      looks: {
        sha256: 'ab',
        findings: [
          [{ isPlain: false, labels: [{ left: 0, right: 9, top: 9, bottom: 0 }], differs: false }],
        ],
      },
    } as const;
    const files = [
      { ordinal: 0, urlHash: 'h0', content },
      { ordinal: 2, urlHash: 'h2', content: null },
    ];
    const why = fault('validation', {
      status: 400,
      erpMessage: 'não',
      erpDetails: [{ field: 'a', message: 'b' }],
    });
    const label = {
      file: 'refused',
      block: null,
      fault: why,
      waived: 'without',
      timesPrinted: 3,
      ownChoice: choice,
      fewerSeen: { volumes: 3, pages: 2 },
      manySeen: '900 abc',
    } as const;
    const changed = {
      ...head(5, 'ready'),
      difference: { added: [shipment(9)], removed: [], changed: [shipment(8)] },
      fault: why,
      pdfPath: '/x',
      printVerdict: { printed: [1], perhaps: [2], not: [7, 8] },
    };
    journal.commit(job.id, {
      head: changed,
      shipments: [
        { shipment: shipment(2, { recipient: recipient('Ana') }), position: 1 },
        { shipment: shipment(1), position: null },
      ],
      labels: [{ shipmentId: 2, label, files }],
      checks: [{ shipmentId: 2, checkedAtMs: 12, scannedVolumes: null }],
    });
    const placed = { places: [{ shipmentId: 2, first: 0, end: 1 }], total: 1 };
    const spool = { title: 'Doca 5 x', system: 'cups', jobId: null, bootedAtMs: 17, placed };
    const run = journal.startPrint(job.id, { printer: 'p', shipmentIds: [2], spool }, changed);
    expect(journal.load(origin, 5)).toEqual({
      id: job.id,
      company: origin,
      head: changed,
      entries: [
        {
          shipment: shipment(1),
          position: null,
          checkedAtMs: null,
          scannedVolumes: null,
          label: pendingRecord,
          files: [],
          printRunId: null,
          isSaved: false,
        },
        {
          shipment: shipment(2, { recipient: recipient('Ana') }),
          position: 1,
          checkedAtMs: 12,
          scannedVolumes: null,
          label,
          files,
          printRunId: run,
          isSaved: false,
        },
      ],
      openPrint: {
        id: run,
        printer: 'p',
        shipmentIds: [2],
        outcome: 'running',
        spool,
        tally: null,
      },
      floorSeq: null,
      claims: [],
    });
    expect(() =>
      journal.startPrint(job.id, { printer: 'p', shipmentIds: [1], spool }, changed),
    ).toThrow();
    journal.noteSpoolJob(run, '12');
    journal.noteTally(run, { printed: 0, perhaps: 1, not: 0 });
    journal.noteTally(run, { printed: 1, perhaps: 0, not: 0 });
    expect(journal.load(origin, 5)!.openPrint).toMatchObject({
      spool: { ...spool, jobId: '12' },
      tally: { printed: 1, perhaps: 0, not: 0 },
    });
    // A damaged progress is none: the print is in doubt as a whole.
    const other = new DatabaseSync(journal.path);
    other.exec(`UPDATE print_tallies SET tally = '{' WHERE runId = ${run}`);
    other.close();
    expect(journal.load(origin, 5)!.openPrint).toMatchObject({ id: run, tally: null });
    journal.commit(job.id, {
      head: { ...changed, printVerdict: null },
      printRun: { id: run, outcome: 'done' },
    });
    expect(journal.load(origin, 5)!.openPrint).toBeNull();
  });

  test('no token and no URL ever gets into the file', () => {
    const dir = tempDir();
    const { journal } = openIn(dir);
    const database = new DatabaseSync(journal.path, { readOnly: true });
    const columns = database
      .prepare(
        `SELECT m.name || '.' || c.name AS name FROM sqlite_schema m, pragma_table_info(m.name) c`,
      )
      .all()
      .map(({ name }) => String(name));
    expect(columns.filter((name) => /token|url(?!Hash)|bearer|secret/i.test(name))).toEqual([]);
    database.close();
    journal.close();
  });
});

describe('asking', () => {
  test('unfinished and recent jobs, the last changed first', () => {
    const dir = tempDir();
    let now = 1000;
    const { journal } = openIn(dir, { ...systemClock, now: () => (now += 10) });
    const one = create(journal, 1, [shipment(1), shipment(2), shipment(3)]);
    create(journal, 2, [shipment(4)], 'concluded');
    create(journal, 3, [], 'loaded', 'https://other.test');
    journal.commit(one.id, {
      labels: [
        { shipmentId: 1, label: { ...pendingRecord, file: 'ready', timesPrinted: 1 } },
        { shipmentId: 2, label: { ...pendingRecord, file: 'failed', fault: fault('network') } },
      ],
    });
    const summary = (filter: JobFilter) => journal.past.jobs(filter).map((job) => job.grouping.id);
    expect(summary({})).toEqual([1, 3, 2]);
    expect(summary({ company: origin })).toEqual([1, 2]);
    expect(summary({ company: origin, concluded: false })).toEqual([1]);
    expect(summary({ concluded: true })).toEqual([2]);
    expect(summary({ limit: 1 })).toEqual([1]);
    expect(journal.past.jobs({})[0]).toMatchObject({
      shipments: 3,
      ready: 0,
      printed: 1,
      failed: 1,
      state: 'loaded',
    });
    expect(journal.past.jobs({})[1]).toMatchObject({ shipments: 0, ready: 0 });
    journal.close();
  });

  test.each(['concluding', 'conclusion-unknown'] as const)(
    'first those whose conclusion is in doubt: %s',
    (state) => {
      const dir = tempDir();
      let now = 1000;
      const { journal } = openIn(dir, { ...systemClock, now: () => (now += 10) });
      create(journal, 1, [shipment(1)], state);
      create(journal, 2, [shipment(2)]);
      create(journal, 3, [shipment(3)]);
      expect(journal.past.jobs({}).map(({ grouping }) => grouping.id)).toEqual([1, 3, 2]);
      expect(journal.past.jobs({ limit: 1 })[0]!.grouping.id).toBe(1);
      journal.close();
    },
  );

  test('how far a grouping has come, the accepted ones apart', () => {
    const journal = startJournal(tempDir());
    const list = [1, 2, 3, 4, 5, 6, 7].map((id) => shipment(id));
    const job = create(journal, 1, list);
    const label = (shipmentId: number, more: Partial<LabelRecord>) => ({
      shipmentId,
      label: { ...pendingRecord, ...more },
    });
    journal.commit(job.id, {
      labels: [
        label(1, { file: 'ready' }),
        label(2, { file: 'failed', fault: fault('network') }),
        label(3, { file: 'refused', fault: fault('label-encrypted') }),
        label(4, { file: 'failed', fault: fault('network'), waived: 'without' }),
        label(5, { file: 'panel', fault: fault('validation') }),
        label(6, { file: 'withheld', fault: fault('label-after-conclusion') }),
      ],
      checks: [{ shipmentId: 1, checkedAtMs: 5, scannedVolumes: null }],
    });
    const counts = {
      ready: 1,
      failed: 3,
      retryable: 1,
      without: 1,
      accepted: 1,
      withheld: 1,
      printed: 0,
      checked: 1,
    };
    expect(journal.past.jobs({})[0]).toMatchObject({
      shipments: 7,
      ...counts,
      hasOpenPrint: false,
      hasDoubt: false,
    });
    const spool = {
      title: 't',
      system: null,
      jobId: null,
      bootedAtMs: 0,
      placed: { places: [], total: 0 },
    };
    const run = journal.startPrint(
      job.id,
      { printer: 'p', shipmentIds: [1], spool },
      head(1, 'printing'),
    );
    expect(journal.past.jobs({})[0]).toMatchObject({ hasOpenPrint: true });
    journal.commit(job.id, {
      printRun: { id: run, outcome: 'failed' },
      head: { ...head(1), printVerdict: { printed: [], perhaps: [1], not: [] } },
    });
    expect(journal.past.jobs({})[0]).toMatchObject({ hasOpenPrint: false, hasDoubt: true });
    expect(journal.past.countUnfinished(origin)).toBe(1);
    journal.close();
  });

  test('deeds since midnight, each once, without those taken back', () => {
    const dir = tempDir();
    const midnightMs = 1_000_000;
    let now = midnightMs - 5000;
    const { journal } = openIn(dir, { ...systemClock, now: () => now });
    const volume = {
      packaging: null,
      width: null,
      height: null,
      length: null,
      diameter: null,
      grossWeight: null,
    };
    const one = create(journal, 1, [
      shipment(1),
      shipment(2, { volume: { ...volume, quantity: 3 } }),
      shipment(3),
    ]);
    const other = create(journal, 1, [shipment(1)], 'loaded', 'https://other.test');
    const old = create(journal, 2, [shipment(9)], 'concluded');
    const check = (
      shipmentId: number,
      codes: readonly string[] | null,
      of = 4,
      isDone = codes === null,
    ) => ({
      shipmentId,
      checkedAtMs: isDone ? now : null,
      scannedVolumes: codes && { codes, of },
    });
    journal.commit(one.id, {
      events: [{ kind: 'printed', shipmentId: 1 }],
      checks: [check(1, null)],
    });
    journal.commit(old.id, { events: [{ kind: 'concluded' }] });
    expect(journal.past.tallySince(origin, midnightMs)).toEqual({
      labels: 0,
      parcels: 0,
      groupings: 0,
    });

    now = midnightMs;
    // To open it again is a change, and no conclusion.
    journal.commit(old.id, { events: [{ kind: 'opened' }] });
    journal.commit(other.id, { events: [{ kind: 'printed', shipmentId: 1 }] });
    journal.commit(one.id, {
      events: [
        { kind: 'printed', shipmentId: 2 },
        { kind: 'reprinted', shipmentId: 2 },
        { kind: 'reprinted', shipmentId: 1 },
      ],
      checks: [check(2, null)],
    });
    expect(journal.past.tallySince(origin, midnightMs)).toEqual({
      labels: 2,
      parcels: 1,
      groupings: 0,
    });
    journal.commit(one.id, {
      checks: [check(2, null, 0, false), check(3, ['a', 'b'])],
      events: [{ kind: 'volume-checked', shipmentId: 3 }],
    });
    expect(journal.past.tallySince(origin, midnightMs)).toMatchObject({ parcels: 2 });
    journal.commit(one.id, {
      head: head(1, 'concluded'),
      checks: [check(3, ['a', 'b', 'c', 'd'], 4, true)],
      events: [{ kind: 'concluded' }],
    });
    expect(journal.past.tallySince(origin, midnightMs)).toEqual({
      labels: 2,
      parcels: 4,
      groupings: 1,
    });
    const concluded = journal.past.jobs({ concluded: true, company: origin });
    expect(concluded.map(({ grouping, concludedAtMs }) => [grouping.id, concludedAtMs])).toEqual([
      [2, midnightMs - 5000],
      [1, midnightMs],
    ]);
    journal.close();
  });

  test('history by tracking code, invoice, key, order and recipient, whatever the accents', () => {
    const journal = startJournal(tempDir());
    const logistics = { ...shipment(1).logistics!, trackingCode: 'AA 123 456 789 BR' };
    const job = create(journal, 1, [
      shipment(1, { recipient: recipient('José da Conceição'), logistics }),
      shipment(2, { recipient: recipient('100% Algodão_Ltda') }),
      shipment(33, {
        recipient: recipient('Maria Souza'),
        sale: { id: 33, number: 9033, date: null, status: 'other' },
      }),
    ]);
    const events = [1, 2, 33].map((shipmentId) => ({ kind: 'printed' as const, shipmentId }));
    journal.commit(job.id, { events });
    const found = (query: string) =>
      journal.past
        .history(query)
        .map(({ shipmentId }) => shipmentId)
        .reverse();
    expect(found('')).toEqual([1, 2, 33]);
    expect(found('jose CONCEICAO')).toEqual([1]);
    expect(found('conceição josé')).toEqual([1]);
    expect(found('aa123456789br')).toEqual([1]);
    expect(found('AA 123 456 789 BR')).toEqual([1]);
    expect(found('100%')).toEqual([2]);
    expect(found('algodao_')).toEqual([2]);
    expect(found('%')).toEqual([1, 2, 33]);
    expect(found('533')).toEqual([33]);
    expect(found('9033')).toEqual([33]);
    expect(found(accessKey(502))).toEqual([2]);
    // It is the number of an order.
    expect(found(accessKey(9033))).toEqual([]);
    expect(found(`]C1${accessKey(502)}`)).toEqual([2]);
    expect(found(misread(accessKey(502), 43))).toEqual([]);
    const matrix = '01310100000008801500000000351AA123456789BR0000000000';
    for (const code of ['AA123456789', matrix, '{"id":"AA123456789BR"}'])
      expect(found(code)).toEqual([1]);
    expect(found('AA123456789CN')).toEqual([]);
    expect(found('ninguém')).toEqual([]);
    expect(journal.past.history('maria', { company: 'https://other.test' })).toEqual([]);
    expect(journal.past.history('', { limit: 1 }).map(({ shipmentId }) => shipmentId)).toEqual([
      33,
    ]);
    expect(journal.past.history('maria')[0]).toMatchObject({
      kind: 'printed',
      groupingId: 1,
      identification: 'G1',
      recipient: 'Maria Souza',
      invoiceNumber: 533,
    });
  });

  test('history by the whole id or name of a grouping, never by a part of it', () => {
    const journal = startJournal(tempDir());
    const short = create(journal, 84, [shipment(1)]);
    const long = create(journal, 8412, [shipment(2), shipment(3)]);
    journal.commit(short.id, { events: [{ kind: 'printed', shipmentId: 1 }] });
    journal.commit(long.id, {
      events: [{ kind: 'printed', shipmentId: 2 }, { kind: 'concluded' }],
    });
    const found = (query: string) =>
      journal.past.history(query).map(({ groupingId, kind }) => `${groupingId} ${kind}`);
    expect(found('8412')).toEqual(['8412 concluded', '8412 printed']);
    expect(found(' g8412 ')).toEqual(['8412 concluded', '8412 printed']);
    expect(found('84')).toEqual(['84 printed']);
    expect(found('841')).toEqual([]);
    expect(journal.past.countHistory('8412')).toBe(2);
    expect(journal.past.history('8412', { company: 'https://other.test' })).toEqual([]);
  });

  test('history by numbers with the signs and leading zeros that people write and the ERP does not', () => {
    const journal = startJournal(tempDir());
    const unknown = { street: null, number: null, complement: null, district: null };
    const address = { ...unknown, city: null, state: null, country: null, postalCode: '01310100' };
    const job = create(journal, 8412, [
      shipment(1, {
        recipient: { ...plainRecipient, taxId: '52998224725', address },
        invoice: { id: 1, number: 102_341, date: null, status: null },
      }),
    ]);
    const named = { ...head(7).grouping, identification: '#0520' };
    journal.create(origin, { ...head(7), grouping: named }, [shipment(2)]);
    journal.commit(job.id, { events: [{ kind: 'printed', shipmentId: 1 }] });
    const found = (query: string) =>
      journal.past.history(query).map(({ shipmentId }) => shipmentId);
    for (const query of ['#8412', '08412', '529.982.247-25', '01310-100', '000102341', '#102341'])
      expect([query, found(query)]).toEqual([query, [1]]);
    for (const query of ['08', '0841', '00234']) expect([query, found(query)]).toEqual([query, []]);
    expect(findNumber(journal, '520')).toEqual([7]);
    expect(journal.past.findParcels(origin, '#102341')).toMatchObject([{ shipmentId: 1 }]);
    journal.close();
  });

  test('history page by page, by day and kind, each shipment once on request, with a true count', () => {
    let nowMs = 500;
    const journal = startJournal(tempDir(), { ...systemClock, now: () => nowMs });
    const names = ['Ana Prado', 'Bruno Prado', 'Carla Lima'];
    const job = create(
      journal,
      1,
      names.map((name, at) => shipment(at + 1, { recipient: recipient(name) })),
    );
    const commitAt = (atMs: number, ...events: NewEvent[]): void => {
      nowMs = atMs;
      journal.commit(job.id, { events });
    };
    commitAt(1_000, ...[1, 2, 3].map((shipmentId) => ({ kind: 'printed' as const, shipmentId })));
    commitAt(2_000, { kind: 'reprinted', shipmentId: 1, data: { run: 4 } });
    commitAt(3_000, ...[1, 2].map((shipmentId) => ({ kind: 'checked' as const, shipmentId })));
    commitAt(4_000, { kind: 'concluded' });

    const read = (query: string, filter: Omit<HistoryFilter, 'limit' | 'before'>) => {
      const told: string[] = [];
      let before: number | null = null;
      for (;;) {
        const page: readonly HistoryRow[] = journal.past.history(query, {
          ...filter,
          before,
          limit: 2,
        });
        told.push(...page.map(({ kind, shipmentId }) => `${kind} ${shipmentId ?? ''}`.trim()));
        before = page.at(-1)?.id ?? null;
        if (page.length < 2) break;
      }
      expect(journal.past.countHistory(query, filter)).toBe(told.length);
      return told;
    };
    expect(read('', {})).toEqual([
      ...[
        'concluded',
        'checked 2',
        'checked 1',
        'reprinted 1',
        'printed 3',
        'printed 2',
        'printed 1',
      ],
    ]);
    expect(read('prado', { kinds: ['printed', 'checked'] })).toEqual([
      ...['checked 2', 'checked 1', 'printed 2', 'printed 1'],
    ]);
    expect(read('', { fromMs: 1_001, toMs: 3_000 })).toEqual(['reprinted 1']);
    expect(read('', { eachOnce: true })).toEqual(['checked 2', 'checked 1', 'printed 3']);
    expect(read('', { eachOnce: true, toMs: 3_000 })).toEqual([
      'reprinted 1',
      'printed 3',
      'printed 2',
    ]);
    expect(read('lima', { eachOnce: true, kinds: ['checked'] })).toEqual([]);
    expect(read('', { company: 'https://other.test' })).toEqual([]);
    expect(journal.past.history('ana', { eachOnce: true })[0]).toMatchObject({
      atMs: 3_000,
      isConcluded: false,
      timesPrinted: 0,
    });
  });

  test('who was signed in when it was done', () => {
    const journal = startJournal(tempDir());
    let person: string | null = 'Bia Ramos';
    journal.actAs(() => person);
    const job = create(journal, 1, [shipment(1)]);
    const check = (): void =>
      journal.commit(job.id, { checks: [], events: [{ kind: 'checked' as const, shipmentId: 1 }] });
    check();
    person = null;
    check();
    person = 'Caio Prado';
    check();
    const told = journal.past.history('', { kinds: ['checked'] }).map((row) => row.person);
    expect(told).toEqual(['Caio Prado', null, 'Bia Ramos']);
    journal.close();
  });

  test('parcels by their codes, of one company, in their present groupings', () => {
    const journal = startJournal(tempDir());
    const job = create(journal, 1, [
      shipment(1, { recipient: recipient('Ana') }),
      shipment(2),
      shipment(33),
    ]);
    create(journal, 2, [
      shipment(2),
      shipment(4, { sale: { id: 4, number: 501, date: null, status: 'other' } }),
    ]);
    create(journal, 3, [shipment(1)], 'loaded', 'https://other.test');
    journal.commit(job.id, { shipments: [{ shipment: shipment(2), position: null }] });
    journal.facts.learnIssuers(origin, [readAccessKey(accessKey(1))!]);
    const found = (code: string) =>
      journal.past
        .findParcels(origin, code)
        .map(({ groupingId, shipmentId }) => [groupingId, shipmentId]);
    expect(found('br 000000001-xx')).toEqual([[1, 1]]);
    expect(found('BR000000002XX')).toEqual([[2, 2]]);
    expect(found(accessKey(501))).toEqual([[1, 1]]);
    expect(found(misread(accessKey(501), 43))).toEqual([]);
    expect(found('000501')).toEqual([[1, 1]]);
    expect(found('533')).toEqual([[1, 33]]);
    for (const code of ['5', '0', '', '%', '9033', 'Ana']) expect(found(code)).toEqual([]);
    expect(journal.past.findParcels(origin, '501')[0]?.recipient).toBe('Ana');
    expect(['1', '3'].map((number) => findNumber(journal, number))).toEqual([[1], []]);
    journal.close();
  });

  // Small carriers number their parcels themselves.
  test('a short tracking code is found, before the invoice of the same number', () => {
    const journal = startJournal(tempDir());
    const tracked = (trackingCode: string) => ({ logistics: { ...plainLogistics, trackingCode } });
    create(journal, 1, [shipment(1, tracked('MOTO-1234')), shipment(2, tracked('120345'))]);
    const invoice = { id: 3, number: 120345, date: null, status: null };
    create(journal, 2, [shipment(3, { invoice })]);
    const found = (code: string) =>
      journal.past.findParcels(origin, code).map((one) => one.shipmentId);
    expect(found('moto1234')).toEqual([1]);
    expect(found('120345')).toEqual([2]);
    expect(journal.past.findByTracking(origin, '120345', 2).map(({ id }) => id)).toEqual([2]);
    expect(journal.past.findByTracking(origin, '120345', 1)).toEqual([]);
    journal.close();
  });

  // A contract's code is on each label of a carrier.
  test('a code on the labels of others is found behind any number of its own', () => {
    const journal = startJournal(tempDir());
    const job = create(journal, 1, [shipment(1), shipment(2)]);
    const reading = { codes: [{ symbology: 'Code128', text: 'C1', page: 1 }], pages: 1, dpi: null };
    const content = {
      format: 'pdf',
      pages: 1,
      filePages: 1,
      croppedPages: 0,
      hasZpl: false,
      paper: { widthMm: 100, heightMm: 150 },
      choice: { pages: 'auto', crop: 'auto' },
      version: '1.2.3',
      leftOut: [],
      isMended: false,
      kind: 'PDF',
      isDrawn: true,
      looks: { sha256: '', findings: [] },
    } as const;
    const file = (ordinal: number, sha256: string) => ({
      ordinal,
      urlHash: sha256,
      content: { ...content, sha256 },
    });
    const own = Array.from({ length: 30 }, (_, ordinal) => file(ordinal, `own${ordinal}`));
    for (const { content } of [...own, file(0, 'other')])
      journal.facts.keepReading(content.sha256, 'how', { ...reading, looked: true });
    const label = pendingRecord;
    journal.commit(job.id, { labels: [{ shipmentId: 1, label, files: own }] });
    expect(journal.past.isOnOtherLabel(origin, ['C1'], 1)).toBe(false);
    journal.commit(job.id, { labels: [{ shipmentId: 2, label, files: [file(0, 'other')] }] });
    expect(journal.past.isOnOtherLabel(origin, ['C1'], 1)).toBe(true);
    journal.close();
  });

  test('the conclusion belongs to every parcel of its grouping', () => {
    const journal = startJournal(tempDir());
    const job = create(journal, 1, [shipment(1, { recipient: recipient('Ana') })]);
    journal.commit(job.id, {
      events: [{ kind: 'printed', shipmentId: 1 }, { kind: 'concluding' }, { kind: 'concluded' }],
    });
    expect(journal.past.history('ana').map(({ kind }) => kind)).toEqual(['concluded', 'printed']);
    expect(journal.past.events(origin, 1).map(({ kind }) => kind)).toEqual([
      'opened',
      'printed',
      'concluding',
      'concluded',
    ]);
  });

  test('a query can hold anything', () => {
    const journal = startJournal(tempDir());
    const name = `O'Brien "x" \\ %_ ;--`;
    const job = create(journal, 1, [shipment(1, { recipient: recipient(name) })]);
    journal.commit(job.id, { events: [{ kind: 'printed', shipmentId: 1 }] });
    expect(journal.past.history(name)).toHaveLength(1);
    fc.assert(
      fc.property(fc.string({ unit: readableCharacter, maxLength: 60 }), (query) => {
        journal.past.history(query);
      }),
    );
  });
});

describe('forgetting', () => {
  test('old concluded jobs go; the rest stays', async () => {
    const dir = tempDir();
    let now = 1000;
    const { journal } = openIn(dir, { ...systemClock, now: () => now });
    const personal = 'Fulano Sintético Inconfundível';
    const old = create(journal, 1, [shipment(1, { recipient: recipient(personal) })], 'concluded');
    journal.commit(old.id, {
      head: head(1, 'concluded'),
      events: [{ kind: 'printed', shipmentId: 1 }],
    });
    create(journal, 2, [shipment(2)], 'printed');
    now = 5000;
    create(journal, 3, [shipment(3)], 'concluded');
    expect(await journal.removeOld(4000, 4000)).toBe(1);
    expect(journal.past.jobs({}).map((job) => job.grouping.id)).toEqual([3, 2]);
    expect(journal.past.history('')).toEqual([]);
    for (const name of readdirSync(dir).filter((file) => file.startsWith('journal'))) {
      expect(readFileSync(join(dir, name)).includes(personal)).toBe(false);
    }
    expect(() => journal.commit(old.id, { events: [] })).toThrow(JournalError);
    journal.close();
  });
});

describe('locks', () => {
  const lock = (folder: string, groupingId: number, erp = origin) =>
    lockGrouping(folder, erp, groupingId, systemClock);

  test('one holder for a grouping of an ERP; nothing stays behind', async () => {
    const folder = join(tempDir(), 'locks');
    const one = await lock(folder, 1);
    await expect(lock(folder, 1)).rejects.toThrow('already-open');
    const others = [await lock(folder, 2), await lock(folder, 1, 'https://other.test')];
    for (const held of [one, ...others]) held.release();
    expect(readdirSync(folder)).toEqual(['gate']);
    const again = await lock(folder, 1);
    again.release();
    again.release();
  });

  test('a folder that cannot be used is a fault of the disk, and no defect', async () => {
    const folder = join(tempDir(), 'locks');
    writeFileSync(folder, '');
    await expect(lock(folder, 1)).rejects.toMatchObject({ fault: { kind: 'disk' } });
  });

  test('the next start clears away a killed process’s leftovers', async () => {
    const dir = tempDir();
    const folder = join(dir, 'station', 'locks');
    const held = await lock(folder, 1);
    writeFileSync(join(folder, 'abc-7.lock'), '');
    openIn(dir).journal.close();
    expect(readdirSync(folder).filter((name) => name === 'abc-7.lock')).toEqual([]);
    await expect(lock(folder, 1)).rejects.toThrow('already-open');
    held.release();
  });

  // Another program that repairs a journal holds the gate for seconds. A print goes on meanwhile.
  test('nobody stands still for another program in the gate', async () => {
    const folder = join(tempDir(), 'locks');
    const held = await lock(folder, 1);
    const gate = new DatabaseSync(join(folder, 'gate'));
    gate.exec('BEGIN EXCLUSIVE');
    const turns: string[] = [];
    setTimeout(() => {
      turns.push('print');
      gate.close();
    }, 20);
    const waiting = lock(folder, 2).then((other) => {
      turns.push('locked');
      return other;
    });
    held.release();
    (await waiting).release();
    expect(turns).toEqual(['print', 'locked']);
    const again = await lock(folder, 1);
    again.release();
    expect(readdirSync(folder)).toEqual(['gate']);
  });
});

function damage(path: string, from: number, length = 4096): void {
  const bytes = readFileSync(path);
  bytes.fill(0xaa, from, from + length);
  writeFileSync(path, bytes);
}

function replaceByOther(path: string): void {
  rmSync(path);
  const database = new DatabaseSync(path);
  database.exec('CREATE TABLE jobs (what TEXT)');
  database.close();
}

/**
 * The same journal over a connection whose database may not grow beyond so many pages: SQLite's own
 * disk-full.
 */
function withPageLimit(journal: Journal, pages: number): Journal {
  const database = new DatabaseSync(journal.path);
  database.exec(`PRAGMA max_page_count = ${pages}`);
  return new Journal(database, journal.path, dirname(journal.path), null, systemClock);
}
