#!/usr/bin/env node
// A program that never opens a conversation. `talk RATE LINES` makes it print that many lines of 90 bytes, RATE per
// second, in batches every 50 ms; with a RATE of 0, all at once. It then prints `that is all`.
const { createInterface } = require('node:readline');

const pause = 50;
const line = `info ${'depth 9 score 12 pv 3 3 3 2 4 '.repeat(3).slice(0, 84)}\n`;

function talk(rate, lines) {
  let said = 0;
  const began = performance.now();
  const timer = setInterval(() => {
    const due = rate === 0 ? lines : Math.min(lines, Math.round(((performance.now() - began) * rate) / 1000));
    if (due > said) process.stdout.write(line.repeat(due - said));
    said = due;
    if (said < lines) return;
    clearInterval(timer);
    process.stdout.write('that is all\n');
  }, pause);
}

createInterface({ input: process.stdin }).on('line', (text) => {
  const [word, rate, lines] = text.split(' ');
  if (word === 'quit') process.exit(0);
  if (word === 'talk') talk(Number(rate), Number(lines));
});
