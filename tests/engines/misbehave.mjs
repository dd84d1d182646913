#!/usr/bin/env node
// An engine that speaks CFP well unless a flag says how it shall misbehave:
//
//   --silent              reads everything and never says a word
//   --wrong-protocol      answers everything as an engine of another protocol would
//   --never-ready         opens the conversation and never answers `isready`
//   --no-answer-to-stop   thinks for ever
//   --crash-in-search     exits with 3 in mid-search, with a last word on stdout and on stderr
//   --illegal-move        answers a column that is off the board
//   --early               answers before it is told to stop
//   --twice               answers every stop twice
//   --garbage             opens with bytes that are no UTF-8, NULs and an empty line
//   --no-last-newline     leaves with a line that has no end
//   --ignore-quit         does not leave at `quit`
//   --ignore-eof          does not leave when its input is closed
//   --ignore-term         does not leave at TERM
//   --grandchild          starts a child of its own that holds its output open and ignores TERM
//   --deaf                opens nothing and never reads its input
//   --close-input         closes its input at once and lives on
//   --exit-early N        exits with N before it has said anything
//   --say TEXT            writes TEXT to stdout in place of an answer to `go` (`\n`, `\xNN` are bytes)
//   --flood BYTES         writes so many bytes of lines as soon as it is told to go
//   --endless BYTES       writes one line of so many bytes as soon as it is told to go
import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { closeSync, writeSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setInterval } from 'node:timers';

const flags = process.argv.slice(2);
const has = (name) => flags.includes(`--${name}`);
const valueOf = (name) => (has(name) ? flags[flags.indexOf(`--${name}`) + 1] : undefined);

/** Writes to a pipe that may be full; Node makes no promise to wait on process.stdout. */
function write(descriptor, bytes) {
  let rest = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

const say = (line) => write(1, `${line}\n`);

if (has('exit-early')) {
  write(2, 'cannot find my book\n');
  process.exit(Number(valueOf('exit-early')));
}
if (has('ignore-term')) process.on('SIGTERM', () => write(2, 'not yet\n'));
if (has('ignore-eof') || has('deaf') || has('close-input')) setInterval(() => {}, 1000);
if (has('grandchild')) {
  const sleeper = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`;
  const child = spawn(process.execPath, ['-e', sleeper], { stdio: ['ignore', 'inherit', 'inherit'] });
  write(2, `grandchild ${child.pid}\n`);
}
if (has('close-input')) closeSync(0);

const searching = { on: false };

function answer() {
  if (!searching.on && !has('early')) return;
  searching.on = false;
  const move = has('illegal-move') ? '9' : '3';
  say(`bestmove ${move}`);
  if (has('twice')) say(`bestmove ${move}`);
}

function go() {
  searching.on = true;
  if (has('crash-in-search')) {
    write(1, 'info about to divide by zero\n');
    write(2, 'division by zero\n');
    process.exit(3);
  }
  if (has('say')) {
    const text = valueOf('say').replace(/\\n/g, '\n');
    const latin = text.replace(/\\x([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
    write(1, Buffer.from(latin, 'latin1'));
  }
  if (has('flood')) {
    const line = `info ${'depth 9 score 12 pv 3 3 3 2 4 '.repeat(3).trim()}\n`;
    const block = Buffer.from(line.repeat(700));
    for (let left = Number(valueOf('flood')); left > 0; left -= block.length) write(1, block);
  }
  if (has('endless')) {
    const block = Buffer.alloc(65536, 'x');
    for (let left = Number(valueOf('endless')); left > 0; left -= block.length) {
      write(1, block.subarray(0, Math.min(left, block.length)));
    }
    write(1, '\n');
  }
  if (has('early')) answer();
}

function receive(line) {
  if (has('silent')) return;
  if (has('wrong-protocol')) return say('? unknown command');
  const word = line.trim().split(/\s+/)[0];
  if (word === 'cfp') {
    if (has('garbage')) write(1, Buffer.from('\x00\x01\xff\xfe caf\xe9\r\n\n', 'latin1'));
    say('id name Misbehave 1.0');
    say('id author nobody');
    say('option name Search Depth type spin default 5 min 1 max 20');
    say('cfpok');
  } else if (word === 'isready' && !has('never-ready')) say('readyok');
  else if (word === 'go') go();
  else if (word === 'stop' && !has('no-answer-to-stop')) answer();
  else if (word === 'quit' && !has('ignore-quit')) {
    if (has('no-last-newline')) write(1, 'info goodbye');
    process.exit(0);
  }
}

if (!has('deaf') && !has('close-input')) {
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  lines.on('line', receive);
  lines.on('close', () => {
    if (!has('ignore-eof')) process.exit(0);
  });
}
