/**
 * `npm run test:long`: kill loops, large counts and planted defects, one `*.long.test.ts` after the other. Words
 * after `--` choose files by a part of their name; `--minutes N` begins no file that N minutes cannot hold, and
 * takes first those that were not run for the longest time. The last line is always `N passed, N failed`.
 */
import './lib/require-node.mjs';

// Loaded only now, so that even a Node too old to read the rest has said what is wrong.
import('./lib/test-long.mjs');
