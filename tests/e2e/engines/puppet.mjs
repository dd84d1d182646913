#!/usr/bin/env node
// A program that never opens a conversation and only prints what it is told to: `say TEXT` on stdout, `complain TEXT`
// on stderr. It exits at `quit`.
import process from 'node:process';
import { createInterface } from 'node:readline';

for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'quit') break;
  const [, how, text] = /^(say|complain) (.*)$/.exec(line) ?? [];
  if (how === 'say') process.stdout.write(`${text}\n`);
  if (how === 'complain') process.stderr.write(`${text}\n`);
}
process.exit(0);
