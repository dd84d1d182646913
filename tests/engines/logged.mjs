#!/usr/bin/env node
// An engine that writes each request for a move to a file, before it answers. Its answer follows from the position and the
// number of moves alone, so that a game does not depend on its process.
//
//   --protocol ID    cfp or cfsi (Connect Four; default cfp), or qtp (Quoridor, where it moves its pawn alone)
//   --log FILE       a line for each request: its pid and the position
//   --think MS       takes so long for a move (default 0)
//   --pick N         answers with the N-th open column, from 0 and counted round; over QTP it steps aside the
//                    more often the larger it is (default 0)
//   --leaves N       exits soon after its N-th answer, as programs do that play one game a run, and reads nothing more
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { clearTimeout, setTimeout } from 'node:timers';

const flags = process.argv.slice(2);
const valueOf = (name, usual) =>
  flags.includes(`--${name}`) ? flags[flags.indexOf(`--${name}`) + 1] : usual;
const log = valueOf('log', null);
const think = Number(valueOf('think', '0'));
const pick = Number(valueOf('pick', '0'));
const leaves = Number(valueOf('leaves', 'Infinity'));
let answers = 0;
const say = (line) => process.stdout.write(`${line}\n`);
let pending = null;

/** Says an answer after a while. */
function answer(position, text) {
  if (log !== null) appendFileSync(log, `${process.pid} ${position}\n`);
  pending = { text, timer: setTimeout(answerNow, think) };
  if (think === 0) answerNow();
}

function answerNow() {
  if (pending === null) return;
  clearTimeout(pending.timer);
  say(pending.text);
  pending = null;
  // Late enough that it may have been asked for the next game meanwhile.
  if (++answers === leaves) setTimeout(() => process.exit(0), 100);
}

const columnOf = (isOpen, men) => {
  const open = [0, 1, 2, 3, 4, 5, 6].filter(isOpen);
  return open[(pick + men) % open.length];
};

let cells = '0'.repeat(43);

function cfp(word, rest) {
  if (word === 'cfp') say('id name Logged\nid author Tests\ncfpok');
  else if (word === 'isready') say('readyok');
  else if (word === 'position') cells = rest === 'startpos' ? '0'.repeat(43) : rest;
  else if (word === 'go') {
    const men = 42 - cells.slice(0, 42).split('0').length + 1;
    answer(cells, `bestmove ${columnOf((column) => cells[column] === '0', men)}`);
  }
}

function cfsi(word, rest) {
  if (word === 'start') say('started');
  // Here `quit` ends the search, and `stop` the engine.
  else if (word === 'quit') answerNow();
  else if (word === 'stop') process.exit(0);
  else if (word === 'ping') say('pong');
  else if (word === 'play') {
    const rows = rest.split('/').map((row) => row.replaceAll(/\d/g, (empty) => '.'.repeat(Number(empty))));
    const men = rows.join('').replaceAll('.', '').length;
    answer(rest, `bestmove ${columnOf((column) => rows.at(-1)[column] === '.', men)}`);
  }
}

// Of Quoridor: the pawns as [column, row], and the moves since the beginning with the pawns before each.
const initial = () => ({ black: [4, 9], white: [4, 1] });
let pawns = initial();
let history = [];
const nameOf = ([column, row]) => `${'ABCDEFGHI'[column]}${row}`;

function stepOf(color) {
  const [column, row] = pawns[color];
  const other = nameOf(pawns[color === 'black' ? 'white' : 'black']);
  const ahead = color === 'black' ? -1 : 1;
  const aside = (history.length + pick) % 4 < Math.min(3, pick) && history.length < 30;
  const ways = [
    ...(aside
      ? [
          [column + 1, row],
          [column - 1, row],
        ]
      : []),
    ...[
      [column, row + ahead],
      [column, row + 2 * ahead],
      [column + 1, row],
      [column - 1, row],
    ],
  ];
  // The pawn is jumped over, and nowhere else are two steps one.
  const isAhead = nameOf([column, row + ahead]) === other;
  return ways.find(
    ([to, at]) =>
      to >= 0 &&
      to <= 8 &&
      at >= 1 &&
      at <= 9 &&
      nameOf([to, at]) !== other &&
      (Math.abs(at - row) < 2 || isAhead),
  );
}

function qtp(word, rest) {
  const [color, vertex] = rest.toLowerCase().split(' ');
  const side = color === 'b' || color === 'black' ? 'black' : 'white';
  const play = (to) => {
    history.push(pawns);
    pawns = { ...pawns, [side]: to };
  };
  switch (word) {
    case 'name':
      return say('= Logged\n');
    case 'list_commands':
      return say(
        '= name\nlist_commands\nquit\nboardsize\nclear_board\nwalls\nplaymove\ngenmove\nundo\nwinner\n',
      );
    case 'clear_board':
      pawns = initial();
      history = [];
      return say('=\n');
    case 'playmove':
      play(['abcdefghi'.indexOf(vertex[0]), Number(vertex[1])]);
      return say('=\n');
    case 'undo':
      for (let count = Number(color || 1); count > 0; count--) pawns = history.pop() ?? initial();
      return say('=\n');
    case 'genmove': {
      const before = `${nameOf(pawns.black)} ${nameOf(pawns.white)} ${history.length}`;
      const to = stepOf(side);
      play(to);
      return answer(before, `= ${nameOf(to)}\n`);
    }
    default:
      return say('=\n');
  }
}

const speak = { cfp, cfsi, qtp }[valueOf('protocol', 'cfp')];
createInterface({ input: process.stdin }).on('line', (line) => {
  if (answers >= leaves) return;
  const at = line.indexOf(' ');
  const [word, rest] = at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
  if (word === 'quit' && speak !== cfsi) process.exit(0);
  else if (word === 'stop' && speak === cfp) answerNow();
  else speak(word, speak === qtp ? rest : rest.split(' ')[0]);
});
process.stdin.on('end', () => process.exit(0));
