#!/usr/bin/env node
// A CFSI server that answers each play a hundredth of a second after the one before, with a score for each column that
// depends on the depth and on the seed in its first argument. None is decisive, so that the analysis goes on.
const { createInterface } = require('node:readline');

const pause = 10;
const seed = Number(process.argv[2] ?? 0);
const say = (line) => process.stdout.write(`${line}\n`);
let due = 0;

function answerOf(placement, depth) {
  const top = placement
    .split('/')
    .at(-1)
    .replace(/\d+/g, (count) => '.'.repeat(Number(count)));
  const open = [...top].flatMap((cell, column) => (cell === '.' ? [column] : []));
  const scores = open.map((column) => {
    const value = Math.sin(column * 7 + Math.floor(depth / 9) * 3 + seed) / 2;
    return { column, value };
  });
  const [best] = scores.toSorted((one, other) => other.value - one.value);
  const text = ({ value }) => (value * 10 ** (1 - depth)).toExponential(6);
  return `bestmove ${best.column} --score ${text(best)} --scores ${scores.map((one) => `${one.column};${text(one)}`).join('/')}`;
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const [word, placement, , depth] = line.trim().split(/\s+/);
  if (word === 'start') say('started');
  else if (word === 'ping') say('pong');
  else if (word === 'stop') process.exit(0);
  else if (word === 'play') {
    due = Math.max(performance.now(), due + pause);
    setTimeout(() => say(answerOf(placement, Number(depth))), due - performance.now());
  }
});
