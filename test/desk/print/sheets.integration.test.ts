import { PDFDocument } from 'pdf-lib';
import { afterEach, expect, it } from 'vitest';
import { connectedWorkstation, isSettled, printRequest, valueOf } from '../support/harness.ts';

let station: Awaited<ReturnType<typeof connectedWorkstation>>;
afterEach(() => station.close());

it('passes copies and sheets on to the pages', async () => {
  station = await connectedWorkstation({ formats: ['png'] });
  const { ask, groupingId } = station;
  valueOf(await ask('job.open', { groupingId }));
  await station.until(groupingId, isSettled);
  const request = await printRequest(station, groupingId, 'all', { printer: 'PDF' });
  const pages = async (more: object): Promise<number> =>
    (
      await PDFDocument.load(valueOf(await ask('print.preview', { ...request, ...more })))
    ).getPageCount();
  expect(await pages({})).toBe(6);
  expect(await pages({ copies: 3 })).toBe(18);
  expect(await pages({ sheet: { perSheet: 4, start: 1 } })).toBe(2);
  expect(await pages({ sheet: { perSheet: 4, start: 4 } })).toBe(3);
  expect(await pages({ sheet: { perSheet: 2, start: 1 }, copies: 2 })).toBe(6);
});
