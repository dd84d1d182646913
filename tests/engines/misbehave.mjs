#!/usr/bin/env node
// An engine that speaks CFP correctly unless a flag makes it misbehave:
//
//   --cfsi                speaks CFSI instead
//   --silent              reads everything and never says a word
//   --wrong-protocol      answers everything as an engine of another protocol would
//   --never-ready         opens the conversation and never answers `isready`
//   --no-answer-to-stop   thinks for ever
//   --crash-in-search     exits with 3 in mid-search, with a last word on stdout and on stderr
//   --crash-on-cue DIR    the same as soon as there is a file `cue` in this folder
//   --abort-in-search     kills itself by SIGABRT in mid-search
//   --illegal-move        answers a column that is off the board
//   --early               answers before it is told to stop
//   --twice               answers every stop twice
//   --late MS             answers so long after it was told to stop, and goes on reading meanwhile
//   --by-position         its answer is the number of stones on the board that it was asked about
//   --garbage             opens with bytes that are not UTF-8, NULs and an empty line
//   --no-last-newline     leaves with a line that has no end
//   --ignore-quit         does not leave at `quit`
//   --ignore-eof          does not leave when its input is closed
//   --ignore-term         does not leave at TERM
//   --grandchild          starts a child of its own that holds its output open and ignores TERM
//   --daemon pipe|free    starts a child that leaves its group and parents; it holds the output or nothing
//   --deaf                opens nothing and never reads its input
//   --close-input         closes its input at once and lives on
//   --close-output WHEN   closes its output at `start` or when told to `go`, and lives on
//   --exit-early N        exits with N before it has said anything
//   --say TEXT            writes TEXT to stdout in place of an answer to `go` (`\n`, `\xNN` are bytes)
//   --flood BYTES         writes so many bytes of lines as soon as it is told to go
//   --flood-both BYTES    the same on stdout and on stderr at once
//   --stream BYTES        writes lines of so many bytes from when it is told to go until it answers
//   --endless BYTES       writes one line of so many bytes as soon as it is told to go
//   --gush WHEN WHAT      writes without end, from `start`, its `ready` answer or `go` on, and never reads again:
//                         `blank` lines, `pairs` of bytes, `long` lines of 64 KiB, one `endless` line,
//                         blank lines on `stderr`
//   --pour                writes lines from `go` on for ever, 8 MB/s, and never reads again
//
// MISBEHAVE_TALLY names a file in which it keeps count of what it has written and read.
import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setImmediate, setInterval, setTimeout } from 'node:timers';
import { crc32 } from 'node:zlib';

const flags = process.argv.slice(2);
const has = (name) => flags.includes(`--${name}`);
const valueOf = (name) => (has(name) ? flags[flags.indexOf(`--${name}`) + 1] : undefined);

/** Bytes begun and done, and the CRC-32 of those done, by descriptor. */
const tally = [0, 1, 2].map(() => ({ begun: 0, done: 0, crc: 0 }));
const { MISBEHAVE_TALLY: tallyPath } = process.env;
const tallyFile = tallyPath === undefined ? null : openSync(tallyPath, 'w');

/** In one write of constant size, so that the file is whole whenever the process ends. */
function note() {
  if (tallyFile !== null) writeSync(tallyFile, JSON.stringify(tally).padEnd(256), 0);
}

note();

function count(descriptor, bytes) {
  const mine = tally[descriptor];
  mine.done += bytes.length;
  if (tallyFile !== null) mine.crc = crc32(bytes, mine.crc);
}

const closed = new Set();

/** A millisecond in which nothing is read either. */
const rest = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);

function shut(descriptor) {
  closeSync(descriptor);
  closed.add(descriptor);
}

/** Writes to a pipe that may be full; Node does not guarantee to wait on process.stdout. */
function write(descriptor, bytes) {
  if (closed.has(descriptor)) return;
  let left = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  tally[descriptor].begun += left.length;
  note();
  while (left.length > 0) {
    try {
      const written = writeSync(descriptor, left);
      count(descriptor, left.subarray(0, written));
      left = left.subarray(written);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      rest();
    }
  }
  note();
}

const say = (line) => write(1, `${line}\n`);

const sleeper = `process.on('SIGTERM', () => {}); setTimeout(() => {}, 120000)`;

if (has('exit-early')) {
  write(2, 'cannot find my book\n');
  process.exit(Number(valueOf('exit-early')));
}
if (has('ignore-term')) process.on('SIGTERM', () => write(2, 'not yet\n'));
if (has('ignore-eof') || has('deaf') || has('close-input')) setInterval(() => {}, 1000);
if (has('grandchild')) {
  const child = spawn(process.execPath, ['-e', sleeper], { stdio: ['ignore', 'inherit', 'inherit'] });
  write(2, `grandchild ${child.pid}\n`);
}
if (has('daemon')) {
  // An intermediate child starts it in its own session and exits, so that it has no parent.
  const stdio = valueOf('daemon') === 'pipe' ? ['ignore', 'inherit', 'inherit'] : 'ignore';
  const options = JSON.stringify({ detached: true, stdio });
  const between = `
    const { pid } = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(sleeper)}], ${options});
    process.send(pid, () => process.exit());`;
  const child = spawn(process.execPath, ['-e', between], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await new Promise((resolve) => {
    child.on('message', (pid) => write(2, `daemon ${pid}\n`));
    child.on('exit', resolve);
  });
}
if (has('close-input')) shut(0);
if (valueOf('close-output') === 'start') shut(1);

const searching = { on: false, stones: 0 };

function answer() {
  if (!searching.on && !has('early')) return;
  searching.on = false;
  const move = has('illegal-move') ? '9' : has('by-position') ? String(searching.stones) : '3';
  const text = has('cfsi') ? `bestmove ${move} --score 0.0` : `bestmove ${move}`;
  const speak = () => {
    say(text);
    if (has('twice')) say(text);
  };
  if (has('late')) setTimeout(speak, Number(valueOf('late')));
  else speak();
}

const gushed = { blank: '\n', pairs: 'x\n', long: `${'x'.repeat(65535)}\n`, endless: 'x', stderr: '\n' };

function gush(when) {
  if (valueOf('gush') !== when) return;
  const what = flags[flags.indexOf('--gush') + 2];
  const block = Buffer.from(gushed[what].repeat(Math.ceil(65536 / gushed[what].length)));
  for (;;) write(what === 'stderr' ? 2 : 1, block);
}

function stream() {
  if (!searching.on) return;
  const length = Number(valueOf('stream'));
  write(1, `info ${'x'.repeat(length - 6)}\n`.repeat(Math.ceil(65536 / length)));
  setImmediate(stream);
}

function crash() {
  write(1, 'info about to divide by zero\n');
  write(2, 'division by zero\n');
  process.exit(3);
}

function awaitCue() {
  if (!searching.on) return;
  if (existsSync(`${valueOf('crash-on-cue')}/cue`)) crash();
  setTimeout(awaitCue, 10);
}

function go() {
  searching.on = true;
  gush('go');
  if (has('crash-in-search')) crash();
  if (has('crash-on-cue')) awaitCue();
  if (has('abort-in-search')) process.kill(process.pid, 'SIGABRT');
  if (valueOf('close-output') === 'go') shut(1);
  if (has('say')) {
    const text = valueOf('say').replace(/\\n/g, '\n');
    const latin = text.replace(/\\x([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
    write(1, Buffer.from(latin, 'latin1'));
  }
  const block = Buffer.from(`info ${'depth 9 score 12 pv 3 3 3 2 4 '.repeat(3).trim()}\n`.repeat(700));
  const both = Number(valueOf('flood-both') ?? 0);
  for (let left = Number(valueOf('flood') ?? both); left > 0; left -= block.length) {
    write(1, block);
    if (both > 0) write(2, block);
  }
  if (has('stream')) stream();
  while (has('pour')) {
    write(1, block.subarray(0, 8000));
    rest();
  }
  if (has('endless')) {
    const part = Buffer.alloc(65536, 'x');
    for (let left = Number(valueOf('endless')); left > 0; left -= part.length) {
      write(1, part.subarray(0, Math.min(left, part.length)));
    }
    write(1, '\n');
  }
  if (has('early')) answer();
}

function leave() {
  if (has('no-last-newline')) write(1, 'info goodbye');
  process.exit(0);
}

function greet() {
  if (has('garbage')) write(1, Buffer.from('\x00\x01\xff\xfe caf\xe9\r\n\n', 'latin1'));
  if (has('cfsi')) return say('started');
  say('id name Misbehave 1.0');
  say('id author tester');
  say('option name Search Depth type spin default 5 min 1 max 20');
  say('cfpok');
  gush('ready');
}

const cfp = {
  cfp: greet,
  isready: () => has('never-ready') || say('readyok'),
  position: ([board = '']) => (searching.stones = board.slice(0, 42).replace(/0/g, '').length),
  go,
  stop: () => has('no-answer-to-stop') || answer(),
  quit: () => has('ignore-quit') || leave(),
};

const cfsi = {
  start: greet,
  ping: () => say('pong'),
  play: ([board = '']) => {
    searching.stones = board.replace(/[^xo]/g, '').length;
    go();
  },
  quit: () => has('no-answer-to-stop') || answer(),
  stop: () => has('ignore-quit') || leave(),
};

function receive(line) {
  if (has('silent')) return;
  if (has('wrong-protocol')) return say('? unknown command');
  const [word, ...rest] = line.trim().split(/\s+/);
  const commands = has('cfsi') ? cfsi : cfp;
  if (Object.hasOwn(commands, word)) commands[word](rest);
}

gush('start');
if (!has('deaf') && !has('close-input')) {
  process.stdin.on('data', (bytes) => {
    tally[0].begun += bytes.length;
    count(0, bytes);
    note();
  });
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  lines.on('line', receive);
  lines.on('close', () => {
    if (!has('ignore-eof')) process.exit(0);
  });
}
