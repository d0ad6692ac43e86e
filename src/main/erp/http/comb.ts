import { strikeOut } from '../../os/network/secret.ts';
import { parseJson } from '../wire/answers.ts';

/** Longer answers are lists of shipments; a gateway's complaint is short. */
const longestCombed = 256 * 1024;

/** Keys of links, in a list or alone, and of invoices: they are used, and never shown or stored. */
const used = /^(\d+|link|xml\w*)$/;

/**
 * Returns the body without the token that was sent: a server may quote it, and texts of answers are
 * stored and shown.
 */
export function combBody(body: string, token: string): string {
  const isLong = body.length > longestCombed;
  if (isLong ? !body.includes(token) : strikeOut(body, token) === body) return body;
  const json = parseJson(body);
  if (json !== undefined)
    return JSON.stringify(json, (name, held: unknown) =>
      typeof held === 'string' && !used.test(name) ? comb(held, token) : held,
    );
  // Nobody is shown an invoice or a page.
  return /^\s*</.test(body) ? body : strikeOut(body, token);
}

/** All JWTs begin alike: a link that carries another one loses only this one. */
function comb(text: string, token: string): string {
  const isExact = /^\s*(https?:|\d+\s*$)/i.test(text);
  return isExact ? text.replaceAll(token, '') : strikeOut(text, token);
}
