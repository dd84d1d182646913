/**
 * `npm run bench`: every `tests/bench/*.bench.ts`, each in a process of its own, in one table. Words after
 * `--` choose benches by file name, as in `npm run bench -- lines`; `--long` adds what takes minutes.
 */
import './lib/require-node.mjs';

// Loaded only now, so that even a Node too old to read the rest has said what is wrong.
import('./lib/bench.mjs');
