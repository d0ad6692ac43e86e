import { Agent, request } from 'node:http';
import { fail, type Result } from '#shared/faults/faults.ts';
import { decodeAnswer, encodeRequest, type IppAnswer, type IppRequest } from './ipp.ts';

export type CupsAddress =
  | { readonly socketPath: string }
  | { readonly host: string; readonly port: number };

/** Reads `lpstat -H`: the address that every CUPS command on this machine uses. */
export function parseCupsAddress(text: string): CupsAddress | null {
  const address = text.trim();
  if (address.startsWith('/')) return { socketPath: address };
  const match = /^\[?([^\]\s]+?)\]?:(\d+)$/.exec(address);
  if (match?.[1] === undefined) return null;
  return { host: match[1], port: Number(match[2]) };
}

/** The print service cannot be asked: not running, not reachable, or not a print service. */
export class CupsUnreachable extends Error {}

/** Returns what `work` does, or this fault if the print service cannot be asked meanwhile. */
export async function failIfUnreachable<T>(
  kind: 'printer-unavailable' | 'print-unknown',
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CupsUnreachable)) throw error;
    const reached = kind === 'print-unknown' ? 'maybe' : 'no';
    return fail(kind, { detail: `print service: ${error.message}`, reached });
  }
}

export interface IppClient {
  /** Rejects with `CupsUnreachable`. */
  ask(question: IppRequest): Promise<IppAnswer>;
  close(): void;
}

export function createIppClient(address: CupsAddress): IppClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  return {
    ask: (question) => ask(agent, address, question),
    close: () => {
      agent.destroy();
    },
  };
}

const maxAnswerBytes = 16 * 1024 * 1024;

function ask(agent: Agent, address: CupsAddress, question: IppRequest): Promise<IppAnswer> {
  const body = encodeRequest(question);
  return new Promise((resolve, reject) => {
    const refuse = (reason: string) => {
      reject(new CupsUnreachable(reason));
      sent.destroy();
    };
    const sent = request(
      {
        ...address,
        agent,
        method: 'POST',
        path: '/',
        timeout: 10_000,
        headers: {
          'Content-Type': 'application/ipp',
          'Content-Length': body.length,
          Host: 'localhost',
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.length;
          if (size > maxAnswerBytes) refuse('an endless answer');
        });
        response.on('error', () => refuse('the answer broke off'));
        response.on('end', () => {
          if (response.statusCode !== 200) {
            refuse(`HTTP ${response.statusCode ?? 0}`);
            return;
          }
          const answer = decodeAnswer(Buffer.concat(chunks));
          if (answer === null) refuse('not an IPP answer');
          else resolve(answer);
        });
      },
    );
    sent.on('timeout', () => refuse('no answer in time'));
    sent.on('error', (error) => {
      reject(new CupsUnreachable('code' in error ? String(error.code) : error.message));
    });
    sent.end(body);
  });
}
