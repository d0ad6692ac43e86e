import type { Handlers } from '#shared/contract/define.ts';
import type { HistoryQuery, historyRequests } from '#shared/contract/history.ts';
import { historyKinds } from '#shared/domain/history.ts';
import type { HistoryRow } from '#shared/domain/records.ts';
import type { HistoryFilter } from '../../journal/index.ts';
import { historyTable } from '../documents/tables.ts';
import { saveAs } from '../documents/files.ts';
import type { DeskParts } from '../parts/parts.ts';

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
  return {
    'history.search': connection.onCompany(
      ({ journal }, company, { before, limit, ...wanted }) => {
        const filter = makeFilter(wanted, company);
        const read = journal.past.history(wanted.query, { ...filter, before, limit: limit + 1 });
        const rows = read.slice(0, limit);
        const next = read.length > limit ? (rows.at(-1)?.id ?? null) : null;
        const total = before === null ? journal.past.countHistory(wanted.query, filter) : null;
        return { rows, total, next };
      },
      { rows: [], total: 0, next: null },
    ),
    'history.export': once(
      connection.onCompany(({ journal }, company, wanted) => {
        const { language } = settings.settings();
        const all = makeFilter(wanted, company);
        return saveAs(options, historyTable.fileNames[language], 'csv', async (file) => {
          await file.write(historyTable.writeHead(language));
          let rows: readonly HistoryRow[] = [];
          do {
            const filter = { ...all, before: rows.at(-1)?.id ?? null, limit: rowsAtOnce };
            rows = journal.past.history(wanted.query, filter);
            await file.write(rows.map((row) => historyTable.writeRow(row, language)).join(''));
          } while (rows.length === rowsAtOnce);
        });
      }),
    ),
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
