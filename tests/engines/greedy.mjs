#!/usr/bin/env node
// An engine that opens a CFP conversation, reports what it can see, and takes what it can get. What it takes
// is bounded here:
//
//   --tell                answers `go` by telling what it sees of the machine, one `info` line each
//   --read PATH           tells what it can read there (repeatable; `@` before a path only hides it from
//                         readers that look for paths among the arguments)
//   --write PATH          tells whether it can write a file there (repeatable)
//   --connect PORT        tells whether it can reach that port of this machine
//   --processes N         answers `go` by starting N children that sleep for 20 s and ignore TERM
//   --apart               starts them in sessions of their own, where no signal to the group reaches them
//   --memory BYTES        answers `go` by filling so much memory and holding it
//   --at-quit             does at `quit` what it does at `go`
//   --last-word           leaves at TERM with a last word, and not at `quit` or the end of its input
//   --stay                leaves neither at `quit`, nor at the end of its input, nor at TERM
import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, statSync, unlinkSync } from 'node:fs';
import { connect } from 'node:net';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setInterval, setTimeout } from 'node:timers';

const flags = process.argv.slice(2);
const has = (name) => flags.includes(`--${name}`);
const valuesOf = (name) =>
  flags.flatMap((flag, at) => (flag === `--${name}` ? [flags[at + 1].replace(/^@/, '')] : []));
const say = (line) => process.stdout.write(`${line}\n`);

const most = { processes: 300, bytes: 600 * 1024 * 1024 };

function outcome(work) {
  try {
    return work();
  } catch (error) {
    return error.code;
  }
}

function tell() {
  const read = (path) =>
    statSync(path).isDirectory() ? readdirSync(path).sort().join(' ') : readFileSync(path, 'utf8');
  for (const path of valuesOf('read')) say(`info read ${path}: ${outcome(() => read(path)).trim()}`);
  for (const path of valuesOf('write')) {
    const written = outcome(() => {
      closeSync(openSync(path, 'wx'));
      unlinkSync(path);
      return 'written';
    });
    say(`info write ${path}: ${written}`);
  }
  const rights = /^CapEff:\s+(\w+)$/m.exec(readFileSync('/proc/self/status', 'utf8'));
  say(`info rights ${BigInt(`0x${rights[1]}`)}`);
  say(`info processes ${readdirSync('/proc').filter((name) => /^\d+$/.test(name)).length}`);
  for (const port of valuesOf('connect')) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('connect', () => say('info connect: connected'));
    socket.on('error', (error) => say(`info connect: ${error.code}`));
  }
}

const held = [];

function go() {
  if (has('tell')) tell();
  for (const count of valuesOf('processes')) {
    for (let n = 0; n < Math.min(Number(count), most.processes); n++) {
      const options = { stdio: 'ignore', detached: has('apart') };
      spawn('/bin/sh', ['-c', "trap '' TERM; sleep 20 & wait"], options).on('error', () => {});
    }
  }
  for (const bytes of valuesOf('memory')) {
    const piece = 4 * 1024 * 1024;
    let left = Math.min(Number(bytes), most.bytes);
    const fill = () => {
      held.push(Buffer.alloc(piece, held.length + 1));
      left -= piece;
      if (left > 0) setTimeout(fill, 5);
    };
    fill();
  }
}

if (has('last-word')) {
  process.on('SIGTERM', () => {
    process.stdout.write('info told to go\n', () => process.exit(0));
  });
}
if (has('stay')) process.on('SIGTERM', () => {});
if (has('last-word') || has('stay')) setInterval(() => {}, 1000);

createInterface({ input: process.stdin }).on('line', (line) => {
  const word = line.split(' ')[0];
  if (word === 'cfp') {
    say('id name Greedy 1.0');
    say('cfpok');
  } else if (word === 'isready') say('readyok');
  else if (word === 'go') go();
  else if (word === 'stop') say('bestmove 3');
  else if (word === 'quit' && has('at-quit')) go();
  else if (word === 'quit' && !has('last-word') && !has('stay')) process.exit(0);
});
