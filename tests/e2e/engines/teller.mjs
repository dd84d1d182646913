#!/usr/bin/env node
// A CFSI server whose every score identifies its position: (discs on the board + 11) / 100, which shrinks tenfold per
// ply as the text requires, for each column. Its best column is the first open one from (discs on the board) mod width
// on. Shallow plays are answered soon, deep ones when they are cut off, and a cut one late.
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers';

const SOON = 10;
const LATE = 40;
/** From this many plies on it thinks until it is told to stop. */
const DEEP = 5;

const say = (line) => process.stdout.write(`${line}\n`);
const queue = [];
let timer;

function answerOf({ placement, depth }) {
  const rows = placement.split('/').map((row) => row.replace(/\d+/g, (count) => '.'.repeat(Number(count))));
  const [width, top] = [rows[0].length, rows.at(-1)];
  const discs = rows.join('').replace(/\./g, '').length;
  const open = [...top].flatMap((cell, column) => (cell === '.' ? [column] : []));
  const best = open.find((column) => column >= discs % width) ?? open[0];
  if (best === undefined) return 'bestmove NULL';
  const score = ((discs + 11) / 100 / 10 ** (depth - 1)).toFixed(depth + 1);
  return `bestmove ${best} --score ${score} --scores ${open.map((column) => `${column};${score}`).join('/')}`;
}

function goOn() {
  const first = queue[0];
  if (first === undefined || timer !== undefined) return;
  if (!first.cut && first.depth >= DEEP) return;
  timer = setTimeout(
    () => {
      timer = undefined;
      say(answerOf(first));
      queue.shift();
      goOn();
    },
    first.cut ? LATE : SOON,
  );
}

const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on('line', (line) => {
  const [word, placement, , depth] = line.trim().split(/\s+/);
  if (word === 'start') say('started');
  else if (word === 'ping') say('pong');
  else if (word === 'stop') process.exit(0);
  else if (word === 'play') queue.push({ placement, depth: Number(depth), cut: false });
  else if (word === 'quit') for (const play of queue) play.cut = true;
  goOn();
});
lines.on('close', () => process.exit(0));
