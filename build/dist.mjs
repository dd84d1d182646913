/**
 * `npm run dist`: the packages that this machine can make, into `release/`. Words after `--` choose among them, as in
 * `npm run dist -- tar.gz deb`. Nothing is published. The exit code is 1 if one could not be made.
 */
import './lib/require-node.mjs';

// Loaded late, so that a Node too old to parse it still prints the version check.
import('./lib/dist.mjs');
