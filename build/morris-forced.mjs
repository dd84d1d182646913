/**
 * Finds the positions with a forced win that the tests of the engine for nine men's morris hold it to:
 * `node build/morris-forced.mjs` writes `engines/morris/forced.json`. It takes a minute, and finds the same each time.
 */
import './lib/require-node.mjs';

import('./lib/morris-forced.mjs');
