import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

const clock = 'take the time as a parameter (`now`, in milliseconds): the session owns the clock';
const timers = 'return when you want to be woken (`nextWake`): the session owns the timers';
const chance = 'take a generator as a parameter: chance must be repeatable by its seed';

/** What sans-I/O code must be handed instead of reaching for it. */
const noAmbientTime = {
  'no-restricted-globals': [
    'error',
    { name: 'performance', message: `Here, ${clock}.` },
    ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'].map((name) => ({
      name,
      message: `Here, ${timers}.`,
    })),
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message: `Here, ${clock}.` },
    { object: 'Math', property: 'random', message: `Here, ${chance}.` },
    { object: 'process', property: 'hrtime', message: `Here, ${clock}.` },
  ],
  'no-restricted-syntax': [
    'error',
    { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: `Here, ${clock}.` },
  ],
};

/** A dialect of TypeScript that its own compiler checks. */
const assemblyScript = ['app/truth/connect4/core/', 'tests/bench/solver-reference/'];

const tests = ['**/*.test.ts', '**/*.fixture.ts', '**/testing/**'];

export default defineConfig(
  globalIgnores([
    'dist/',
    'release/',
    'coverage/',
    'test-results/',
    '**/.svelte-check/',
    'tests/data/',
    'tests/transcripts/',
    ...assemblyScript,
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.svelte'],
    extends: [ts.configs.strict],
    rules: {
      // Indexes are checked by the compiler; `!` marks those that are provably in range.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Environments are edited by name before they are passed on.
      '@typescript-eslint/no-dynamic-delete': 'off',
      // Control characters are our trade: engines send them and the console shows them.
      'no-control-regex': 'off',
      eqeqeq: 'error',
      'no-console': 'off',
    },
  },
  svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { globals: globals.browser, parserOptions: { parser: ts.parser } },
  },
  { files: ['**/*.svelte'], rules: { 'no-undef': 'off' } },
  { files: ['**/*.mjs', '**/*.cjs', '*.js'], languageOptions: { globals: globals.node } },
  {
    files: [
      ...['games', 'records', 'protocols'].map((floor) => `app/${floor}/**/*.ts`),
      'tests/examples/{nim,echo}/*.ts',
    ],
    ignores: tests,
    rules: noAmbientTime,
  },
  {
    // The compiler sees to Node's modules in the renderer; its globals come along with test types.
    files: ['renderer/**/*.ts', 'renderer/**/*.svelte'],
    ignores: tests,
    rules: {
      'no-restricted-globals': [
        'error',
        ...['process', 'Buffer', 'require', 'global', '__dirname'].map((name) => ({
          name,
          message: 'The renderer runs in a page: there is no Node.',
        })),
      ],
    },
  },
);
