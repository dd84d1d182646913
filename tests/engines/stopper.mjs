#!/usr/bin/env node
// An engine that plays a game that is known beforehand, over any of the five protocols, and stops it in one way:
//
//   --protocol ID    cfp, cfsi, qtp, nmm or gos
//   --moves LIST     what it answers, move by move, separated by blanks, as its protocol writes moves
//   --way WAY        exit-0, exit-3, signal, close-stdin, close-stdout, close-stderr, close-all, silence, flood, memory,
//                    processes, junk, malformed, illegal, refuse; none where it is left out
//   --when MOMENT    start: before it has read a line; handshake: at the first line; opened: once the conversation is
//                    open; turn: at the first question; answered: behind its first answer; won: behind its last one
//
// `junk`, `malformed`, `illegal` and `refuse` are answers to a question.
import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { closeSync, writeSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setInterval } from 'node:timers';

const flags = process.argv.slice(2);
const valueOf = (name) => (flags.includes(`--${name}`) ? flags[flags.indexOf(`--${name}`) + 1] : '');
const [protocol, way, when] = ['protocol', 'way', 'when'].map(valueOf);
const moves = valueOf('moves').split(' ');

/** How many of its moves have been made, as far as it was told. */
let made = 0;
let answers = 0;
let silent = false;
let stopped = false;

function say(line) {
  if (silent) return;
  try {
    writeSync(1, `${line}\n`);
  } catch {
    // Its output is closed, and it lives on.
  }
}

/** Node must release its input first: it ends a process whose input is closed while it listens. */
function closeInput() {
  process.stdin.destroy();
  closeSync(0);
}

const stay = () => setInterval(() => {}, 1000);
const ways = {
  'exit-0': () => process.exit(0),
  'exit-3': () => {
    writeSync(2, 'out of ideas\n');
    process.exit(3);
  },
  signal: () => process.kill(process.pid, 'SIGSEGV'),
  'close-stdin': () => {
    stay();
    closeInput();
  },
  'close-stdout': () => {
    stay();
    closeSync(1);
  },
  'close-stderr': () => closeSync(2),
  'close-all': () => {
    stay();
    closeInput();
    for (const descriptor of [1, 2]) closeSync(descriptor);
  },
  silence: () => (silent = true),
  flood: () => {
    const piece = Buffer.from(`info ${'x'.repeat(90)}\n`.repeat(100));
    // The pipe may be full: the flood never ends.
    for (;;) {
      try {
        writeSync(1, piece);
      } catch (error) {
        if (error.code !== 'EAGAIN') process.exit(0);
      }
    }
  },
  memory: () => {
    silent = true;
    const held = [];
    setInterval(() => held.push(Buffer.alloc(64 * 1024 ** 2, 1)), 1);
  },
  processes: () => {
    silent = true;
    stay();
    for (let count = 0; count < 12; count++) spawn('sleep', ['60'], { stdio: 'ignore' });
  },
};

function at(moment) {
  if (moment !== when || stopped) return;
  stopped = true;
  ways[way]?.();
}

/** Answers a question: by the script, or in the given way. */
function answer(text, wrong, { refuse } = {}) {
  at('turn');
  const wanted = when === 'turn' ? { junk: 'xyzzy', ...wrong, refuse }[way] : undefined;
  say(wanted ?? text(moves[made]));
  if (answers++ === 0) at('answered');
  if (++made === moves.length) at('won');
}

/** Its next move, by what it is told of the game. */
const tell = (count) => (made = count);

let told = 0;
let names = 0;
const talk = {
  cfp(line) {
    const [word, rest] = line.split(/ (.*)/);
    if (word === 'cfp') {
      say('id name stopper');
      say('id author tester');
      say('cfpok');
      at('opened');
    } else if (word === 'isready') say('readyok');
    // The last digit is the side to move.
    else if (word === 'position') told = [...rest].filter((cell) => cell === '1' || cell === '2').length;
    else if (word === 'go') at('turn');
    else if (word === 'stop') {
      tell(Math.floor((told - 5) / 2));
      const wrong = { malformed: 'bestmove banana', illegal: 'bestmove 9' };
      answer((move) => `bestmove ${move}`, wrong);
    } else if (word === 'quit') process.exit(0);
  },
  cfsi(line) {
    const [word, placement] = line.split(' ');
    if (word === 'start') {
      say('started');
      at('opened');
    } else if (word === 'ping') say('pong');
    else if (word === 'play') {
      tell(Math.floor((placement.replace(/[^xo]/g, '').length - 4) / 2));
      const wrong = { malformed: 'bestmove banana', illegal: 'bestmove 9' };
      const refuse = 'debug Command PLAY called with invalid arguments.';
      answer((move) => `bestmove ${move} --score 0.0`, wrong, { refuse });
    } else if (word === 'stop') process.exit(0);
  },
  qtp(line) {
    const [word, colour] = line.split(' ');
    const reply = (text) => say(`${text}\n`);
    switch (word) {
      case 'name':
        reply('= stopper');
        // The second one shows that the list has ended.
        return names++ === 1 ? at('opened') : undefined;
      case 'list_commands':
        return reply(
          '= name\nlist_commands\nquit\nboardsize\nclear_board\nwalls\nplaymove\nplaywall\ngenmove',
        );
      case 'clear_board':
        told = { black: 0, white: 0 };
        return reply('=');
      case 'playmove':
        told[colour]++;
        // It is told a move of the other side, or its own.
        return reply(way === 'refuse' && when === 'turn' ? '? illegal move' : '=');
      case 'genmove':
        tell(told[colour]++);
        return answer(
          (move) => `= ${move}\n`,
          { junk: 'xyzzy\n', malformed: '= Z99\n', illegal: '= A1\n' },
          { refuse: '? cannot think\n' },
        );
      case 'quit':
        reply('=');
        return process.exit(0);
      default:
        return reply('=');
    }
  },
  nmm(line) {
    const [word] = line.split(' ');
    if (word === 'init') at('opened');
    else if (word === 'newgame') {
      told = 0;
      if (way === 'refuse' && when === 'turn') writeSync(2, 'error: invalid position\n');
    } else if (word === 'move') told++;
    else if (word === 'go') {
      // It makes its own moves unless told not to.
      tell(Math.floor(told++ / 2));
      const wrong = { malformed: 'bestmove Q9', illegal: 'bestmove P0' };
      // Where it refuses the position, it answers for the empty board that it keeps.
      answer((move) => `bestmove ${move}`, wrong, { refuse: 'bestmove P0' });
    } else if (word === 'quit') process.exit(0);
  },
  gos(line) {
    const message = JSON.parse(line);
    if (message.Color !== undefined) at('opened');
    else if (message.Board) {
      const wrong = { malformed: '{"Type":9}', illegal: '{"Type":0,"From":null,"To":null}' };
      answer((move) => move, wrong);
    } else if (Number(message.Winner) !== 0) process.exit(0);
  },
}[protocol];

at('start');
if (protocol === 'nmm') say('ready');
let lines = 0;
createInterface({ input: process.stdin })
  .on('line', (line) => {
    // Lines that arrived with the one at which it closed its input are still delivered.
    if (process.stdin.destroyed) return;
    if (lines++ === 0) at('handshake');
    talk(line);
  })
  .on('close', () => {
    if (!way?.startsWith('close')) process.exit(0);
  });
