/**
 * Makes the Connect Four engine's book: `node build/connect4-book.mjs` solves every position of four stones
 * with the engine's own solver and writes `engines/connect4/book.json`. It takes some ten minutes. Whoever
 * makes it again gets the same, since an exact score leaves no choice. More stones may be asked for:
 * `node build/connect4-book.mjs 5`.
 */
import './lib/require-node.mjs';

import('./lib/connect4-book.mjs');
