import { expect, it } from 'vitest';
import { warmUp } from '../../src/main/labels/book/warm-up.ts';

it('reads its made-up labels, of both kinds', async () => {
  // One that is refused is thrown, and no label process would start.
  await expect(warmUp()).resolves.toBeUndefined();
});
