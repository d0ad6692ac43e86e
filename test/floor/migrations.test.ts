import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { migrations } from '../../src/main/floor/migrations.ts';

it('never changes a migration of the floor that was released', () => {
  const digests = migrations.map((sql) =>
    createHash('sha256').update(sql).digest('hex').slice(0, 8),
  );
  expect(digests).toEqual(['d9c2668b']);
});
