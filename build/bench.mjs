/**
 * `npm run bench`: runs every `tests/bench/*.bench.ts`, each in its own process, and prints one table. Words after `--`
 * choose benchmarks by file name, as in `npm run bench -- lines`; `--long` adds those that take minutes.
 */
import './lib/require-node.mjs';

// Loaded late, so that a Node too old to parse it still prints the version check.
import('./lib/bench.mjs');
