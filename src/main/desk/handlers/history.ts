import { historyKinds, ok, writeDay } from '../../../shared/index.ts';
import type { Handlers, HistoryQuery, HistoryRow, historyRequests, Result } from '../../../shared/index.ts';
import type { HistoryFilter, Journal } from '../../dispatch/index.ts';
import { tryOnDisk, writeWhole } from '../../os/files.ts';
import { historyCsvWords, writeCsvHead, writeCsvRow } from '../documents/history-csv.ts';
import type { Common } from './common.ts';

/** Actions of people and printers. */
const done = historyKinds.filter((kind) => kind !== 'collected');
/** Per read of the journal: while a long history is exported, everything else goes on between two of them. */
const rowsAtOnce = 1_000;

export function makeHistoryHandlers({ options, settings, connection, once }: Common): Handlers<typeof historyRequests> {
  /** Null if nobody is signed in. */
  const findJournal = async (): Promise<Result<{ readonly journal: Journal; readonly company: string } | null>> => {
    const workspace = connection.workspace();
    if (!workspace.ok) return ok(null);
    const owner = await workspace.value.owner();
    return owner.ok ? ok({ journal: workspace.value.journal, company: owner.value }) : owner;
  };

  const save = async (wanted: HistoryQuery): Promise<Result<{ readonly saved: boolean }>> => {
    const found = await findJournal();
    if (!found.ok) return found;
    const { language } = settings.settings();
    const day = writeDay(options.clock.now());
    const defaultName = `${historyCsvWords[language].fileName}-${day}.csv`;
    const path = await options.saveDialog({ defaultName, extension: 'csv' });
    if (path === null) return ok({ saved: false });
    return tryOnDisk(() =>
      writeWhole(path, async (file) => {
        await file.write(writeCsvHead(language));
        for (let before: number | null = null; found.value !== null;) {
          const { journal, company } = found.value;
          const filter: HistoryFilter = { ...makeFilter(wanted, company), before, limit: rowsAtOnce };
          const rows: readonly HistoryRow[] = journal.history(wanted.query, filter);
          if (rows.length > 0) await file.write(rows.map((row) => writeCsvRow(row, language)).join(''));
          if (rows.length < rowsAtOnce) break;
          before = rows.at(-1)?.id ?? null;
        }
        return ok({ saved: true });
      }),
    );
  };

  return {
    'history.search': async ({ before, limit, ...wanted }) => {
      const found = await findJournal();
      if (!found.ok) return found;
      if (found.value === null) return ok({ rows: [], total: 0, next: null });
      const { journal, company } = found.value;
      const filter = makeFilter(wanted, company);
      const rows = journal.history(wanted.query, { ...filter, before, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const next = rows.length > limit ? (shown.at(-1)?.id ?? null) : null;
      const total = before === null ? journal.countHistory(wanted.query, filter) : null;
      return ok({ rows: shown, total, next });
    },
    'history.export': (wanted) => once.run('history.export', () => save(wanted)),
  };
}

function makeFilter({ query, of, kinds, fromMs, toMs }: HistoryQuery, company: string): HistoryFilter {
  // Without a query people want to see actions; arrivals of labels are shown for a parcel that is searched.
  const usual = query.trim() === '' ? done : historyKinds;
  return { company, kinds: kinds ?? usual, eachOnce: of === 'shipments', fromMs, toMs };
}
