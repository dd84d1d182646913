/**
 * `npm run dev`: the page from Vite's server, which replaces what changes while it runs, and a host that
 * is built and started anew when its sources change. Flags are the host's.
 */
import './lib/require-node.mjs';

// Loaded only now, so that even a Node too old to read the rest has said what is wrong.
import('./lib/dev.mjs');
