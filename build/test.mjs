/**
 * `npm test`: everything that can be checked here. Words after `--` choose steps by name, as in
 * `npm test -- unit e2e`. The last line is always `N passed, N failed`.
 */
import './lib/require-node.mjs';

// Loaded only now, so that even a Node too old to read the rest has said what is wrong.
import('./lib/test.mjs');
