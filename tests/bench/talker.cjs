#!/usr/bin/env node
// Speaks CFP; on `go` it prints this many lines of 80 bytes to stderr, reports that, and thinks for ever.
const { createInterface } = require('node:readline');
const lines = Number(process.argv[2]);
const line = `info ${'depth 12 nodes 1234567 '.repeat(4)}`.slice(0, 79);

const answers = { cfp: 'id name Talker 1.0\nid author tester\ncfpok', isready: 'readyok' };
createInterface({ input: process.stdin }).on('line', (said) => {
  const word = said.split(' ', 1)[0];
  if (word in answers) process.stdout.write(`${answers[word]}\n`);
  else if (word === 'quit') process.exit(0);
  else if (word === 'go') process.stderr.write(`${`${line}\n`.repeat(lines - 1)}that is all\n`);
});
