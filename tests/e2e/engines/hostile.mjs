#!/usr/bin/env node
// A CFP engine that puts terminal control sequences and markup wherever text may go: its name, its options, its lines,
// its stderr and its answer.
import process from 'node:process';
import { createInterface } from 'node:readline';

const ESC = '\x1b';
const BEL = '\x07';

/** As in tests/e2e/access.test.ts. */
const orders = [
  `title ${ESC}]0;owned${BEL} and ${ESC}]2;owned${ESC}\\`,
  `link ${ESC}]8;;https://evil.example/${ESC}\\here${ESC}]8;;${ESC}\\`,
  `clipboard ${ESC}]52;c;b3duZWQ=${BEL}`,
  `cursor ${ESC}[2J${ESC}[H${ESC}[1;1H${ESC}[5A${ESC}M${ESC}c${ESC}[?1049h`,
  `c1 \x9b2J \x9d0;owned\x9c \x90q\x9c \x85`,
  `dcs ${ESC}P$q"p${ESC}\\ apc ${ESC}_owned${ESC}\\`,
  `back a\b\b\b\b\bb\x7f${BEL}\t\v\f\0`,
  `return\rover`,
  `bidi \u202egnp\u2066.exe\u2069 zero a\u200b\u200d\ufeff\u00ad lines \u2028\u2029 tag \u{e0041}`,
  `html <img src=x onerror="window.owned=1"><script>window.owned=1</script><a href="//evil.example">a</a>`,
];

const say = (line) => process.stdout.write(`${line}\n`);
const markup = '<img src=x onerror="window.owned=1"><b>bold</b>';

for (const order of orders) process.stderr.write(`err ${order}\n`);

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const word = line.trim().split(/\s+/)[0];
    if (word === 'cfp') {
      say(`id name ${markup}${ESC}]0;owned${BEL}\u202e`);
      say(`id author <script>window.owned=1</script>${ESC}[2J`);
      say(`option name Spin${markup}\u202e type spin default 5 min 1 max 20`);
      say(`option name Check<script>window.owned=1</script>${ESC}[H type check default true`);
      say(`option name Combo${markup} type combo default <b>x</b> var <b>x</b> var ${ESC}]0;owned${BEL}`);
      say(`option name Text${markup} type string default <iframe src=//evil.example></iframe>\u202e`);
      say(`option name Press${markup} type button`);
      say(`option name Strange${markup} type ${markup}`);
      say('cfpok');
    } else if (word === 'isready') say('readyok');
    else if (word === 'go') {
      for (const order of orders) say(`info ${order}`);
      say(`bestmove ${markup}${ESC}[2J`);
    } else if (word === 'quit') process.exit(0);
  })
  .on('close', () => process.exit(0));
