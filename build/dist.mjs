/**
 * `npm run dist`: the packages that this machine can make, into `release/`. Words after `--` choose among them, as
 * in `npm run dist -- tar.gz deb`. Nothing is published. The exit code is 1 when one could not be made.
 */
import './lib/require-node.mjs';

// Loaded only now, so that even a Node too old to read the rest has said what is wrong.
import('./lib/dist.mjs');
