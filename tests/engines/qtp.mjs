#!/usr/bin/env node
// An engine that speaks QTP by the text unless a flag makes it deviate. It takes any move for
// legal and answers genmove with the first of `--moves` (default E8), then the next.
//
//   --moves LIST          what genmove answers, one after the other, separated by commas; `\n` is a line end
//   --single-newline      ends no answer with a blank line
//   --tabs                indents its list of commands by tabs, misspells `winner`, and leaves out the last line end
//   --late-list           has a blank line between `=` and its list
//   --drawing-first       draws its board before the `=`
//   --no-known            answers known_command by `? false`
//   --twice COMMAND|all   answers this command twice, in one piece
//   --then-error COMMAND  says an error behind the answer to this command, in one piece with it
//   --swallow COMMAND N   never answers this command when it comes for the Nth time
//   --unmarked COMMAND    answers this command by `Error! out of bounds` alone
//   --refuse COMMAND TEXT answers this command by `? TEXT`
//   --noise TEXT          says TEXT before and after every answer to genmove
//   --token               writes and reads walls as one word and refuses all other
//   --no-name             answers name by nothing but `=`
//   --think MS            takes so long for a move (default 0)
//   --never-move          never answers genmove
//   --crash-in-search     exits with 3 when it is asked for a move
//   --ignore-quit         does not leave at quit
//   --wait-for-more       obeys one command of a piece of input, and the rest of it when more arrives
//   --forget-rest         obeys the first command of each piece of input, and forgets what came with it
//   --flood-at-eof        pours output when its input ends, for ever
import { writeSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers';

const flags = process.argv.slice(2);
const has = (name) => flags.includes(`--${name}`);
const valueOf = (name, at = 1) => (has(name) ? flags[flags.indexOf(`--${name}`) + at] : undefined);

const commands =
  'name known_command list_commands quit boardsize clear_board walls playmove playwall genmove undo winner showboard'.split(
    ' ',
  );
const moves = (valueOf('moves') ?? 'E8').split(',').map((move) => move.replaceAll('\\n', '\n'));
const counts = new Map();

const say = (text) => writeSync(1, `${text}\n`);
const end = has('single-newline') ? '' : '\n';

function answer(text, name) {
  if (valueOf('then-error') === name) say(`${text}\n\n? illegal move\n`);
  else if (valueOf('unmarked') === name) say('Error! out of bounds\n');
  else {
    if (name === 'genmove' && has('noise')) say(valueOf('noise'));
    const times = [name, 'all'].includes(valueOf('twice')) ? 2 : 1;
    writeSync(1, `${text}\n${end}`.repeat(times));
    if (name === 'genmove' && has('noise')) say(valueOf('noise'));
  }
}

const drawing = ' A B\n 2 . B\n 1 W .';

function textOf(name, words) {
  if (valueOf('refuse') === name) return `? ${valueOf('refuse', 2)}`;
  switch (name) {
    case 'name':
      return has('no-name') ? '=' : '= Departing 1.0';
    case 'known_command':
      return has('no-known') ? '? false' : `= ${commands.includes(words[0])}`;
    case 'list_commands':
      if (has('tabs')) return `= \t${commands.join('\n\t').replace('winner', 'winnner')}`;
      return has('late-list') ? `= \n\n${commands.join('\n')}\n` : `=\n${commands.join('\n')}`;
    case 'playwall':
      return has('token') === /^[a-i][1-8][hv]$/.test(words[1] ?? '') ? '=' : '? syntax error';
    case 'winner':
      return '= false';
    case 'showboard':
      return has('drawing-first') ? `${drawing}\n=` : `=\n${drawing}`;
    case 'genmove':
      return `= ${moves.length > 1 ? moves.shift() : moves[0]}`;
    default:
      return commands.includes(name) ? '=' : '? unknown command';
  }
}

function obey(name, words) {
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  if (valueOf('swallow') === name && Number(valueOf('swallow', 2)) === count) return;
  if (name === 'genmove' && has('never-move')) return;
  if (name === 'genmove' && has('crash-in-search')) process.exit(3);
  answer(textOf(name, words), name);
  if (name === 'quit' && !has('ignore-quit')) process.exit(0);
}

/** One command after the other, even if more arrive meanwhile. */
const waiting = [];
let busy = false;

function next() {
  const line = waiting.shift();
  if (line === undefined) return void (busy = false);
  busy = true;
  const [name, ...words] = line.split(' ');
  const delay = name === 'genmove' ? Number(valueOf('think') ?? 0) : 0;
  const work = () => {
    obey(name, words);
    next();
  };
  if (delay > 0) setTimeout(work, delay);
  else work();
}

function take(line) {
  if (line.trim() === '') return;
  waiting.push(line.trim());
  if (!busy) next();
}

/** As `select` and a reader with a buffer do: lines in the buffer wait for more to arrive, and one of that is taken. */
let buffered = [];
function takePiece(piece) {
  for (const line of buffered) take(line);
  const [first, ...rest] = piece.toString().split('\n').slice(0, -1);
  take(first);
  buffered = has('forget-rest') ? [] : rest;
}

function leave() {
  if (!has('flood-at-eof')) process.exit(0);
  for (;;) {
    try {
      writeSync(1, `${'unknown command '.repeat(500)}\n`);
    } catch (error) {
      if (error.code !== 'EAGAIN') process.exit(1);
    }
  }
}

if (has('wait-for-more') || has('forget-rest')) process.stdin.on('data', takePiece).on('end', leave);
else createInterface({ input: process.stdin, crlfDelay: Infinity }).on('line', take).on('close', leave);
