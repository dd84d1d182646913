/** Programs in memory that are not engines, though they say much that an engine says. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { probes } from '../protocols/checks.ts';
import { probeEngine } from './probe.ts';
import type { RunningWire } from './running-wire.ts';
import { ProgramWire, type Program } from './testing/programs.ts';
import type { ProbeEvent } from '../shapes/checks.ts';

async function spokenBy(open: () => RunningWire): Promise<readonly string[]> {
  const events: ProbeEvent[] = [];
  const options = { jobs: 16, now: () => 0 };
  for await (const event of probeEngine(probes, () => Promise.resolve(open()), options)) events.push(event);
  const last = events.at(-1)!;
  if (last.kind !== 'summary') throw new Error(`the last event is ${last.kind}`);
  return last.speaks;
}

const transcripts = fileURLToPath(new URL('../../tests/transcripts/', import.meta.url));
/** All lines of the engines of these recordings. */
const recorded = readdirSync(transcripts)
  .flatMap((name) => readFileSync(`${transcripts}${name}`, 'utf8').split('\n'))
  .flatMap((line) => /^ *\d+\.\d+ <-- ?(.*)$/.exec(line)?.[1] ?? [])
  .concat('id name x', 'id author y', 'cfpok', 'readyok', 'started', 'pong', 'bestmove 5', 'ready');

const everyAnswer = [
  ...['cfpok', 'readyok', 'started', 'pong', 'ready', 'bestmove 5', 'bestmove P4', '= walls', 'playwall'],
  ...['playmove', 'genmove', '', '{"Type":1,"From":{"X":2,"Y":2},"To":{"X":2,"Y":3}}'],
];

const first = (line: string): string => line.split(' ')[0]!;

const gnuGo: Readonly<Record<string, readonly string[]>> = {
  name: ['= GNU Go', ''],
  list_commands: ['= boardsize', 'clear_board', 'genmove', 'play', '', ''],
  boardsize: ['=', ''],
  clear_board: ['=', ''],
};
const uci: Readonly<Record<string, readonly string[]>> = {
  uci: ['uciok'],
  isready: ['readyok'],
  go: ['bestmove e2e4'],
};
const nowhere: Readonly<Record<string, readonly string[]>> = {
  go: ['bestmove P99'],
  stop: ['bestmove none'],
};

describe('what speaks none is not taken for an engine', () => {
  it.each<[what: string, program: Program]>([
    ['repeats its input', { answers: (line) => [line] }],
    ['echoes it with a prompt', { answers: (line) => [`> ${line}`] }],
    ['takes everything for a success', { answers: (line) => [`= ${line}`, ''] }],
    ['takes everything for a success without a word', { answers: () => ['=', ''] }],
    ['refuses everything', { answers: () => ['? unknown command', ''] }],
    ['complains of everything', { complains: (line) => [`error: ${line}: unknown command`] }],
    ['answers everything by a move', { answers: () => ['bestmove 5'] }],
    ['says ok to everything', { answers: () => ['ok'] }],
    ['says every answer again and again', { repeats: { lines: everyAnswer, milliseconds: 50 } }],
    [
      'has a manual',
      {
        greets: ['commands: cfp -> cfpok, isready -> readyok; start -> started, ping -> pong'],
        answers: (line) => [line],
      },
    ],
    [
      'speaks another game of the family',
      { answers: (line) => gnuGo[first(line)] ?? ['? unknown command', ''] },
    ],
    ['speaks UCI', { answers: (line) => uci[first(line)] ?? [] }],
    ['is ready and moves nowhere', { greets: ['ready'], answers: (line) => nowhere[first(line)] ?? [] }],
    ['answers in JSON of its own', { answers: () => ['{"Type":1,"From":{"X":4,"Y":4},"To":{"X":0,"Y":0}}'] }],
    ['prints what real engines said, and stays', { greets: recorded }],
    ['floods', { repeats: { lines: Array<string>(10).fill('ready'), milliseconds: 1 } }],
    ['leaves at once', { leaves: { code: 3, after: 0 } }],
    ['leaves at the first word', { leaves: { code: 1, after: 1 } }],
  ])('though it %s', async (_, program) => {
    expect(await spokenBy(() => new ProgramWire(program))).toEqual([]);
  });
});

it('what speaks one is, by such a program too', async () => {
  const cfp: Readonly<Record<string, readonly string[]>> = {
    cfp: ['id name x', 'id author y', 'cfpok'],
    isready: ['readyok'],
    stop: ['bestmove 5'],
  };
  const speaks: Program = { answers: (line) => cfp[first(line)] ?? [] };
  expect(await spokenBy(() => new ProgramWire(speaks))).toEqual(['cfp']);
});
