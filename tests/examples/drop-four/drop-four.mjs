#!/usr/bin/env node
// Drop Four, a small Connect Four engine over CFP. It has a fault, which docs/why-did-my-engine-lose.md looks for.
import { createInterface } from 'node:readline';

const COLUMNS = 7;
const ROWS = 6;
const INNER_FIRST = [3, 2, 4, 1, 5, 0, 6];

/** 43 characters: the cells from the top left, and the side to move. */
let position = '0'.repeat(COLUMNS * ROWS) + '1';

const say = (line) => process.stdout.write(`${line}\n`);
const mover = () => position[COLUMNS * ROWS];

/** The number of stones in a column. */
function height(column) {
  let stones = 0;
  for (let row = 0; row < ROWS; row++) {
    if (position[row * COLUMNS + column] === mover()) stones++;
  }
  return stones;
}

/** The innermost column that has room. */
function choose() {
  return INNER_FIRST.find((column) => height(column) < ROWS) ?? 3;
}

let introduced = false;
let searching = false;

const commands = {
  cfp() {
    if (introduced) return;
    introduced = true;
    say('id name Drop Four 0.1');
    say('id author A. Student');
    say('cfpok');
  },
  isready: () => say('readyok'),
  position([text]) {
    if (text === 'startpos') position = '0'.repeat(COLUMNS * ROWS) + '1';
    else if (/^[012]{42}[12]$/.test(text ?? '')) position = text;
  },
  go() {
    searching = true;
    say(`info looking at column ${choose()}`);
  },
  stop() {
    if (searching) say(`bestmove ${choose()}`);
    searching = false;
  },
  quit: () => process.exit(0),
};

/** Words before the first command are skipped, as CFP requires. */
function hear(line) {
  const words = line.trim().split(/\s+/);
  const first = words.findIndex((word) => Object.hasOwn(commands, word));
  if (first !== -1) commands[words[first]](words.slice(first + 1));
}

createInterface({ input: process.stdin }).on('line', hear);
