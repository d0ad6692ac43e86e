/**
 * The journal's tables. The conditions of a job's safety are constraints: the database refuses a
 * defect.
 */
import { jobStates, labelBlocks, waivers } from '#shared/domain/job.ts';
import { isOpenOutcome, printOutcomes, storedLabelFiles } from './rows.ts';

const checkOneOf = (column: string, values: readonly string[]): string =>
  `CHECK (${column} IN (${values.map((value) => `'${value}'`).join(', ')}))`;

/**
 * Changed in place until a release has it; from then on a change is a step from one version to the
 * next.
 */
export const schema = [
  // floorSeq: the last event of the floor that is in here; null if the grouping was never shared.
  `CREATE TABLE jobs (
    id INTEGER PRIMARY KEY,
    company TEXT NOT NULL,
    groupingId INTEGER NOT NULL,
    grouping TEXT NOT NULL,
    state TEXT NOT NULL ${checkOneOf('state', jobStates)},
    difference TEXT,
    fault TEXT,
    pdfPath TEXT,
    zplPath TEXT,
    printVerdict TEXT,
    floorSeq INTEGER,
    updatedAtMs INTEGER NOT NULL,
    UNIQUE (company, groupingId)
  ) STRICT;
  CREATE INDEX jobs_by_update ON jobs (updatedAtMs);`,
  // A shipment and its label. position: null if the shipment has left the grouping;
  // scannedVolumes: those with codes of their own that were scanned, and how many there are;
  // tracking, invoice: a scanned code is compared with these, in all groupings; ownChoice,
  // fewerSeen, manySeen: a person chose the pages, or accepted fewer labels than volumes, or many
  // pages of these files. Each typed key looks through all search texts, and only these.
  `CREATE TABLE shipments (
    jobId INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    shipmentId INTEGER NOT NULL,
    position INTEGER,
    shipment TEXT NOT NULL,
    search TEXT NOT NULL,
    checkedAtMs INTEGER,
    scannedVolumes TEXT,
    tracking TEXT,
    invoice INTEGER,
    file TEXT NOT NULL DEFAULT 'missing' ${checkOneOf('file', storedLabelFiles)},
    block TEXT ${checkOneOf('block', labelBlocks)},
    fault TEXT,
    waived TEXT ${checkOneOf('waived', waivers)},
    timesPrinted INTEGER NOT NULL DEFAULT 0,
    ownChoice TEXT,
    fewerSeen TEXT,
    manySeen TEXT,
    PRIMARY KEY (jobId, shipmentId),
    CHECK (block IS NULL OR block = fault ->> '$.kind'),
    CHECK (block IS NULL OR file = 'ready' OR file = 'missing')
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX shipments_by_id ON shipments (shipmentId);
  CREATE INDEX shipments_by_tracking ON shipments (tracking) WHERE tracking IS NOT NULL;
  CREATE INDEX shipments_by_invoice ON shipments (invoice) WHERE invoice IS NOT NULL;
  CREATE INDEX shipments_by_search ON shipments (search);`,
  // One row for each URL of the ERP's list, written before the first download; content: once the
  // file was read.
  `CREATE TABLE label_files (
    jobId INTEGER NOT NULL,
    shipmentId INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    urlHash TEXT NOT NULL,
    sha256 TEXT,
    content TEXT,
    PRIMARY KEY (jobId, shipmentId, ordinal),
    FOREIGN KEY (jobId, shipmentId) REFERENCES shipments (jobId, shipmentId) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX label_files_by_digest ON label_files (sha256) WHERE sha256 IS NOT NULL;`,
  // The codes on a label file, of any job; how: the reader's version, and the pages that were read.
  `CREATE TABLE label_readings (
    sha256 TEXT NOT NULL,
    how TEXT NOT NULL,
    reading TEXT NOT NULL,
    PRIMARY KEY (sha256, how)
  ) STRICT, WITHOUT ROWID;`,
  // spool: the data by which the spool job is found again, and each label's place in it; its id is
  // written before it can print.
  `CREATE TABLE print_runs (
    id INTEGER PRIMARY KEY,
    jobId INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    printer TEXT NOT NULL,
    shipmentIds TEXT NOT NULL,
    outcome TEXT NOT NULL ${checkOneOf('outcome', printOutcomes)},
    startedAtMs INTEGER NOT NULL,
    spool TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX one_open_print_run ON print_runs (jobId) WHERE outcome ${isOpenOutcome};`,
  // Small rows of their own: one is written before each label that goes out.
  `CREATE TABLE print_tallies (
    runId INTEGER PRIMARY KEY REFERENCES print_runs (id) ON DELETE CASCADE,
    tally TEXT NOT NULL
  ) STRICT;`,
  // person: who was signed in, if anybody was; station: which one did it, null for this one.
  `CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    jobId INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    atMs INTEGER NOT NULL,
    kind TEXT NOT NULL,
    shipmentId INTEGER,
    data TEXT NOT NULL,
    person TEXT,
    station TEXT
  ) STRICT;
  CREATE INDEX events_by_job ON events (jobId, shipmentId);`,
  // This journal's id for other stations; marks: keyed digests of facts that identify its computer
  // and its user.
  `CREATE TABLE floor_station (id TEXT NOT NULL, key TEXT NOT NULL, marks TEXT NOT NULL) STRICT;`,
  // The copies that the floor gave to this station: kept for it, or to be sent to a printer now;
  // isAlone: by the packer's word, without the floor.
  `CREATE TABLE floor_claims (
    jobId INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    shipmentId INTEGER NOT NULL,
    copy INTEGER NOT NULL,
    isKept INTEGER NOT NULL,
    isPrinting INTEGER NOT NULL,
    isAlone INTEGER NOT NULL,
    PRIMARY KEY (jobId, shipmentId)
  ) STRICT, WITHOUT ROWID;`,
  // Events for the floor, also of jobs that were removed since, and those it has, from here or from
  // another station: a floor that was restored from a copy gets all of them again; atMs: by the
  // floor's clock if another station's; heard: the floor has told it back, at its place in its
  // order.
  `CREATE TABLE floor_outbox (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    company TEXT NOT NULL,
    groupingId INTEGER NOT NULL,
    station TEXT,
    payload TEXT NOT NULL,
    person TEXT,
    atMs INTEGER NOT NULL,
    alone INTEGER NOT NULL,
    told INTEGER NOT NULL DEFAULT 0,
    heard INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX floor_outbox_unsent ON floor_outbox (number) WHERE told = 0;
  CREATE INDEX floor_outbox_unheard ON floor_outbox (number) WHERE heard = 0;
  CREATE INDEX floor_outbox_by_job ON floor_outbox (company, groupingId);`,
  // One row: the floor's database is recognised by it.
  `CREATE TABLE floor_memory (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    mark INTEGER NOT NULL,
    life TEXT,
    stations TEXT NOT NULL
  ) STRICT;`,
  // The invoices and sales that were requested, by their sources; document: null if no answer came.
  `CREATE TABLE made (
    company TEXT NOT NULL,
    action TEXT NOT NULL,
    sourceId INTEGER NOT NULL,
    atMs INTEGER NOT NULL,
    person TEXT,
    document TEXT,
    PRIMARY KEY (company, action, sourceId)
  ) STRICT, WITHOUT ROWID;`,
  // Tax id, model and series of the account's invoices, as far as they are certain.
  `CREATE TABLE issuers (
    company TEXT NOT NULL,
    issuer TEXT NOT NULL,
    PRIMARY KEY (company, issuer)
  ) STRICT, WITHOUT ROWID;`,
].join('\n');

export const schemaVersion = 2;
