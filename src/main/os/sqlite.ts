import { toNamespacedPath } from 'node:path';

const codes = {
  busy: 5,
  readonly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

/** The kind of an SQLite error: a primary result code by name, or `other`. */
export type SqliteErrorKind = keyof typeof codes | 'other';

export function readSqliteError(error: unknown): SqliteErrorKind | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return null;
  const code = error.errcode & 0xff;
  const found = Object.entries(codes).find(([, known]) => known === code);
  return found === undefined ? 'other' : (found[0] as SqliteErrorKind);
}

/**
 * Returns a path for SQLite: on Windows it stops at 260 characters otherwise, unlike Node's own
 * functions.
 */
export function toDatabasePath(path: string): string {
  return toNamespacedPath(path);
}
