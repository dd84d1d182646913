#!/usr/bin/env node
// An engine of Connect Four over CFP that writes each request for a move to a file, before it answers with its first legal move. It keeps nothing
// between two requests, so that a game does not depend on its process.
//
//   --log FILE       a line for each request: its pid and the position
//   --think MS       takes so long for a move (default 0)
//   --pick N         answers with the N-th open column, from 0 and counted round (default 0)
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { clearTimeout, setTimeout } from 'node:timers';

const flags = process.argv.slice(2);
const valueOf = (name, usual) =>
  flags.includes(`--${name}`) ? flags[flags.indexOf(`--${name}`) + 1] : usual;
const log = valueOf('log', null);
const think = Number(valueOf('think', '0'));
const pick = Number(valueOf('pick', '0'));
const say = (line) => process.stdout.write(`${line}\n`);
let position = '0'.repeat(43);

function answer() {
  const cells = position.slice(0, 42);
  const open = [0, 1, 2, 3, 4, 5, 6].filter((column) => cells[column] === '0');
  const men = 42 - cells.split('0').length + 1;
  return open[(pick + men) % open.length];
}

let pending = null;
createInterface({ input: process.stdin }).on('line', (line) => {
  const [word, rest] = line.split(' ');
  if (word === 'cfp') say('id name Logged\nid author Tests\ncfpok');
  else if (word === 'isready') say('readyok');
  else if (word === 'position') position = rest === 'startpos' ? '0'.repeat(43) : rest;
  else if (word === 'go') {
    if (log !== null) appendFileSync(log, `${process.pid} ${position}\n`);
    const move = answer();
    if (think === 0) say(`bestmove ${move}`);
    else pending = setTimeout(() => say(`bestmove ${move}`), think);
  } else if (word === 'quit') {
    clearTimeout(pending);
    process.exit(0);
  }
});
process.stdin.on('end', () => process.exit(0));
