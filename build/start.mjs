/**
 * `npm start`: installs when that is due, builds when that is due, and runs the desktop app, or the browser
 * host where Electron cannot be had. `--electron` and `--browser` force either; other flags (`--no-open`,
 * `--port N` …) are the browser host's and choose it.
 */
import './lib/require-node.mjs';

// Loaded only now, so that even a Node too old to read the rest has said what is wrong.
import('./lib/start.mjs');
