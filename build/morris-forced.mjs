/**
 * Finds positions with a forced win for the tests of the nine men's morris engine: `node build/morris-forced.mjs`
 * writes `engines/morris/forced.json`. It takes a minute, and finds the same positions each time.
 */
import './lib/require-node.mjs';

import('./lib/morris-forced.mjs');
