/**
 * `npm run fuzz`: a million inputs for each half of every protocol. Words after `--` choose, as in `npm run fuzz --
 * --inputs 50000 --seed 7 cfp`.
 */
import './lib/require-node.mjs';

// Loaded late, so that a Node too old to parse it still prints the version check.
import('./lib/fuzz.mjs');
