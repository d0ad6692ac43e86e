/**
 * The standard `fetch`. With `redirect: 'manual'` it must return the 3xx response itself, with
 * `Location`.
 */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

export const fetchFromNode: Fetch = (url, init) => fetch(url, init);
