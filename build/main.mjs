/**
 * Runs a command of package.json or of the READMEs: `node build/main.mjs NAME WORD…`. The names stand in
 * lib/commands.mjs.
 */
import './lib/require-node.mjs';

// Loaded late, so that a Node too old to parse it still prints the version check.
void import('./lib/commands.mjs');
