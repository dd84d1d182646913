/** The cases of files that cannot be started. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ends, type EngineCase, type Ends } from './case.ts';

function file(name: string, text: string, mode = 0o755): (folder: string) => string {
  return (folder) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  };
}

const refused = 'Checks the file first and does not start it; the reason says what is wrong with it.';
const unstartable = (reason: RegExp): Ends => ends('unstartable', reason, null, 'by itself');

export const cannotStart: readonly EngineCase[] = (
  [
    ['is not there', (folder: string) => join(folder, 'nothing'), /does not exist$/],
    [
      'is a folder',
      (folder: string) => (mkdirSync(join(folder, 'engine')), join(folder, 'engine')),
      /is a folder$/,
    ],
    [
      'is not executable, nor a `.py`, `.js`, `.mjs`, `.cjs` or `.jar`',
      file('engine', '#!/bin/sh\n', 0o644),
      /is not executable$/,
    ],
    ['is an empty file', file('engine', ''), /is empty$/],
    ['is a text without a `#!` line', file('engine', 'echo cfpok\n'), /does not begin with a `#!` line$/],
    [
      'is a script whose interpreter is not there',
      file('engine', '#!/no/such/shell\n'),
      /names `\/no\/such\/shell`, which was not found$/,
    ],
    [
      'is a script with an interpreter that `env` does not find',
      file('engine', '#!/usr/bin/env no-such-python\n'),
      /names `no-such-python`, which was not found$/,
    ],
    [
      'is a script with a relative interpreter that is not there',
      file('engine', '#!bin/shell\n'),
      /names `bin\/shell`, which was not found$/,
    ],
    [
      'is a script whose `#!` line ends in CR LF',
      file('engine', '#!/bin/sh\r\necho\r\n'),
      /ends in a carriage return/,
    ],
  ] as const
).map(([name, engine, reason]) => ({
  name,
  engine,
  protocol: 'cfp',
  act: 'start',
  answer: refused,
  expected: unstartable(reason),
}));
