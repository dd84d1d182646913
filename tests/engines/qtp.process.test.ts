/** Each known way to deviate from QTP's text, with a real process: what it is asked, and the result. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quoridor } from '../../app/games/quoridor/index.ts';
import type { Game } from '../../app/games/game.ts';
import { makeLine } from '../../app/games/line.ts';
import { qtp } from '../../app/protocols/qtp/index.ts';
import { askForMove } from '../../app/play/ask.ts';
import { judge } from '../../app/play/judge.ts';
import { askForDrawing } from '../../app/sessions/drawing.ts';
import type { SessionEvent } from '../../app/sessions/types.ts';
import { fileURLToPath } from 'node:url';
import { launchOf, makeBench, type Bench } from './support.ts';
import { long } from '../support/long.ts';

const program = fileURLToPath(new URL('./qtp.mjs', import.meta.url));
const deadlines = { handshake: 8000, ready: 1000, stop: 8000, move: 8000 };

let bench: Bench;
beforeEach(() => void (bench = makeBench()));
afterEach(async () => expect(await bench.clean()).toEqual([]));

function open(flags: readonly string[], more: object = {}) {
  const launch = launchOf(program, flags, { interpreter: process.execPath });
  const { session } = bench.open(launch, { protocol: qtp, deadlines, ...more });
  const events: SessionEvent[] = [];
  session.subscribe((event) => void events.push(event));
  return { session, events };
}

const lineOf = (moves = '') => {
  const start = quoridor.initial();
  return makeLine(quoridor as Game, 'g', start, quoridor.parseMoves(start, moves));
};

const namesIn = (events: readonly SessionEvent[]): string[] =>
  events.flatMap((event) => (event.kind === 'oddity' ? [event.oddity.name] : []));

/** Asks twice, so that leftovers of the first answer would spoil the second. */
async function askedTwice(flags: readonly string[], first = lineOf('e8'), second = lineOf('e8 e2')) {
  const { session, events } = open(flags);
  const limit = { kind: 'none' } as const;
  const decisions = [await askForMove(session, first, limit), await askForMove(session, second, limit)];
  const texts = decisions.map((decision) => {
    if (decision.kind === 'failed') return decision.reason;
    if (decision.kind !== 'report') return decision.kind;
    const { answer } = decision.report;
    return answer.kind === 'move'
      ? quoridor.moveText(first.position as never, answer.move as number)
      : answer.text;
  });
  return { texts, names: [...new Set(namesIn(events))], session, events };
}

describe('an engine that', () => {
  it.each<[string, string[], string[], string[]]>([
    ['keeps to the text', ['--moves', 'E2,E7'], ['e2', 'e7'], []],
    ['writes small letters', ['--moves', 'e2,c4 H'], ['e2', 'c4h'], []],
    ['writes its wall on two lines', ['--moves', 'C4\\nvertical,E7'], ['c4v', 'e7'], []],
    [
      'ends answers with one line end',
      ['--single-newline', '--moves', 'E2,E7'],
      ['e2', 'e7'],
      ['missing-blank-line'],
    ],
    [
      'has tabs and a slip in its list',
      ['--tabs', '--moves', 'E2,E7'],
      ['e2', 'e7'],
      ['tab', 'extra-blanks', 'misspelt-command'],
    ],
    [
      'has a blank line in its list',
      ['--late-list', '--moves', 'E2,E7'],
      ['e2', 'e7'],
      ['blank-line-in-answer'],
    ],
    [
      'answers every move twice',
      ['--twice', 'genmove', '--moves', 'E2,E7'],
      ['e2', 'e7'],
      ['doubled-answer'],
    ],
    [
      'says an error behind its answer, which is read before the next command goes out',
      ['--then-error', 'playmove', '--moves', 'E2,E7'],
      ['e2', 'e7'],
      ['unasked-answer'],
    ],
    [
      'never answers one of its commands',
      ['--swallow', 'playmove', '1', '--moves', 'E2,E7'],
      ['e2', 'e7'],
      ['missing-answer'],
    ],
    [
      'talks beside its moves',
      ['--noise', 'winnrate:0.788971', '--moves', 'E2,E7'],
      ['e2', 'e7'],
      ['stray-line'],
    ],
    ['has no name', ['--no-name', '--moves', 'E2,E7'], ['e2', 'e7'], []],
    [
      'has errors without a mark',
      ['--unmarked', 'playmove'],
      Array<string>(2).fill('the engine refused "playmove black E8": "Error! out of bounds"'),
      ['unmarked-answer', 'other-error'],
    ],
    ['says that it has no move', ['--moves', 'pass'], ['pass', 'pass'], ['no-move']],
    [
      'refuses to move',
      ['--refuse', 'genmove', 'no idea'],
      Array<string>(2).fill('the engine refused "genmove white": "no idea"'),
      ['unexpected-failure'],
    ],
  ])('%s', async (_name, flags, texts, names) => {
    const asked = await askedTwice(
      flags,
      lineOf('e8'),
      flags.includes('--refuse') || flags.includes('--unmarked') ? lineOf('e8') : undefined,
    );
    expect(asked.texts).toEqual(texts);
    expect(asked.names.toSorted()).toEqual(names.toSorted());
  });

  it('answers everything twice', async () => {
    // Further oddities depend on how much of it is read in one piece.
    const { texts, names } = await askedTwice(['--twice', 'all', '--moves', 'E2,E7']);
    expect(texts).toEqual(['e2', 'e7']);
    expect(names).toContain('doubled-answer');
  });

  it('writes walls as one word is found out, and told so', async () => {
    const wall = lineOf('e8 e3h e7');
    const { texts, events } = await askedTwice(
      ['--token', '--moves', 'd2v,e6'],
      wall,
      lineOf('e8 e3h e7 d3v'),
    );
    expect(texts).toEqual(['d3v', 'e6']);
    expect(events.filter(({ kind }) => kind === 'learned')).toEqual([
      { kind: 'learned', setting: 'walls', value: 'token' },
    ]);
  });

  it('answers an illegal move is judged by the rules', async () => {
    const { session } = open(['--moves', 'A1']);
    const line = lineOf();
    const decision = await askForMove(session, line, { kind: 'none' });
    const verdict = decision.kind === 'report' ? judge(line, decision.report.answer) : null;
    expect(verdict).toMatchObject({ kind: 'fault', fault: { kind: 'illegal', text: 'A1', move: 'a1' } });
  });

  it('never moves is ended as stalled', async () => {
    const { session } = open(['--never-move'], { deadlines: { ...deadlines, move: 300 } });
    expect(await askForMove(session, lineOf(), { kind: 'none' })).toMatchObject({
      kind: 'ended',
      ending: {
        word: 'stalled',
        reason: 'no answer to "genmove black" within 0.3 s; last line heard: `=`',
      },
    });
  });

  it('crashes when it is asked for a move is ended as crashed', async () => {
    const { session } = open(['--crash-in-search']);
    expect(await askForMove(session, lineOf(), { kind: 'none' })).toMatchObject({
      kind: 'ended',
      ending: { word: 'crashed', exitCode: 3 },
    });
  });

  it('thinks about another position is waited for, and its answer dropped', async () => {
    const { session, events } = open(['--think', '400', '--moves', 'E8,E2']);
    const giveUp = new AbortController();
    const first = askForMove(session, lineOf(), { kind: 'none' }, giveUp.signal);
    await expect.poll(() => session.state).toBe('thinking');
    giveUp.abort();
    expect(await first).toEqual({ kind: 'cancelled' });
    const second = await askForMove(session, lineOf('e8'), { kind: 'none' });
    expect(second).toMatchObject({ kind: 'report', report: { answer: { text: 'E2' } } });
    expect(events.filter(({ kind }) => kind === 'stale')).toEqual([
      { kind: 'stale', text: 'genmove black: "e8"' },
    ]);
  });

  it.each([[[]], [['--drawing-first']], [['--single-newline']]])(
    'draws its board, with %j',
    async (flags) => {
      const { session } = open(flags);
      await expect.poll(() => session.opened, { timeout: 8000 }).toBe(true);
      expect(await askForDrawing(session)).toMatchObject({ lines: [' A B', ' 2 . B', ' 1 W .'] });
    },
  );

  it.each([
    ['waits for more with commands in its buffer is nudged on', '--wait-for-more'],
    ['forgets what came behind a command is told once more', '--forget-rest'],
  ])('%s, and then gets one at a time', long, async (_what, flag) => {
    const { session, events } = open([flag, '--moves', 'E6,E5,D5'], {
      deadlines: { ...deadlines, ready: 2000 },
    });
    const lines = ['e8 e2 e7 e3', 'e8 e2 e7 e3 e6 e4', 'e8 e2 e7 e3 e6 e4 e5 d4'].map(lineOf);
    for (const line of lines) {
      const decision = await askForMove(session, line, { kind: 'none' });
      expect(decision.kind === 'report' && judge(line, decision.report.answer).kind).toBe('move');
    }
    const sent = events.flatMap((event) =>
      event.kind === 'line' && event.line.direction === 'sent' ? [event.line.text] : [],
    );
    const last = sent.filter((text) => text !== 'name').slice(-2);
    expect(last).toEqual(['playmove white D4', 'genmove black']);
    expect(sent.filter((text) => text === '')).toHaveLength(1);
    await session.close();
  });

  it('ignores quit and floods its output at the end of its input is ended all the same', long, async () => {
    const { session } = open(['--ignore-quit', '--flood-at-eof']);
    await askForMove(session, lineOf(), { kind: 'none' });
    expect(await session.close()).toMatchObject({ word: 'quit', rung: 'TERM' });
  });
});
