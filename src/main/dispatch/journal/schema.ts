/**
 * The journal's tables. The conditions of a job's safety are constraints, so that the database refuses a defect instead
 * of storing it: one job per grouping, one open print run per job, known states only.
 */
import { jobStates } from '../../../shared/index.ts';
import { printOutcomes, storedLabelStates } from './records.ts';

const checkOneOf = (column: string, values: readonly string[]): string =>
  `CHECK (${column} IN (${values.map((value) => `'${value}'`).join(', ')}))`;

/** Changed in place until a release has it; from then on a change is a step from one version to the next. */
export const schema = `
  CREATE TABLE jobs (
    id INTEGER PRIMARY KEY,
    company TEXT NOT NULL,
    grouping_id INTEGER NOT NULL,
    grouping TEXT NOT NULL,
    state TEXT NOT NULL ${checkOneOf('state', jobStates)},
    difference TEXT,
    fault TEXT,
    pdf_path TEXT,
    zpl_path TEXT,
    print_verdict TEXT,
    -- the last of the floor's events that is in here; null where the grouping was never shared
    floor_seq INTEGER,
    created_at_ms INTEGER NOT NULL,
    updated_at_ms INTEGER NOT NULL,
    UNIQUE (company, grouping_id)
  ) STRICT;
  CREATE INDEX jobs_by_update ON jobs (updated_at_ms);

  -- position is null where the shipment has left the grouping; scanned_volumes: those that were scanned by codes of their own, and
  -- how many there are; tracking, invoice: as a scanned code is compared with those of all groupings
  CREATE TABLE shipments (
    job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    shipment_id INTEGER NOT NULL,
    position INTEGER,
    shipment TEXT NOT NULL,
    search TEXT NOT NULL,
    checked_at_ms INTEGER,
    scanned_volumes TEXT,
    tracking TEXT,
    invoice INTEGER,
    PRIMARY KEY (job_id, shipment_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX shipments_by_tracking ON shipments (tracking) WHERE tracking IS NOT NULL;
  CREATE INDEX shipments_by_invoice ON shipments (invoice) WHERE invoice IS NOT NULL;
  -- what shipments are found by, without the shipments: each key that is typed looks through all of it
  CREATE INDEX shipments_by_search ON shipments (search);

  -- own_choice, fewer_seen, many_seen: a person's word on which pages are printed, and that fewer labels than volumes are right,
  -- or so many pages of which files
  CREATE TABLE labels (
    job_id INTEGER NOT NULL,
    shipment_id INTEGER NOT NULL,
    state TEXT NOT NULL ${checkOneOf('state', storedLabelStates)},
    fault TEXT,
    accepted INTEGER NOT NULL,
    times_printed INTEGER NOT NULL,
    own_choice TEXT,
    fewer_seen TEXT,
    many_seen TEXT,
    PRIMARY KEY (job_id, shipment_id),
    FOREIGN KEY (job_id, shipment_id) REFERENCES shipments (job_id, shipment_id) ON DELETE CASCADE,
    CHECK (state <> 'printed' OR times_printed > 0)
  ) STRICT, WITHOUT ROWID;

  -- one row for each URL the ERP listed, written before the first download; the rest once the file was read
  CREATE TABLE label_files (
    job_id INTEGER NOT NULL,
    shipment_id INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    url_hash TEXT NOT NULL,
    sha256 TEXT,
    content TEXT,
    PRIMARY KEY (job_id, shipment_id, ordinal),
    FOREIGN KEY (job_id, shipment_id) REFERENCES shipments (job_id, shipment_id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  -- what stands on a label file, whichever job it is in; how: by which reading, on which paper
  CREATE TABLE label_readings (
    sha256 TEXT NOT NULL,
    how TEXT NOT NULL,
    reading TEXT NOT NULL,
    PRIMARY KEY (sha256, how)
  ) STRICT, WITHOUT ROWID;

  -- spool: how the spool job is found again, and where each label is in it; the id inside is written before it can print
  CREATE TABLE print_runs (
    id INTEGER PRIMARY KEY,
    job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    printer TEXT NOT NULL,
    shipment_ids TEXT NOT NULL,
    outcome TEXT NOT NULL ${checkOneOf('outcome', printOutcomes)},
    started_at_ms INTEGER NOT NULL,
    ended_at_ms INTEGER,
    spool TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX one_open_print_run ON print_runs (job_id) WHERE outcome IN ('running', 'unknown');

  -- small rows of their own: one is written before each label that goes out
  CREATE TABLE print_tallies (
    run_id INTEGER PRIMARY KEY REFERENCES print_runs (id) ON DELETE CASCADE,
    printed INTEGER NOT NULL,
    perhaps INTEGER NOT NULL,
    unprinted INTEGER NOT NULL
  ) STRICT;

  -- person: who was signed in, if anybody was; station: which one did it, null for this one
  CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    shipment_id INTEGER,
    data TEXT NOT NULL,
    person TEXT,
    station TEXT
  ) STRICT;
  CREATE INDEX events_by_job ON events (job_id, shipment_id);

  -- this journal's name among stations; marks: keyed digests of what its computer and its user are told from others by
  CREATE TABLE floor_station (id TEXT NOT NULL, key TEXT NOT NULL, marks TEXT NOT NULL) STRICT;
  -- the copies that the floor gave to this station: kept for it, or to be sent to a printer now
  CREATE TABLE floor_claims (
    job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    shipment_id INTEGER NOT NULL,
    copy INTEGER NOT NULL,
    is_kept INTEGER NOT NULL,
    is_printing INTEGER NOT NULL,
    -- by the packer's word, without the floor
    is_alone INTEGER NOT NULL,
    PRIMARY KEY (job_id, shipment_id)
  ) STRICT, WITHOUT ROWID;
  -- what the floor is to be told, of a job that is forgotten meanwhile too, and what it has heard, from here or, with station, from
  -- others: a floor that was put back from a copy hears all of it again
  CREATE TABLE floor_outbox (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    company TEXT NOT NULL,
    grouping_id INTEGER NOT NULL,
    station TEXT,
    payload TEXT NOT NULL,
    person TEXT,
    -- by the floor's clock where it is a station's
    at_ms INTEGER NOT NULL,
    alone INTEGER NOT NULL,
    told INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX floor_outbox_unsent ON floor_outbox (number) WHERE told = 0;
  -- one row: by what the floor's database is known again
  CREATE TABLE floor_memory (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    mark INTEGER NOT NULL,
    life TEXT,
    stations TEXT NOT NULL
  ) STRICT;
  -- which invoices and sales were asked for, by what they are made of; document: null where no answer came
  CREATE TABLE made (
    company TEXT NOT NULL,
    action TEXT NOT NULL,
    source_id INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    person TEXT,
    document TEXT,
    PRIMARY KEY (company, action, source_id)
  ) STRICT, WITHOUT ROWID;
`;

export const schemaVersion = 1;
