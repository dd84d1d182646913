#!/usr/bin/env node
// An engine of CFSI that plays the leftmost column with room and reports the score of its argument, which is static.
import process from 'node:process';
import { createInterface } from 'node:readline';

const [score] = process.argv.slice(2);
const say = (line) => process.stdout.write(`${line}\n`);

/** The cells of the top row; a run of empty ones is a number. */
const topRow = (placement) =>
  [
    ...placement
      .split('/')
      .at(-1)
      .matchAll(/\d+|[xo]/g),
  ].flatMap(([cells]) => (/\d/.test(cells) ? Array.from({ length: Number(cells) }, () => ' ') : [cells]));

createInterface({ input: process.stdin }).on('line', (line) => {
  const [word, placement] = line.split(' ');
  if (word === 'start') say('started');
  else if (word === 'ping') say('pong');
  else if (word === 'play') say(`bestmove ${topRow(placement).indexOf(' ')} --score ${score}`);
  else if (word === 'stop') process.exit(0);
});
process.stdin.on('end', () => process.exit(0));
