#!/usr/bin/env node
// A bot of the Game of Stones that deviates from GoS's text by flag. It reads strictly in the order of a match, as real
// ones do, and exits with a message on stderr at anything else. It makes its first possible attack, and then passes.
//
//   --reads FORM          enums as `string`, `number`, `any` (default) or `none`; any other kills it
//   --color FORM          the same for the colour alone, which it takes for White's where it cannot read it
//   --dies-of-processed   it reads numbers everywhere and dies of a processed move that has strings
//   --enums               writes enums as strings
//   --names               writes them by their names
//   --quoted              writes coordinates as strings
//   --floats              writes all numbers with a fraction
//   --lower               writes names of members in small letters
//   --bare-pass           omits the places of a pass
//   --pretty              prints its moves over several lines
//   --crlf                ends its lines in CR LF
//   --bom                 prints a byte order mark before everything
//   --extra               adds unknown members to its moves
//   --debug               prints lines before each move, one of them an object
//   --beside              prints words before and behind its move, on the same line
//   --no-line-end         prints its moves, with the words beside them, without a line end
//   --twice               prints each move twice, on one line
//   --long                has a member of 60 000 characters
//   --reply TEXT          answers with this instead of a move (repeatable: the last one stays)
//   --silent              never answers
//   --slow MS             thinks this long
//   --follows             looks at no board and only follows processed moves
//   --once                exits after its first answer
//   --deaf                closes its input before its first answer, and lives on
//   --stay                does not exit when there is a winner
import { Buffer } from 'node:buffer';
import { closeSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setInterval, setTimeout } from 'node:timers';

const flags = process.argv.slice(2);
const has = (name) => flags.includes(`--${name}`);
const valuesOf = (name) => flags.flatMap((flag, at) => (flag === `--${name}` ? [flags[at + 1]] : []));
const valueOf = (name, usual) => valuesOf(name)[0] ?? usual;

function die(why) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

/** An enum as it is read, or null. */
function enumOf(value, form = valueOf('reads', 'any')) {
  if (form !== 'any' && typeof value !== form) die(`ClassCastException: ${typeof value} cannot be cast`);
  return Number(value);
}

const start = () => [
  [5, 5, 5, 5, -5, 0, 0, 0, 0],
  [-5, 6, 6, 6, -6, -5, 0, 0, 0],
  [-5, -6, 7, 7, -7, -6, -5, 0, 0],
  [-5, -6, -7, 5, -5, -7, -6, -5, 0],
  [-5, -6, -7, -5, 0, 5, 7, 6, 5],
  [0, 5, 6, 7, 5, -5, 7, 6, 5],
  [0, 0, 5, 6, 7, -7, -7, 6, 5],
  [0, 0, 0, 5, 6, -6, -6, -6, 5],
  [0, 0, 0, 0, 5, -5, -5, -5, -5],
];

let colour = 0;
let board = start();

const isPlace = (x, y) => x >= 0 && x < 9 && y >= 0 && y < 9 && Math.abs(x - y) < 5 && !(x === 4 && y === 4);

const steps = [
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
  [1, 1],
  [-1, -1],
];

function attack() {
  for (let y = 0; y < 9; y++) {
    for (let x = 0; x < 9; x++) {
      const own = board[y][x] * colour;
      if (own <= 0) continue;
      for (const [dx, dy] of steps) {
        let [toX, toY] = [x + dx, y + dy];
        while (isPlace(toX, toY) && board[toY][toX] === 0) [toX, toY] = [toX + dx, toY + dy];
        const other = isPlace(toX, toY) ? -board[toY][toX] * colour : 0;
        if (other > 0 && other >> 2 <= own >> 2) return { type: 1, from: [x, y], to: [toX, toY] };
      }
    }
  }
  return null;
}

function follow({ Type, From, To }) {
  if (enumOf(Type) === 0) return;
  const [own, other] = [board[From.Y][From.X], board[To.Y][To.X]];
  board[From.Y][From.X] = 0;
  board[To.Y][To.X] = own * other > 0 ? own + Math.sign(own) * 4 * (Math.abs(other) >> 2) : own;
}

const names = ['Pass', 'Attack', 'Strengthen'];
function written({ type, from, to }) {
  const name = (text) => (has('lower') ? text.toLowerCase() : text);
  const place = (at) => at && { [name('X')]: coordinate(at[0]), [name('Y')]: coordinate(at[1]) };
  const move = { [name('Type')]: has('names') ? names[type] : has('enums') ? String(type) : type };
  if (from || !has('bare-pass')) {
    move[name('From')] = place(from);
    move[name('To')] = place(to);
  }
  if (has('extra')) Object.assign(move, { Score: 17, Comment: 'näxt 💥' });
  if (has('long')) move.Log = 'x'.repeat(60_000);
  const text = JSON.stringify(move, null, has('pretty') ? 2 : 0);
  return has('floats') ? text.replace(/(?<=:)\d+/g, '$&.0') : text;
}
const coordinate = (number) => (has('quoted') ? String(number) : number);

/** Node must release its input first: it ends a process whose input is closed while it listens. */
function closeInput() {
  setInterval(() => undefined, 1000);
  process.stdin.destroy();
  closeSync(0);
}

let answers = 0;
let marked = false;
function say(text) {
  const lines = has('crlf') ? text.replaceAll('\n', '\r\n') + '\r\n' : `${text}\n`;
  const mark = has('bom') && !marked ? '\ufeff' : '';
  marked = true;
  process.stdout.write(Buffer.from(mark + lines));
}

function answer({ Board, AllowedMoves }) {
  if (!has('follows')) board = Board.state;
  const allowed = AllowedMoves.map((type) => enumOf(type));
  if (has('silent')) return;
  const replies = valuesOf('reply');
  const pass = { type: 0, from: null, to: null };
  const text =
    replies.length > 0
      ? replies[Math.min(answers, replies.length - 1)].replaceAll('\\n', '\n')
      : written(allowed.includes(0) ? pass : attack());
  answers++;
  const speak = () => {
    if (has('deaf')) closeInput();
    if (has('debug')) say('thinking {depth 3}\n{"score":12}');
    const line = has('beside') ? `move: ${text} // done` : has('twice') ? text + text : text;
    if (has('no-line-end')) process.stdout.write(line);
    else say(line);
    if (has('once')) process.exit(0);
  };
  if (has('slow')) setTimeout(speak, Number(valueOf('slow')));
  else speak();
}

/** The next step of a match: its colour, and then for each action what this side receives. */
let action = 0;
let expected = 'Color';
const isOwn = () => (action === 0 ? 1 : (action - 1) & 2 ? 1 : -1) === colour;

function hear(message) {
  const kind = Object.keys(message)[0];
  if (kind !== expected) die(`InvalidMessageException: expected ${expected}, not ${kind}`);
  if (kind === 'Color') {
    const form = valueOf('color', 'any');
    colour = form === 'any' || typeof message.Color === form ? enumOf(message.Color) : 1;
  } else if (kind === 'Board') {
    answer(message);
    expected = 'Player';
    return;
  } else {
    if (has('dies-of-processed') && typeof message.Player === 'string') die('NumberFormatException: Player');
    follow(message.Move);
    action++;
    if (enumOf(message.Winner) !== 0 && !has('stay')) process.exit(0);
  }
  expected = isOwn() ? 'Board' : 'Player';
}

// With `--stay` it exits neither at a winner nor at the end of its input.
if (has('stay')) setInterval(() => undefined, 1000);
createInterface({ input: process.stdin }).on('line', (line) => hear(JSON.parse(line)));
