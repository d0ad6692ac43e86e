import type { Page } from 'playwright-core';
import type { RequestAnswer, RequestChannel, Requests } from '#shared/contract/index.ts';

/** Sends main a request as the page does: through `window.doca`. */
export async function ask<C extends RequestChannel>(
  page: Page,
  channel: C,
  ...input: Parameters<Requests[C]>
): Promise<RequestAnswer<C>> {
  const answer = await page.evaluate(
    ([name, one]) => {
      const doca = window.doca as { request(channel: string, input: unknown): Promise<unknown> };
      return doca.request(name, one);
    },
    [channel, input[0]] as const,
  );
  return answer as RequestAnswer<C>;
}
