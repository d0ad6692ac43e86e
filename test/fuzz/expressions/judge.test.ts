import { describe, expect, test } from 'vitest';
import { findInSvelte, findInTypeScript } from './find.ts';
import { ExpressionJudge } from './judge.ts';

const judge = new ExpressionJudge();

describe('regular expressions', () => {
  test('of all sources are found', () => {
    const code = 'const a = /x/g.test("/y/"); new RegExp(`a${b}c`, "i"); RegExp("d"); // /z/';
    expect(findInTypeScript(code, 'a.ts').map(({ expression }) => String(expression))).toEqual([
      '/x/g',
      '/axc/i',
      '/d/',
    ]);
    const component =
      '<script lang="ts">const a: RegExp = /x/;</script>{#if /y/u.test(b)}<p title={c.replace(/z/, "")}></p>{/if}';
    expect(
      findInSvelte(component, 'a.svelte')
        .map(({ expression }) => String(expression))
        .toSorted(),
    ).toEqual(['/x/', '/y/u', '/z/']);
  });

  test.each([
    [/<br[^>]*>/],
    [/\s+$/],
    [/(a+)+$/],
    [/x*y?x*z/],
    [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g],
    [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g],
  ])('that are slow are found out: %s', (slow) => {
    expect(judge.findWorst(slow).isTooSlow).toBe(true);
  });

  test.each([[/<br[^<>]*>/], [/^(a|b)+$/]])('that are quick are not: %s', (quick) => {
    expect(judge.findWorst(quick).isTooSlow).toBe(false);
  });
});
