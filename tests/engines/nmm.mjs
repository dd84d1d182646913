#!/usr/bin/env node
// An engine that speaks NMM by the text unless a flag makes it deviate. It plays the first legal
// move that it sees. Like real engines it dies of a move that it cannot read or that is illegal, exit code 101.
//
//   --moves name           writes and reads moves with named points (default index)
//   --positions KIND       reads positions with points as `index`, as `name` or in `none` of them (default index)
//   --mute                 does not complain on stderr about a position that it does not take
//   --late-positions       takes only positions from after placing, and says nothing about others
//   --think MS             takes so long for a move (default 0)
//   --until-stop           thinks until it is told to stop
//   --ignore-stop          thinks on when it is told to stop
//   --never                never answers go
//   --wrong-board          believes that b4 touches d7, and likes to go there
//   --none                 says that it has no move
//   --infos COUNT          prints so many infos before its answer, in one piece with it
//   --blanks               writes its moves like `P 4 T 15`, among other tokens
//   --twice                answers go twice
//   --talk                 says info, noise and ready unasked
//   --crash-in-search      exits with 3 when it is told to go
//   --not-ready            never says ready
//   --ignore-quit          does not leave at quit
//   --ignore-eof           does not leave when its input is closed
import { writeSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setInterval, setTimeout } from 'node:timers';

const flags = process.argv.slice(2);
const has = (name) => flags.includes(`--${name}`);
const valueOf = (name, usual) => (has(name) ? flags[flags.indexOf(`--${name}`) + 1] : usual);

const say = (text) => writeSync(1, `${text}\n`);
function die(words) {
  writeSync(2, `thread 'main' panicked at game.rs:138:66:\n${words}\n`);
  process.exit(101);
}

const names = 'a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1'.split(' ');
const points = names.map((_, point) => point);
const lines = [
  ...[0, 3, 6, 9, 12, 15, 18, 21].map((first) => [first, first + 1, first + 2]),
  ...[
    [0, 9, 21],
    [3, 10, 18],
    [6, 11, 15],
    [1, 4, 7],
    [16, 19, 22],
    [8, 12, 17],
    [5, 13, 20],
    [2, 14, 23],
  ],
];
const touch = (one, other) =>
  lines.some(
    (line) =>
      line.includes(one) && Math.abs(line.indexOf(one) - line.indexOf(other)) === 1 && line.includes(other),
  ) ||
  (has('wrong-board') && one === 10 && other === 1);

const initial = () => ({ men: points.map(() => 0), mover: 1, plies: 0 });
let board = initial();

const textOf = (point) => (valueOf('moves', 'index') === 'name' ? names[point] : String(point));
function pointIn(text, kind) {
  const point = kind === 'name' ? names.indexOf(text) : /^\d+$/.test(text) ? Number(text) : -1;
  return point < 24 ? point : -1;
}

function readPosition(text) {
  const kind = valueOf('positions', 'index');
  const fields = text.split(';');
  if (kind === 'none' || fields.length !== 5) return null;
  const men = points.map(() => 0);
  for (const field of fields.slice(0, 2)) {
    const [colour, list] = field.split(':');
    for (const word of list === '' ? [] : list.split(',')) {
      const point = pointIn(word.trim(), kind);
      if (point < 0) return null;
      men[point] = colour.trim() === 'w' ? 1 : 2;
    }
  }
  const mover = fields[2].trim() === 'w' ? 1 : 2;
  const plies = Number(fields[3]);
  if (has('late-positions') && plies < 18) return null;
  return { men, mover, plies };
}

const inMill = (men, point) =>
  lines.some((line) => line.includes(point) && line.every((each) => men[each] === men[point]));

function movesOf({ men, mover, plies }) {
  const own = points.filter((point) => men[point] === mover);
  const empty = points.filter((point) => men[point] === 0);
  const enemy = points.filter((point) => men[point] === 3 - mover);
  const pairs =
    plies < 18
      ? empty.map((to) => [null, to])
      : own.flatMap((from) =>
          empty.filter((to) => own.length === 3 || touch(from, to)).map((to) => [from, to]),
        );
  if (plies >= 18 && own.length < 3) return [];
  return pairs.flatMap(([from, to]) => {
    const next = [...men];
    if (from !== null) next[from] = 0;
    next[to] = mover;
    if (!inMill(next, to) || enemy.length === 0) return [{ from, to, taken: null }];
    const free = enemy.filter((point) => !inMill(next, point));
    return (free.length > 0 ? free : enemy).map((taken) => ({ from, to, taken }));
  });
}

const write = ({ from, to, taken }) =>
  (from === null ? `P${textOf(to)}` : `M${textOf(from)}-${textOf(to)}`) +
  (taken === null ? '' : `T${textOf(taken)}`);

function play({ from, to, taken }) {
  const men = [...board.men];
  if (from !== null) men[from] = 0;
  men[to] = board.mover;
  if (taken !== null) men[taken] = 0;
  board = { men, mover: 3 - board.mover, plies: board.plies + 1 };
}

let thinking = null;
const queue = [];

function answer() {
  const { noplay } = thinking;
  thinking = null;
  const moves = movesOf(board);
  const wrong = has('wrong-board') && moves.find(({ from, to }) => from === 10 && to === 1);
  const move = wrong || moves[0];
  const text = move === undefined || has('none') ? 'none' : write(move);
  const infos = Array.from(
    { length: Number(valueOf('infos', '0')) },
    (_, at) => `info time ${at} eval ${at / 4} nodes ${at + 1}`,
  );
  if (infos.length === 0) infos.push('info time 0.0143 eval -1');
  const last = has('blanks') ? `bestmove  ${text.replace(/[PMT-]/g, ' $& ')} ponder` : `bestmove ${text}`;
  say([...infos, last].join('\n'));
  if (has('twice')) say(`bestmove ${text}`);
  if (has('talk')) {
    say('info time 2 eval 5 nodes 7');
    say('That was hard.');
    say('ready');
  }
  if (!noplay && text !== 'none') play(move);
  for (let line = queue.shift(); line !== undefined; line = thinking === null ? queue.shift() : undefined)
    obey(line);
}

function obey(line) {
  const [command, ...rest] = line.trim().split(/\s+/);
  switch (command) {
    case 'newgame': {
      const position = rest.length === 0 ? initial() : readPosition(rest.join(''));
      if (position !== null) board = position;
      else if (!has('mute') && !has('late-positions')) writeSync(2, 'Invalid position string\n');
      break;
    }
    case 'move': {
      const move = movesOf(board).find((each) => write(each) === rest.join(''));
      if (move === undefined) die(`end byte index 3 is out of bounds of \`${rest.join('')}\``);
      play(move);
      break;
    }
    case 'go': {
      if (has('crash-in-search')) process.exit(3);
      thinking = { noplay: rest[0] === 'noplay' };
      if (!has('never') && !has('until-stop')) setTimeout(answer, Number(valueOf('think', '0')));
      break;
    }
    default:
  }
}

if (has('ignore-eof')) setInterval(() => {}, 1000);
if (!has('not-ready')) say('ready');
createInterface({ input: process.stdin }).on('line', (line) => {
  const command = line.trim();
  if (command === 'quit' && !has('ignore-quit')) process.exit(0);
  if (command === 'stop') {
    if (thinking !== null && has('until-stop') && !has('ignore-stop')) answer();
  } else if (thinking === null) obey(line);
  else if (command !== '') queue.push(line);
});
