import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { RequestAnswer, RequestChannel, Requests } from '../../src/shared/contract/index.ts';
import { type JobSnapshot, listExceptions } from '../../src/shared/domain/job.ts';

const timeoutMs = 90_000;

/**
 * Does a packer's daily work through the window's own bridge on the training ERP: opens, collects,
 * prints to a file, concludes. Returns the grouping's id; throws with the fault that stopped it.
 */
export async function shipTrainingGrouping(page: Page): Promise<number> {
  const training = await ask(page, 'training.start');
  const groupingId = training.trainingGroupings[0];
  if (groupingId === undefined) throw new Error('there is no training grouping');
  await ask(page, 'job.open', { groupingId });
  await until(page, groupingId, 'ready');
  const printer = (await ask(page, 'print.printers')).find(({ kind }) => kind === 'file');
  if (printer === undefined) throw new Error('there is no file printer');
  await print(page, groupingId, printer.name);
  const seen = listExceptions((await ask(page, 'job.open', { groupingId })).snapshot);
  await ask(page, 'job.conclude', { groupingId, beforeLabels: false, seen });
  await until(page, groupingId, 'concluded');
  return groupingId;
}

/**
 * Prints another training grouping on this printer, and waits for the end of its spool jobs.
 * Returns the number of labels.
 */
export async function printTrainingGrouping(
  page: Page,
  nth: number,
  printer: string,
): Promise<number> {
  const { trainingGroupings } = await ask(page, 'connection.get');
  const groupingId = trainingGroupings[nth];
  if (groupingId === undefined) throw new Error(`there is no training grouping ${nth}`);
  await ask(page, 'job.open', { groupingId });
  await until(page, groupingId, 'ready');
  await print(page, groupingId, printer);
  const { snapshot } = await ask(page, 'job.open', { groupingId });
  return snapshot.shipments.reduce(
    (sum, { label }) => sum + (label.timesPrinted > 0 ? label.pages : 0),
    0,
  );
}

async function print(page: Page, groupingId: number, printer: string): Promise<void> {
  const { snapshot } = await ask(page, 'job.open', { groupingId });
  const shipmentIds = snapshot.shipments.map(({ shipment }) => shipment.id);
  await ask(page, 'print.start', { groupingId, printer, shipmentIds, copies: 1, sheet: null });
  await until(page, groupingId, 'printed');
}

type Value<C extends RequestChannel> = Extract<RequestAnswer<C>, { readonly ok: true }>['value'];

export async function ask<C extends RequestChannel>(
  page: Page,
  channel: C,
  ...input: Parameters<Requests[C]>
): Promise<Value<C>> {
  const answer = (await page.evaluate(
    ([name, one]) => {
      const { doca } = globalThis as unknown as {
        readonly doca: { request(channel: string, input: unknown): Promise<unknown> };
      };
      return doca.request(name, one);
    },
    [channel, input[0]] as const,
  )) as RequestAnswer<C>;
  if (!answer.ok) throw new Error(`${channel}: ${answer.fault.kind} ${answer.fault.detail ?? ''}`);
  return answer.value;
}

async function until(page: Page, groupingId: number, state: JobSnapshot['state']): Promise<void> {
  const endMs = Date.now() + timeoutMs;
  for (;;) {
    const { snapshot } = await ask(page, 'job.open', { groupingId });
    if (snapshot.state === state) return;
    if (Date.now() > endMs) {
      throw new Error(
        `the grouping is ${snapshot.state}, not ${state}: ${snapshot.fault?.kind ?? 'no fault'}`,
      );
    }
    await sleep(200);
  }
}
