#!/usr/bin/env node
// An engine that speaks CFP and answers with a column by its argument:
//
//   left      the leftmost column with room, which is not an image of what it answers to a mirrored board
//   middle    the column with room nearest to the middle, the left one of two: a bug of its order of moves
//   random    any column with room
import process from 'node:process';
import { createInterface } from 'node:readline';

const [kind] = process.argv.slice(2);
const say = (line) => process.stdout.write(`${line}\n`);
let room = [0, 1, 2, 3, 4, 5, 6];

function choice() {
  if (kind === 'random') return room[Math.floor(Math.random() * room.length)];
  if (kind === 'left') return room[0];
  return room.toSorted((one, other) => Math.abs(one - 3) - Math.abs(other - 3))[0];
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const [word, position] = line.split(' ');
  if (word === 'cfp') say('id name Column\nid author Tests\ncfpok');
  else if (word === 'isready') say('readyok');
  else if (word === 'stop') say(`bestmove ${choice()}`);
  else if (word === 'quit') process.exit(0);
  else if (word === 'position') {
    const isOpen = (column) => position === 'startpos' || position[column] === '0';
    room = [0, 1, 2, 3, 4, 5, 6].filter(isOpen);
  }
});
