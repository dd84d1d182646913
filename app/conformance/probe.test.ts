/** Programs in memory that are not engines, though they say much that an engine says. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { probes } from '../protocols/checks.ts';
import { probeEngine } from './probe.ts';
import type { RunningWire } from './running-wire.ts';
import { ProgramWire, type Program } from './testing/programs.ts';
import type { ProbeEvent } from '../shapes/checks.ts';

async function probed(open: () => RunningWire) {
  const events: ProbeEvent[] = [];
  const options = { jobs: 16, now: () => 0 };
  for await (const event of probeEngine(probes, () => Promise.resolve(open()), options)) events.push(event);
  const summary = events.at(-1)!;
  if (summary.kind !== 'summary') throw new Error(`the last event is ${summary.kind}`);
  const results = events.flatMap((event) => (event.kind === 'tried' ? [event.result] : []));
  return { ...summary, howOf: (id: string) => results.find(({ protocol }) => protocol === id)!.how };
}

const spokenBy = async (open: () => RunningWire): Promise<readonly string[]> => (await probed(open)).speaks;

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

const cfp: Readonly<Record<string, readonly string[]>> = {
  cfp: ['id name x', 'id author y', 'cfpok'],
  isready: ['readyok'],
  stop: ['bestmove 5'],
};
const speaks: Program = { answers: (line) => cfp[first(line)] ?? [] };

it('what speaks one is, by such a program too', async () => {
  expect(await spokenBy(() => new ProgramWire(speaks))).toEqual(['cfp']);
});

describe('a program that starts slowly', () => {
  it('has as long as in a session', async () => {
    for (const starts of [7_500, 9_900])
      expect(await spokenBy(() => new ProgramWire({ ...speaks, starts }))).toEqual(['cfp']);
  });

  it('is told how long it had', async () => {
    const {
      speaks: spoken,
      hint,
      howOf,
    } = await probed(() => new ProgramWire({ ...speaks, starts: 11_000 }));
    expect([spoken, howOf('cfp')]).toEqual([[], 'expected `cfpok` after `cfp`; instead: silence']);
    expect(hint).toBe(
      'It printed nothing within 10 s. If it needs longer to start or to think, name its protocol.',
    );
  });

  it('is not supposed where it left or said something', async () => {
    for (const program of [{ greets: ['hello'] }, { leaves: { code: 1, after: 0 } }] satisfies Program[])
      expect((await probed(() => new ProgramWire(program))).hint).toBeNull();
  });
});

it('an answer that is wrong is told as what came instead', async () => {
  const careless: Program = { answers: (line) => (line.startsWith('list') ? ['?', ''] : ['=', '']) };
  expect((await probed(() => new ProgramWire(careless))).howOf('qtp')).toBe(
    'expected `?` for `playmove black A1`; instead: "="',
  );
});
