import { Linter } from 'eslint';
import type { ESLint } from 'eslint';
import { parser } from 'typescript-eslint';
import { describe, expect, it } from 'vitest';

const file = new URL('../../scripts/lint/plugin.js', import.meta.url);
const { default: plugin } = (await import(file.href)) as {
  readonly default: { readonly rules: NonNullable<ESLint.Plugin['rules']> };
};

function lint(rule: string, code: string): number {
  const said = new Linter().verify(code, {
    languageOptions: { parser },
    plugins: { doca: { rules: plugin.rules } },
    rules: { [`doca/${rule}`]: 'error' },
  });
  expect(said.filter(({ fatal }) => fatal)).toEqual([]);
  return said.length;
}

const cases: Readonly<Record<string, { readonly bad: string[]; readonly good: string[] }>> = {
  'one-binding': {
    bad: [
      'const a = 1, b = 2;',
      'const [a, b] = [x, y];',
      'let [a, b]: [X, Y] = [1, 2];',
      'const [a, b] = [x, y] as const;',
      'class A { #a; #b; constructor(x, y) { [this.#a, this.#b] = [x, y]; } }',
      'if (c) [a, b] = [b, a]; else d();',
      'const { a, b } = { a: 1, b: 2 };',
    ],
    good: [
      'const a = 1; const b = 2;',
      'const [a, b] = f();',
      'const [a] = [x];',
      'const { a, b } = c;',
      'const [a, b] = await Promise.all([x, y]);',
      'for (let at = 0, end = f(); at < end; at += 1) g();',
    ],
  },
  'few-members': {
    bad: [`class A { ${'a() {} '.repeat(31)} }`],
    good: [`class A { ${'a() {} '.repeat(30)} }`],
  },
  'no-nested-choice': {
    bad: [
      'a = b ? c : d ? e : f;',
      'a = b ? (c ? d : e) : f;',
      'a = (b ? c : d) ? e : f;',
      'a = b ? g({ one: c ? d : e }) : f;',
      'a = b ? `${c ? d : e}` : f;',
    ],
    good: [
      'a = b ? c : d; e = f ? g : h;',
      'a = b ? list.map((one) => (one ? c : d)) : [];',
      'a = b ? function () { return c ? d : e; } : f;',
      'a = g(b ? c : d, e ? f : g);',
    ],
  },
  'no-assignment-in-call': {
    bad: [
      'f((a = 1));',
      'f((part) => (output += part));',
      'new F((done) => (resolve = done));',
      'f({ a: b++ });',
      'f((one) => { g((a = one)); });',
    ],
    good: [
      'f((part) => { output += part; });',
      'const f = () => (a = 1);',
      'a = f(b);',
      'f(function () { a = 1; });',
      'f(() => { for (let at = 0; at < 3; at += 1) g(); });',
    ],
  },
  'no-effect-in-condition': {
    bad: [
      'if ((a = f())) g();',
      'while ((match = next()) !== null) g();',
      'do g(); while (a-- > 0);',
      'for (; (a = f()); ) g();',
      'b = (a = f()) ? c : d;',
    ],
    good: [
      'for (let at = 0; at < 3; at += 1) f();',
      'if (list.some((one) => { a = one; return b; })) g();',
      'if (a === b) a = c;',
    ],
  },
  'no-literal-spread': {
    bad: ['f({ ...{ a, b }, c });', 'a = { ...({ b } as C) };'],
    good: ['a = { ...b };', 'a = { ...(b ? { c } : {}) };'],
  },
};

describe.each(Object.entries(cases))('%s', (rule, { bad, good }) => {
  it.each(bad)('refuses %s', (code) => expect(lint(rule, code)).toBe(1));
  it.each(good)('leaves %s', (code) => expect(lint(rule, code)).toBe(0));
});
