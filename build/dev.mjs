/**
 * `npm run dev`: the page from Vite's server with hot module replacement, and a host that is rebuilt and restarted when
 * its sources change. Flags are passed to the host.
 */
import './lib/require-node.mjs';

// Loaded late, so that a Node too old to parse it still prints the version check.
import('./lib/dev.mjs');
