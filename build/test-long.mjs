/**
 * `npm run test:long`: kill loops, large counts and planted defects, one `*.long.test.ts` after the other. Words after
 * `--` choose files by a part of their name; `--minutes N` starts no file that does not fit into N minutes, and runs
 * those first that have not run for the longest time. The last line is always `N passed, N failed`.
 */
import './lib/require-node.mjs';

// Loaded late, so that a Node too old to parse it still prints the version check.
import('./lib/test-long.mjs');
