import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

// Svelte's files alone: oxlint lints the scripts (.oxlintrc.json).
export default defineConfig(
  globalIgnores(['dist/', 'release/', 'coverage/', 'test-results/', '**/.svelte-check/']),
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    extends: [js.configs.recommended, ts.configs.strict, svelte.configs.recommended],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: { globals: globals.browser, parserOptions: { parser: ts.parser } },
    rules: {
      // Indexes are checked by the compiler; `!` marks those that are provably in range.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-dynamic-delete': 'off',
      // Control characters are our trade: engines send them and the console shows them.
      'no-control-regex': 'off',
      eqeqeq: 'error',
      // The compiler knows the runes and the types.
      'no-undef': 'off',
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
