/**
 * `npm run fuzz`: a million inputs for each half of every protocol. Words after `--` choose, as in
 * `npm run fuzz -- --inputs 50000 --seed 7 cfp`.
 */
import './lib/require-node.mjs';

// Loaded only now, so that even a Node too old to read the rest has said what is wrong.
import('./lib/fuzz.mjs');
