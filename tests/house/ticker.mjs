#!/usr/bin/env node
// A CFP engine that counts aloud while it thinks, about a line per millisecond; like busy engines it exits neither at
// the end of its input nor at TERM.
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setInterval } from 'node:timers';

let thinking = false;
let count = 0;
const say = (line) => process.stdout.write(`${line}\n`);

process.on('SIGTERM', () => {});
process.stdout.on('error', () => {});
setInterval(() => {
  if (thinking) say(`info tick ${++count}`);
}, 1);
createInterface({ input: process.stdin }).on('line', (line) => {
  const [word] = line.trim().split(/\s+/);
  if (word === 'cfp') say('id name Ticker\nid author tester\ncfpok');
  else if (word === 'isready') say('readyok');
  else if (word === 'go') thinking = true;
  else if (word === 'stop' && thinking) {
    thinking = false;
    say('bestmove 1');
  } else if (word === 'quit') process.exit(0);
});
