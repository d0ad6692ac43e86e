import { expect, it } from 'vitest';
import { WarmUp } from '../../src/main/labels/book/warm-up.ts';
import { workInThisThread } from '../../src/main/labels/pdf/look/look.ts';

it('reads its made-up labels, of both kinds, and comes to an end', async () => {
  const warmUp = new WarmUp(workInThisThread());
  // A refused one throws, and no label process would start.
  await warmUp.begin();
  for (let turn = 0; turn < 1000 && !warmUp.isOver; turn += 1) await warmUp.readOn();
  expect(warmUp.isOver).toBe(true);
});
