/**
 * `npm start`: installs and builds if due, and runs the desktop app, or the browser host if Electron is unavailable.
 * `--electron` and `--browser` force either; other flags (`--no-open`, `--port N` …) belong to the browser host and
 * choose it.
 */
import './lib/require-node.mjs';

// Loaded late, so that a Node too old to parse it still prints the version check.
import('./lib/start.mjs');
