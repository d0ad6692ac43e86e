/**
 * The journal's tables. What a job's safety rests on is stated as a constraint, so that a defect is refused by the
 * database instead of being remembered: one job for a grouping, one open print run for a job, known states only.
 */
import { jobStates } from '../../../shared/index.ts';
import { printOutcomes, storedLabelStates } from './records.ts';

const checkOneOf = (column: string, values: readonly string[]): string =>
  `CHECK (${column} IN (${values.map((value) => `'${value}'`).join(', ')}))`;

/** `migrations[n]` brings a journal from `user_version` n to n + 1. Never changed once released, only added to. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE jobs (
    id INTEGER PRIMARY KEY,
    erp_origin TEXT NOT NULL,
    grouping_id INTEGER NOT NULL,
    grouping TEXT NOT NULL,
    state TEXT NOT NULL ${checkOneOf('state', jobStates)},
    difference TEXT,
    fault TEXT,
    pdf_path TEXT,
    zpl_path TEXT,
    created_at_ms INTEGER NOT NULL,
    updated_at_ms INTEGER NOT NULL,
    UNIQUE (erp_origin, grouping_id)
  ) STRICT;
  CREATE INDEX jobs_by_update ON jobs (updated_at_ms);

  -- position is null where the shipment has left the grouping
  CREATE TABLE shipments (
    job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    shipment_id INTEGER NOT NULL,
    position INTEGER,
    shipment TEXT NOT NULL,
    search TEXT NOT NULL,
    checked_at_ms INTEGER,
    PRIMARY KEY (job_id, shipment_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE labels (
    job_id INTEGER NOT NULL,
    shipment_id INTEGER NOT NULL,
    state TEXT NOT NULL ${checkOneOf('state', storedLabelStates)},
    fault TEXT,
    accepted INTEGER NOT NULL,
    times_printed INTEGER NOT NULL,
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
    bytes INTEGER NOT NULL DEFAULT 0,
    format TEXT ${checkOneOf('format', ['pdf', 'png', 'jpeg', 'zpl', 'zip'])},
    pages INTEGER NOT NULL DEFAULT 0,
    has_zpl INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (job_id, shipment_id, ordinal),
    FOREIGN KEY (job_id, shipment_id) REFERENCES shipments (job_id, shipment_id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE print_runs (
    id INTEGER PRIMARY KEY,
    job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    printer TEXT NOT NULL,
    shipment_ids TEXT NOT NULL,
    outcome TEXT NOT NULL ${checkOneOf('outcome', printOutcomes)},
    started_at_ms INTEGER NOT NULL,
    ended_at_ms INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX one_open_print_run ON print_runs (job_id) WHERE outcome IN ('running', 'unknown');

  CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    shipment_id INTEGER,
    data TEXT NOT NULL
  ) STRICT;
  CREATE INDEX events_by_job ON events (job_id, shipment_id);
  `,
  `
  ALTER TABLE jobs ADD COLUMN print_verdict TEXT;
  `,
  `
  -- from here on no conclusion is known to the journal alone: its guard lies beside it
  `,
  `
  -- jobs belong to a company, not to an address; adopted_from: the address that one from before belonged to
  ALTER TABLE jobs RENAME COLUMN erp_origin TO company;
  ALTER TABLE jobs ADD COLUMN adopted_from TEXT;
  `,
  `
  -- how the spool job is found again, and where each label is in it; job_id inside is written before it can print
  ALTER TABLE print_runs ADD COLUMN spool TEXT;
  -- small rows of their own: one is written before each label that goes out
  CREATE TABLE print_tallies (
    run_id INTEGER PRIMARY KEY REFERENCES print_runs (id) ON DELETE CASCADE,
    printed INTEGER NOT NULL,
    perhaps INTEGER NOT NULL,
    unprinted INTEGER NOT NULL
  ) STRICT;
  `,
  `
  -- which formats there are is the program's to say: a table that lists them would be made anew with each
  ALTER TABLE label_files RENAME TO label_files_before;
  CREATE TABLE label_files (
    job_id INTEGER NOT NULL,
    shipment_id INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    url_hash TEXT NOT NULL,
    sha256 TEXT,
    bytes INTEGER NOT NULL DEFAULT 0,
    format TEXT,
    pages INTEGER NOT NULL DEFAULT 0,
    has_zpl INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (job_id, shipment_id, ordinal),
    FOREIGN KEY (job_id, shipment_id) REFERENCES shipments (job_id, shipment_id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  INSERT INTO label_files SELECT * FROM label_files_before;
  DROP TABLE label_files_before;
  `,
  `
  -- what a person said of a label: which pages of it, and that fewer labels than volumes are right
  ALTER TABLE labels ADD COLUMN own_choice TEXT;
  ALTER TABLE labels ADD COLUMN fewer_seen TEXT;
  -- the pages of a file, chosen or not, and how they were chosen: null where that could not be done yet
  ALTER TABLE label_files ADD COLUMN file_pages INTEGER;
  ALTER TABLE label_files ADD COLUMN choice TEXT;
  ALTER TABLE label_files ADD COLUMN cropped_pages INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- what stands on a label file, whichever job it is in; how: by which reading, on which paper
  CREATE TABLE label_readings (
    sha256 TEXT NOT NULL,
    how TEXT NOT NULL,
    reading TEXT NOT NULL,
    PRIMARY KEY (sha256, how)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- of a shipment whose volumes have codes of their own: those that were scanned, and how many there are
  ALTER TABLE shipments ADD COLUMN scanned_volumes TEXT;
  `,
  `
  -- the tracking code as codes are compared: each code of each label is looked for in all groupings
  ALTER TABLE shipments ADD COLUMN tracking TEXT;
  UPDATE shipments SET tracking = upper(replace(replace(json_extract(shipment, '$.logistics.trackingCode'), ' ', ''), '-', ''))
    WHERE json_valid(shipment);
  CREATE INDEX shipments_by_tracking ON shipments (tracking) WHERE tracking IS NOT NULL;
  `,
  `
  -- the paper of a file's pages, which leads it to a printer; null where it was read before this was kept
  ALTER TABLE label_files ADD COLUMN paper TEXT;
  `,
  `
  -- what shipments are found by, without the shipments: each key that is typed looks through all of it
  CREATE INDEX shipments_by_search ON shipments (search);
  `,
  `
  -- the invoice's number: a scanned one is looked for in all groupings, and so is a new grouping's number
  ALTER TABLE shipments ADD COLUMN invoice INTEGER;
  UPDATE shipments SET invoice = json_extract(shipment, '$.invoice.number')
    WHERE json_valid(shipment) AND json_type(shipment, '$.invoice.number') = 'integer';
  CREATE INDEX shipments_by_invoice ON shipments (invoice) WHERE invoice IS NOT NULL;
  `,
  `
  -- who was signed in; null where nobody was
  ALTER TABLE events ADD COLUMN person TEXT;
  `,
  `
  -- which station did it; null: this one
  ALTER TABLE events ADD COLUMN station TEXT;
  -- the last of the floor's events that is in here; null where the grouping was never shared
  ALTER TABLE jobs ADD COLUMN floor_seq INTEGER;
  -- this journal's name among stations
  CREATE TABLE floor_station (id TEXT NOT NULL) STRICT;
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
  -- what the floor is still to be told; of a job that is forgotten meanwhile, too
  CREATE TABLE floor_outbox (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    company TEXT NOT NULL,
    grouping_id INTEGER NOT NULL,
    telling TEXT NOT NULL,
    person TEXT,
    at_ms INTEGER NOT NULL,
    alone INTEGER NOT NULL
  ) STRICT;
  `,
];

export const schemaVersion = migrations.length;

/** The first version whose conclusions have guards beside the journal. */
export const guardedSince = 3;
