/**
 * Runs every regular expression of the sources on the texts that keep it busiest: `npm run
 * fuzz:expressions`. Fails if one takes much longer for 100 kB than to look sixty characters ahead
 * from each.
 */
import { findExpressions } from './find.ts';
import { ExpressionJudge } from './judge.ts';

const judge = new ExpressionJudge();
const found = findExpressions();
if (found.length < 100) throw new Error(`only ${found.length} expressions were found`);
let slow = 0;
let longest = 0;
for (const { place, expression } of found) {
  const { text, yardsticks, isTooSlow } = judge.findWorst(expression);
  if (isTooSlow) {
    slow += 1;
    const start = JSON.stringify(text.slice(0, 20));
    console.log(`${place} ${String(expression)}: slow for ${text.length} signs, ${start}…`);
  } else longest = Math.max(longest, yardsticks);
}
console.log(
  `${found.length} expressions, ${slow} slow; the others take ${longest.toFixed(2)} of 3`,
);
process.exitCode = slow === 0 ? 0 : 1;
