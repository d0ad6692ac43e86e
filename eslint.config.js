import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import { componentParser } from './scripts/lint/component-parser.js';
import doca from './scripts/lint/plugin.js';
import svelteConfig from './svelte.config.js';

/**
 * What oxlint does not read: components and the few files that are not TypeScript. Every rule for
 * `.ts` is in `.oxlintrc.json`.
 */
export default ts.config(
  {
    ignores: [
      'out/',
      'dist/',
      'node_modules/',
      'demo-output/',
      'test/fixtures/',
      '**/*.ts',
      '!**/*.svelte.ts',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.js', '**/*.svelte'],
    // What of it names files is for `.ts`.
    extends: [js.configs.recommended, ts.configs.strict.filter(({ files }) => files === undefined)],
    languageOptions: { globals: { ...globals.node } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte'],
    plugins: { doca },
    languageOptions: {
      globals: { ...globals.browser },
      parserOptions: {
        parser: componentParser,
        svelteConfig,
        projectService: true,
        extraFileExtensions: ['.svelte'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      'doca/keep-to-house': 'error',
      // One fact a line: switched on when src keeps to it.
      'doca/one-binding': 'error',
      'doca/no-nested-choice': 'error',
      'doca/no-assignment-in-call': 'error',
      'doca/no-effect-in-condition': 'error',
      'doca/no-literal-spread': 'error',
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^node:|^electron$', message: 'Runs in the page.' }] },
      ],
      // The one rule here that asks for types is svelte/no-unused-props, of what a component
      // declares itself. Promises are looked at by scripts/lint/components.ts; what a component
      // computes with types belongs in a `.ts` file. It asks for all types, and looks for stores:
      // the window has none.
      'svelte/require-store-reactive-access': 'off',
    },
  },
  {
    files: ['**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
);
