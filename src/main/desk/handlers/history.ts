import type { Handlers } from '#shared/contract/define.ts';
import type { HistoryQuery, historyRequests } from '#shared/contract/history.ts';
import { historyKinds } from '#shared/domain/history.ts';
import type { HistoryRow } from '#shared/domain/records.ts';
import type { HistoryFilter } from '../../dispatch/index.ts';
import { historyTable } from '../documents/tables.ts';
import { saveAs } from '../documents/files.ts';
import type { DeskParts } from './common.ts';

/** Actions of people and printers. */
const done = historyKinds.filter((kind) => kind !== 'collected');
/**
 * Per read of the journal: while a long history is exported, everything else goes on between two of
 * them.
 */
const rowsAtOnce = 1_000;

export function makeHistoryHandlers({
  options,
  settings,
  connection,
  once,
}: DeskParts): Handlers<typeof historyRequests> {
  /** Null if nobody is signed in. */
  const findJournal = connection.onCompany(({ journal }, company) => ({ journal, company }), null);

  return {
    'history.search': connection.onCompany(
      ({ journal }, company, { before, limit, ...wanted }) => {
        const filter = makeFilter(wanted, company);
        const rows = journal.history(wanted.query, { ...filter, before, limit: limit + 1 });
        const shown = rows.slice(0, limit);
        const next = rows.length > limit ? (shown.at(-1)?.id ?? null) : null;
        const total = before === null ? journal.countHistory(wanted.query, filter) : null;
        return { rows: shown, total, next };
      },
      { rows: [], total: 0, next: null },
    ),
    'history.export': once(async (wanted) => {
      const from = await findJournal(undefined);
      const { language } = settings.settings();
      return saveAs(options, historyTable.fileNames[language], 'csv', async (file) => {
        await file.write(historyTable.writeHead(language));
        for (let before: number | null = null; from !== null;) {
          const filter = { ...makeFilter(wanted, from.company), before, limit: rowsAtOnce };
          const rows: readonly HistoryRow[] = from.journal.history(wanted.query, filter);
          await file.write(rows.map((row) => historyTable.writeRow(row, language)).join(''));
          if (rows.length < rowsAtOnce) break;
          before = rows.at(-1)?.id ?? null;
        }
      });
    }),
  };
}

function makeFilter(
  { query, of, kinds, fromMs, toMs }: HistoryQuery,
  company: string,
): HistoryFilter {
  // Without a query people want to see actions; arrivals of labels are shown for a parcel that is
  // searched.
  const usual = query.trim() === '' ? done : historyKinds;
  return { company, kinds: kinds ?? usual, eachOnce: of === 'shipments', fromMs, toMs };
}
