#!/usr/bin/env node
/**
 * A bundled engine behind a filter: each argument `s/pattern/replacement/` rewrites its lines, and one with an empty
 * replacement drops them. `exit/pattern/` ends it at such a line of ours, and `engine/id` names the engine, Connect
 * Four by default.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const rules = process.argv.slice(2).map((argument) => argument.split('/'));
const id = rules.find(([kind]) => kind === 'engine')?.[1] ?? 'connect4';
const engine = spawn(
  process.execPath,
  [fileURLToPath(new URL(`../../dist/engines/${id}/main.cjs`, import.meta.url))],
  { stdio: ['pipe', 'pipe', 'inherit'] },
);

createInterface({ input: engine.stdout }).on('line', (line) => {
  let said = line;
  for (const [kind, pattern, replacement] of rules) {
    if (kind === 's') said = said.replace(new RegExp(pattern), replacement);
  }
  if (said !== '' || line === '') process.stdout.write(`${said}\n`);
});
createInterface({ input: process.stdin })
  .on('line', (line) => {
    for (const [kind, pattern] of rules) {
      if (kind === 'exit' && new RegExp(pattern).test(line)) process.exit(7);
    }
    engine.stdin.write(`${line}\n`);
  })
  .on('close', () => engine.stdin.end());
engine.on('exit', (code) => process.exit(code ?? 1));
process.on('exit', () => engine.kill('SIGKILL'));
