/**
 * `npm test`: everything that can be checked here. Words after `--` choose steps by name, as in `npm test -- unit e2e`.
 * The last line is always `N passed, N failed`.
 */
import './lib/require-node.mjs';

// Loaded late, so that a Node too old to parse it still prints the version check.
import('./lib/test.mjs');
