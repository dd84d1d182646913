/**
 * `npm start`: installs when that is due, builds when that is due, and runs the browser host. Its flags
 * (`--no-open`, `--port N` …) are the host's.
 */
import './lib/require-node.mjs';

// Loaded only now, so that even a Node too old to read the rest has said what is wrong.
import('./lib/start.mjs');
