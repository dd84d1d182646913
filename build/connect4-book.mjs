/**
 * Makes the Connect Four engine's book: `node build/connect4-book.mjs` solves every position of four stones with the
 * engine's own solver and writes `engines/connect4/book.json`. It takes about ten minutes. The result is always the
 * same, since scores are exact. More stones are possible: `node build/connect4-book.mjs 5`.
 */
import './lib/require-node.mjs';

import('./lib/connect4-book.mjs');
