import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** Rooms of src/main that have one door, their index.ts. */
const rooms = [
  'command-line',
  'credentials',
  'desk',
  'dispatch',
  'doctor',
  'electron',
  'erp',
  'labels',
  'policy',
  'printing',
  'settings',
  'updates',
];

/** Which rooms each room may import from; the arrows point one way. */
const mayImport = {
  'command-line': ['dispatch', 'erp', 'labels', 'printing', 'credentials'],
  credentials: [],
  erp: [],
  labels: [],
  printing: [],
  settings: [],
  policy: ['settings'],
  updates: [],
  doctor: ['credentials', 'erp', 'policy', 'settings'],
  dispatch: ['erp', 'labels', 'printing', 'credentials'],
  desk: ['dispatch', 'erp', 'labels', 'policy', 'printing', 'credentials', 'settings', 'updates'],
  electron: ['printing', 'settings', 'updates'],
};

const behindTheDoor = rooms.map((room) => ({
  regex: `(^|/)${room}/(?!index\\.ts$)[^/]+`,
  message: `Import ${room} through its index.ts.`,
}));

const arrows = rooms.map((room) => ({
  files: [`src/main/${room}/**/*.ts`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          ...(room === 'electron'
            ? []
            : [{ regex: '^electron$', message: 'Only src/main/electron and src/main/index.ts import electron.' }]),
          ...rooms
            .filter((other) => other !== room && !mayImport[room].includes(other))
            .map((other) => ({ regex: `\\.\\./${other}/`, message: `${room} must not know ${other}.` })),
          ...behindTheDoor.filter((_, index) => rooms[index] !== room),
          { regex: '/(renderer|preload)/', message: 'Main does not import the other processes.' },
        ],
      },
    ],
  },
}));

export default ts.config(
  { ignores: ['out/', 'dist/', 'node_modules/', 'demo-output/', 'test/fixtures/'] },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      globals: { ...globals.node },
      parserOptions: {
        projectService: { allowDefaultProject: ['eslint.config.js', 'svelte.config.js'] },
        extraFileExtensions: ['.svelte'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['src/renderer/**/*.{ts,svelte}'],
    languageOptions: { globals: { ...globals.browser } },
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '/main/|^node:|^electron$', message: 'The renderer knows only src/shared.' }] },
      ],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    files: ['src/shared/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '/(main|renderer|preload)/|^node:|^electron$', message: 'src/shared is pure.' }] },
      ],
    },
  },
  ...arrows,
  {
    files: ['test/**/*.ts', 'scripts/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-console': 'off',
    },
  },
  { files: ['**/*.js'], extends: [ts.configs.disableTypeChecked] },
);
