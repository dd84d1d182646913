/** Each known way to deviate from NMM's text, with a real process: what it is asked, and the result. */
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Game } from '../../app/games/game.ts';
import { extendLine, makeLine, type Line } from '../../app/games/line.ts';
import { morris } from '../../app/games/morris/index.ts';
import { askForMove, whenReady } from '../../app/play/ask.ts';
import { judge } from '../../app/play/judge.ts';
import { EngineHandle } from '../../app/play/engine-handle.ts';
import { playGame, type GameEvent } from '../../app/play/play-game.ts';
import { nmm } from '../../app/protocols/nmm/index.ts';
import type { Search } from '../../app/protocols/protocol.ts';
import { launchOf, makeBench, type Bench, type RunningSession } from './support.ts';
import type { Limit } from '../../app/shapes/engines.ts';

const program = fileURLToPath(new URL('./nmm.mjs', import.meta.url));
const long = { handshake: 60_000, ready: 60_000, stop: 60_000, move: 60_000 };

let bench: Bench;
beforeEach(() => void (bench = makeBench()));
afterEach(async () => expect(await bench.clean()).toEqual([]));

function open(
  flags: readonly string[],
  deadlines: Partial<typeof long> = {},
  settings: Record<string, string> = {},
): RunningSession {
  const launch = launchOf(program, flags, { interpreter: process.execPath });
  return bench.open(launch, { protocol: nmm, settings, deadlines: { ...long, ...deadlines } });
}

const lineOf = (moves = '', text = 'w:;b:;w;0;0'): Line => {
  const start = morris.parsePosition(text);
  return makeLine(morris as Game, 'g', start, morris.parseMoves(start, moves));
};

const oddities = ({ events }: RunningSession): string[] => [
  ...new Set(events.flatMap((event) => (event.kind === 'oddity' ? [event.oddity.name] : []))),
];
const learned = ({ events }: RunningSession): string[] =>
  events.flatMap((event) => (event.kind === 'learned' ? [`${event.setting} ${event.value}`] : []));

/** Blocks this process, in milliseconds. */
const sleep = (milliseconds: number): unknown =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

let searches = 0;

/** Asks about a position and returns the move, or why there is none. */
async function analysed(running: RunningSession, line: Line): Promise<string> {
  const id = ++searches;
  await whenReady(running.session);
  const search: Search = { id, line, limit: { kind: 'time', seconds: 20 }, purpose: 'analyse' };
  running.session.request({ kind: 'search', search });
  const failed = running.until('failed', (event) => event.search === id).then(({ reason }) => reason);
  const reported = running
    .until('report', (event) => event.search === id && event.final)
    .then(({ report }) => {
      const verdict = judge(line, report.answer);
      if (verdict.kind === 'move') return verdict.text;
      return 'why' in verdict.fault ? verdict.fault.why : verdict.fault.kind;
    });
  // Only one of them occurs; the other ends with the session.
  failed.catch(() => undefined);
  reported.catch(() => undefined);
  return Promise.race([failed, reported]);
}

/** The only legal move is b4-c4. */
const B4 = 'w:b4,a4,b6,b2;b:a7,a1,d6,d2;w;18;0';
const NUMBERS = ['moves index', 'positions index'];

describe('an engine that', () => {
  it.each<[string, string[], string[], string[]]>([
    ['keeps to the text', [], NUMBERS, []],
    [
      'names points in moves and numbers them in positions',
      ['--moves', 'name'],
      ['moves name', 'positions index'],
      ['point-names'],
    ],
    [
      'names points everywhere',
      ['--moves', 'name', '--positions', 'name'],
      ['moves name', 'positions name'],
      ['position-refused', 'point-names'],
    ],
    ['does so and never complains', ['--positions', 'name', '--mute'], ['moves index', 'positions name'], []],
    [
      'takes no position',
      ['--positions', 'none'],
      ['moves index', 'positions none'],
      ['position-refused', 'positions-unread'],
    ],
    [
      'takes none and never complains',
      ['--positions', 'none', '--mute'],
      ['moves index', 'positions none'],
      ['positions-unread'],
    ],
    ['keeps the position before now and then', ['--late-positions'], NUMBERS, ['position-kept']],
    ['writes moves in pieces', ['--blanks'], NUMBERS, ['unknown-token']],
    ['thinks until it is stopped', ['--until-stop'], NUMBERS, []],
  ])('%s is understood', async (_, flags, settings, names) => {
    const running = open(flags);
    const quick = flags.includes('--until-stop') ? 'a7' : '';
    if (quick === '') expect(await analysed(running, lineOf('a7 d7 g1'))).toBe('g7');
    else {
      // The search gets its time limit.
      const decision = await askForMove(running.session, lineOf('a7 d7', 'w:;b:;w;0;0'), {
        kind: 'time',
        seconds: 0.1,
      });
      expect(decision).toMatchObject({ kind: 'report', report: { answer: { text: 'P2' } } });
    }
    expect(learned(running)).toEqual(quick === '' ? settings : ['moves index']);
    expect(oddities(running).sort()).toEqual([...names].sort());
    expect(running.session.ending).toBeNull();
  });

  it('complains of a position while the host is busy is heard before its answer', async () => {
    const running = open(['--positions', 'none', '--moves', 'name']);
    await whenReady(running.session);
    // Both of its outputs have data by the time that the host reads again.
    running.session.subscribe((event) => {
      if (event.kind === 'line' && event.line.text === 'go noplay') sleep(300);
    });
    expect(await analysed(running, lineOf('a7 d7 g1'))).toBe('g7');
    const texts = running.events.flatMap((event) => (event.kind === 'line' ? [event.line.text] : []));
    const answers = texts.filter((text) => /^(Invalid position|bestmove)/.test(text));
    expect(answers.slice(0, 4).map((text) => text.split(' ')[0])).toEqual([
      ...['Invalid', 'bestmove', 'Invalid', 'bestmove'],
    ]);
    expect(oddities(running).sort()).toEqual(['point-names', 'position-refused', 'positions-unread']);
  });

  it.each([[[]], [['--mute']]])(
    'reads positions otherwise than it once did is found out anew, %j',
    async (more) => {
      const flags = ['--moves', 'name', '--positions', 'name', ...more];
      const running = open(flags, {}, { moves: 'auto name', positions: 'auto index' });
      await analysed(running, lineOf('a7'));
      expect(await analysed(running, lineOf('a7 d7 g1'))).toBe('g7');
      expect(learned(running)).toEqual(['positions name']);
    },
  );

  it('dies of a move that is written as it once did is started with nothing taken for granted', async () => {
    const flags = ['--moves', 'name'];
    const first = open(flags, {}, { moves: 'auto index', positions: 'auto index' });
    const limit: Limit = { kind: 'time', seconds: 20 };
    expect(await askForMove(first.session, lineOf('d6'), limit)).toMatchObject({ kind: 'ended' });
    const { settings } = first.session.again!;
    const second = open(flags, {}, settings);
    expect(await askForMove(second.session, lineOf('d6'), limit)).toMatchObject({ kind: 'report' });
    expect([learned(second), second.session.again]).toEqual([['moves name'], null]);
  });

  it('has learned is not asked again in the same session, and no move goes out before', async () => {
    const running = open(['--moves', 'name', '--positions', 'name']);
    await analysed(running, lineOf('a7'));
    const before = running.lines('sent').length;
    await analysed(running, lineOf('a7 d7'));
    expect(running.lines('sent').slice(before)).toEqual(['newgame w:a7;b:d7;w;2;2', 'go noplay']);
    expect(running.lines('sent').filter((line) => line.startsWith('move'))).toEqual([]);
  });

  it('dies of the wrong notation is told none', async () => {
    const running = open(['--moves', 'name']);
    const limit: Limit = { kind: 'time', seconds: 20 };
    const decision = await askForMove(running.session, lineOf('a7'), limit);
    expect(decision).toMatchObject({ kind: 'report', report: { answer: { text: 'Pd7' } } });
    expect(running.lines('sent').filter((line) => line.startsWith('move'))).toEqual(['move Pa7']);
  });

  it('dies of the notation that a person chose has crashed, with its last words', async () => {
    const launch = launchOf(program, ['--moves', 'name'], { interpreter: process.execPath });
    const { session } = bench.open(launch, { protocol: nmm, deadlines: long, settings: { moves: 'index' } });
    const decision = await askForMove(session, lineOf('a7'), { kind: 'time', seconds: 20 });
    expect(decision).toMatchObject({ kind: 'ended', ending: { word: 'crashed', exitCode: 101 } });
  });

  it('takes no position cannot be asked about an edited one', async () => {
    const running = open(['--positions', 'none']);
    expect(await analysed(running, lineOf('', B4))).toMatch(/told games from the start only/);
    expect(running.session.accepts(lineOf('', B4))).toMatch(/told games from the start only/);
    expect(running.session.accepts(lineOf('a7'))).toBeNull();
  });

  it('ignores stop is waited for, and is thinking for as long', async () => {
    const running = open(['--think', '1500'], { stop: 200 });
    await whenReady(running.session);
    const asked = askForMove(running.session, lineOf(), { kind: 'time', seconds: 0.1 });
    await running.until('oddity', ({ oddity }) => oddity.name === 'late-bestmove');
    expect(running.session.state).toBe('stopping');
    expect(await asked).toMatchObject({ kind: 'report', report: { answer: { text: 'P0' } } });
    expect(running.session.state).toBe('idle');
  });

  it('never answers has stalled when the time for a move is over', async () => {
    const running = open(['--never'], { stop: 200, move: 600 });
    const decision = await askForMove(running.session, lineOf(), { kind: 'time', seconds: 0.1 });
    expect(decision).toMatchObject({
      kind: 'ended',
      ending: { word: 'stalled', reason: 'no bestmove within 0.6 s of stop; last line heard: `ready`' },
    });
  });

  it('never says ready has failed to open', async () => {
    const running = open(['--not-ready'], { handshake: 600 });
    expect(await whenReady(running.session)).toMatchObject({
      word: 'handshake',
      reason: /no "ready" within 0.6 s/,
    });
  });

  it('crashes in a search has crashed', async () => {
    const running = open(['--crash-in-search']);
    const decision = await askForMove(running.session, lineOf(), { kind: 'time', seconds: 20 });
    expect(decision).toMatchObject({ kind: 'ended', ending: { word: 'crashed', exitCode: 3 } });
  });

  it('talks unasked is heard and not believed', async () => {
    const running = open(['--talk']);
    const limit: Limit = { kind: 'time', seconds: 20 };
    const readies = (): number => running.lines('heard').filter((line) => line === 'ready').length;
    for (const [index, moves] of ['', 'a7 d7', 'a7 d7 g7 b6'].entries()) {
      await askForMove(running.session, lineOf(moves), limit);
      // The first belongs to the handshake; each answer is followed by one.
      await expect.poll(readies, { timeout: 30_000 }).toBe(index + 2);
    }
    expect(oddities(running).sort()).toEqual(['noise-line', 'unasked-info', 'unasked-ready']);
  });

  it('prints a lot in one piece is shown line by line, and its answer has what it printed last', async () => {
    const running = open(['--infos', '40']);
    const handle = new EngineHandle(running.session);
    let line = lineOf();
    // From the second move on, it is asked in the short way.
    for (let ply = 0; ply < 6; ply++) {
      const decision = await handle.ask(line, { kind: 'none' });
      if (decision.kind !== 'report' || decision.report.answer.kind !== 'move')
        throw new Error(decision.kind);
      const { nodes, score, answer } = decision.report;
      expect({ nodes, score }).toMatchObject({ nodes: 40, score: { value: 39 / 4 } });
      line = extendLine(line, answer.move);
    }
    const lines = running.events.flatMap((event) => (event.kind === 'line' ? [event.line] : []));
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, at) => at));
    await running.session.flush();
    const heard = await running.journalled('<--');
    expect(running.lines('heard')).toEqual(heard.toString().trimEnd().split('\n'));
    const infos = running.lines('heard').filter((text) => text.startsWith('info'));
    expect(infos).toHaveLength(6 * 40);
    const { source } = running.events.findLast((event) => event.kind === 'report')!;
    expect(source).toMatchObject({ nth: 40, text: running.lines('heard').at(-1) });
    // What is read at once is told as one progress.
    const told = running.events.filter((event) => event.kind === 'progress').length;
    expect(told).toBeGreaterThanOrEqual(6);
    expect(told).toBeLessThan(3 * 40);
  });

  it('answers twice is believed once', async () => {
    const running = open(['--twice']);
    const limit: Limit = { kind: 'time', seconds: 20 };
    const answers: string[] = [];
    const stale = (): number => running.events.filter(({ kind }) => kind === 'stale').length;
    for (const [index, moves] of ['', 'a7 d7', 'a7 d7 g7 b6'].entries()) {
      const decision = await askForMove(running.session, lineOf(moves), limit);
      if (decision.kind === 'report') answers.push(decision.report.answer.text);
      await expect.poll(stale, { timeout: 30_000 }).toBe(index + 1);
    }
    expect(answers).toEqual(['P0', 'P2', 'P4']);
    expect(oddities(running)).toEqual(['unasked-bestmove']);
  });

  it('leaves neither at quit nor at the end of its input is ended', async () => {
    const running = open(['--ignore-quit', '--ignore-eof']);
    await whenReady(running.session);
    expect(await running.session.close()).toMatchObject({ word: 'quit', rung: 'TERM' });
  });
});

describe('a game', () => {
  async function gameOf(line: Line, white: readonly string[], black: readonly string[]) {
    const limit: Limit = { kind: 'time', seconds: 20 };
    const players = [
      { handle: new EngineHandle(open(white).session), limit },
      { handle: new EngineHandle(open(black).session), limit },
    ] as const;
    const events: GameEvent[] = [];
    for await (const event of playGame(line, players)) events.push(event);
    const result = events.at(-1);
    if (result?.kind !== 'result') throw new Error('the game has no result');
    return result;
  }

  it('goes to its end between two dialects, which know nothing of draws', async () => {
    const { ending, moves } = await gameOf(
      lineOf(),
      ['--moves', 'name'],
      ['--positions', 'name', '--blanks'],
    );
    expect(['win', 'draw']).toContain(ending.word);
    expect(ending.fault).toBeNull();
    expect(moves.length).toBeGreaterThan(18);
  });

  it('is drawn by us where both shuffle', async () => {
    // No mill can be closed, and both play the first legal move.
    const { ending } = await gameOf(
      lineOf('', 'w:a7,d6,g4,b2,e3;b:g7,b6,c4,d1,f2;w;18;0'),
      [],
      ['--moves', 'name'],
    );
    expect(ending).toMatchObject({ word: 'draw', winner: null, fault: null });
  });

  it('is lost by a move on a wrong board', async () => {
    const { ending, moves } = await gameOf(lineOf('', B4), ['--wrong-board', '--moves', 'name'], []);
    expect(ending).toMatchObject({ word: 'illegal', winner: 1, fault: 0 });
    expect(ending.reason).toMatch(/`Mb4-d7`.*b4 does not touch d7/);
    expect(moves).toEqual([]);
  });

  it('is lost by a side that says none where it has a move', async () => {
    for (const line of [lineOf(), lineOf('a7 d7')]) {
      const { ending } = await gameOf(line, ['--none'], []);
      expect(ending).toMatchObject({ word: 'illegal', winner: 1, fault: 0 });
      expect(ending.reason).toMatch(/said that it has no legal move \(`none`\)/);
    }
  });
});
