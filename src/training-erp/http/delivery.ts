import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { assertNever } from '../../shared/index.ts';
import type { Answer, Delivery } from './answers.ts';

/** A body that is cut in half must have a half that is missing. */
function halves(answer: Answer): { readonly first: Uint8Array; readonly announced: number } {
  const announced = Math.max(answer.body.length, 2);
  return { first: answer.body.subarray(0, Math.floor(answer.body.length / 2)), announced };
}

/** Sends an answer in the manner that was decided. `setStatus` hears the status as soon as the head goes out. */
export async function deliver(
  response: ServerResponse,
  delivery: Delivery,
  setStatus: (status: number) => void,
): Promise<void> {
  switch (delivery.manner) {
    case 'silence':
      return;
    case 'cut':
      response.socket?.destroy();
      return;
    case 'whole': {
      const { status, headers, body } = delivery.answer;
      setStatus(status);
      const { sent } = delivery;
      if (sent !== undefined) response.once('finish', sent);
      response.writeHead(status, status === 204 ? headers : { ...headers, 'Content-Length': String(body.length) });
      response.end(body);
      return;
    }
    case 'half-then-reset':
    case 'half-then-stall': {
      const { status, headers } = delivery.answer;
      const { first, announced } = halves(delivery.answer);
      setStatus(status);
      response.writeHead(status, { ...headers, 'Content-Length': String(announced) });
      response.flushHeaders();
      if (first.length > 0) response.write(first);
      if (delivery.manner === 'half-then-stall') return;
      // The client should see the half before the reset.
      setTimeout(() => response.socket?.resetAndDestroy(), 20);
      return;
    }
    case 'endless': {
      setStatus(delivery.answer.status);
      response.writeHead(delivery.answer.status, delivery.answer.headers);
      const gone = once(response, 'close').then(() => 'gone' as const);
      while (!response.destroyed) {
        if (response.write(delivery.answer.body)) await new Promise(setImmediate);
        else if ((await Promise.race([once(response, 'drain'), gone])) === 'gone') return;
      }
      return;
    }
    default:
      assertNever(delivery);
  }
}
