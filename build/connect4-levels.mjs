/**
 * Measures how often each level of the Connect Four engine overlooks a four: `node build/connect4-levels.mjs` writes
 * `engines/connect4/levels.json` and prints the table for the engine's README. It takes a few minutes, and gives the
 * same figures each time.
 */
import './lib/require-node.mjs';

import('./lib/connect4-levels.mjs');
