/** Each known way to deviate from GoS's text, with a real process: what it is asked, and the result. */
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Game, Seat } from '../../app/games/game.ts';
import { extendLine, makeLine, type Line } from '../../app/games/line.ts';
import { stones } from '../../app/games/stones/index.ts';
import { askForMove, whenReady } from '../../app/play/ask.ts';
import { endingByFault } from '../../app/play/ending.ts';
import { EngineHandle } from '../../app/play/engine-handle.ts';
import { playGame, settle, type GameEvent } from '../../app/play/play-game.ts';
import { gos } from '../../app/protocols/gos/index.ts';
import type { Again, Driver, Protocol, Search } from '../../app/protocols/protocol.ts';
import type { ReplayEvent } from '../../app/replay/events.ts';
import { openRecording, type RecordedEntry } from '../../app/replay/recording.ts';
import { replay, spokenIn } from '../../app/replay/replay.ts';
import { long } from '../support/long.ts';
import { launchOf, makeBench, type Bench, type RunningSession } from './support.ts';

const program = fileURLToPath(new URL('./gos.mjs', import.meta.url));
/** A busy machine must not make a bot look slow. */
const patient = { 'first-move': '60', move: '60' };

let bench: Bench;
beforeEach(() => void (bench = makeBench()));
afterEach(async () => expect(await bench.clean()).toEqual([]));

/** A process and what can be tried after it. */
interface Bot {
  readonly running: RunningSession;
  again(): Again | null;
}

function open(flags: readonly string[], settings: Readonly<Record<string, string>> = patient): Bot {
  let driver: Driver;
  const watched: Protocol = {
    ...gos,
    createDriver: (...words) => (driver = gos.createDriver(...words)),
  };
  const launch = launchOf(program, flags, { interpreter: process.execPath });
  const running = bench.open(launch, { protocol: watched, settings });
  return { running, again: () => driver.again!() };
}

const lineOf = (moves = '', start = stones.initial()): Line =>
  makeLine(stones as Game, 'g', start, stones.parseMoves(start, moves));

const oddities = ({ events }: RunningSession): string[] => [
  ...new Set(events.flatMap((event) => (event.kind === 'oddity' ? [event.oddity.name] : []))),
];
const learned = ({ events }: RunningSession): string[] =>
  events.flatMap((event) => (event.kind === 'learned' ? [`${event.setting} ${event.value}`] : []));

/** Asks for a move in play and returns it, or how the game ends. */
async function played({ running }: Bot, line: Line): Promise<string> {
  const decision = await askForMove(running.session, line, { kind: 'none' });
  if (decision.kind === 'cancelled') return 'cancelled';
  const settled = settle(line, decision);
  if (settled.kind === 'move') return settled.text;
  const { word, reason } = endingByFault(line.game, 0, settled.fault);
  return `${word}: ${reason}`;
}

let searches = 0;

/** Asks about a position and returns the turn, or why there is none. */
async function analysed({ running }: Bot, line: Line): Promise<string> {
  const id = ++searches;
  await whenReady(running.session);
  const search: Search = { id, line, limit: { kind: 'none' }, purpose: 'analyse' };
  running.session.request({ kind: 'search', search });
  const failed = running.until('failed', (event) => event.search === id).then(({ reason }) => reason);
  const reported = running
    .until('report', (event) => event.search === id && event.final)
    .then(({ report }) =>
      [report.answer, ...report.rest]
        .map((answer) =>
          answer.kind === 'move' ? stones.moveText(stones.initial(), answer.move as number) : answer.kind,
        )
        .join(' '),
    );
  // Only one of them occurs; the other ends with the session.
  failed.catch(() => undefined);
  reported.catch(() => undefined);
  return Promise.race([failed, reported]);
}

/** Late in a game, with either side to move. */
const LATE =
  '[[5,5,0,5,0,0,0,0,0],[-5,6,6,6,0,-5,0,0,0],[-5,-6,7,7,-7,-6,-5,0,0],[-5,-6,-7,5,-5,-7,-6,-5,0],[-5,-6,0,-5,0,5,7,6,5],[0,5,6,7,5,-5,7,6,5],[0,0,5,6,7,-7,-7,6,5],[0,0,0,5,6,-6,-6,-6,5],[0,0,0,0,0,-5,-5,-5,-5]]';
const late = (words: string): Line => lineOf('', stones.parsePosition(`${LATE} ${words}`));

describe('a bot that', () => {
  it.each<[string, string[], string[]]>([
    ['keeps to the text', [], []],
    ['writes enums as strings', ['--enums'], ['string-enum']],
    ['writes enums by their names', ['--names'], ['named-enum']],
    ['writes coordinates as strings', ['--quoted'], ['quoted-number']],
    ['writes fractions', ['--floats'], ['fraction-form']],
    ['writes small letters', ['--lower'], ['letter-case']],
    ['leaves the places of a pass out', ['--bare-pass'], ['missing-member']],
    ['prints its moves over several lines', ['--pretty'], []],
    ['ends its lines in CR LF', ['--crlf', '--pretty'], []],
    ['prints a byte order mark', ['--bom'], ['byte-order-mark']],
    ['says more than it is asked', ['--extra'], ['extra-member']],
    ['prints lines before its moves', ['--debug'], ['stray-text', 'stray-object']],
    ['prints words beside its move', ['--beside'], ['stray-text', 'unasked-text']],
    ['prints each move twice on a line', ['--twice'], ['unasked-move']],
    ['writes enormous lines', ['--long'], ['extra-member']],
    ['ends no line', ['--no-line-end'], ['no-line-end']],
    ['ends no line of several', ['--no-line-end', '--pretty'], ['no-line-end']],
    [
      'does most of it at once',
      ['--enums', '--quoted', '--lower', '--pretty', '--crlf', '--bom', '--debug', '--beside', '--twice'],
      [
        'byte-order-mark',
        'stray-text',
        'stray-object',
        'unasked-text',
        'letter-case',
        'string-enum',
        'quoted-number',
      ],
    ],
  ])('%s is understood', async (_name, flags, names) => {
    const bot = open(flags);
    expect(await analysed(bot, lineOf('H7G7'))).toBe('E1D1 pass');
    expect(learned(bot.running)).toEqual(['enums string']);
    expect(oddities(bot.running).sort()).toEqual([...names].sort());
    expect(bot.running.session.ending).toBeNull();
  });

  it('ends no line has the same session in its journal, where each move is whole before what follows', async () => {
    const bot = open(['--no-line-end']);
    expect(await analysed(bot, lineOf('H7G7'))).toBe('E1D1 pass');
    await bot.running.session.close();
    const { journalPath: path } = bot.running.session;
    const recording = await openRecording(path!);
    const entries: RecordedEntry[] = [];
    for await (const piece of recording.entries()) entries.push(...piece);
    const lines = bot.running.events.flatMap((event) => (event.kind === 'line' ? [event.line] : []));
    expect(entries.map(({ direction, text }) => `${direction} ${text}`)).toEqual(
      lines.map(({ direction, text }) => `${direction} ${text}`),
    );
    const heard = entries.filter(({ direction }) => direction === 'heard');
    expect(heard.map(({ end }) => end)).toEqual(['none', 'none']);
    const events: ReplayEvent[] = [];
    for await (const piece of replay(recording, await spokenIn(recording, 'gos'))) events.push(...piece);
    const answers = events.flatMap((event) => (event.kind === 'heard' ? [event.move] : []));
    expect(answers).toEqual(['E1D1', 'pass']);
    expect(events.at(-1)).toMatchObject({ kind: 'summary', answered: 2, oddities: { 'no-line-end': 2 } });
  });

  it.each([
    ['Black', 'black attack', 'A2A1 pass'],
    ['White', 'white attack', 'A1A2 pass'],
    ['Black, for its second action', 'black any', 'pass'],
    ['White, for its second action', 'white any', 'pass'],
  ])(
    'reads strictly in the order of a match is walked to a late position: %s',
    async (_name, words, turn) => {
      expect(await analysed(open([]), late(words))).toBe(turn);
    },
  );

  it('looks at no board cannot be asked about an edited position, and that is said', async () => {
    const answer = await analysed(open(['--follows']), late('black attack'));
    expect(answer).toMatch(/is illegal here: .*; the bot got this position, but seems to ignore the board/);
  });

  it('looks at no board is led through a whole game to be asked about its last position', async () => {
    const line = lineOf('A1A2 E1D1 pass C1D1 pass');
    const bot = open(['--follows']);
    expect(await analysed(bot, line)).toBe('illegal');
    const second = open(['--follows'], bot.again()!.settings);
    expect(await analysed(second, line)).toBe('E2D2 pass');
    expect(second.again()).toBeNull();
  });

  it('looks at no board plays a game from the start', async () => {
    const bots = [open(['--follows']), open(['--follows'])] as const;
    let line = lineOf();
    for (let count = 0; count < 9; count++) {
      for (const seat of [0, 1] as const) bots[seat].running.session.request({ kind: 'follow', line, seat });
      const seat = line.game.seatToMove(line.position) as Seat;
      const text = await played(bots[seat], line);
      line = extendLine(line, line.game.parseMove(line.position, text));
    }
    expect(line.moves).toHaveLength(9);
    expect(bots.flatMap(({ running }) => oddities(running))).toEqual([]);
  });
});

describe('enums', () => {
  /** Asks for a move until nothing else is left to try; returns the result of each process. */
  async function tried(flags: readonly string[], line: Line): Promise<string[]> {
    const words: string[] = [];
    for (let settings: Readonly<Record<string, string>> | null = patient; settings !== null;) {
      const bot = open(flags, settings);
      words.push((await played(bot, line)).replace(/; .*/, ''), ...learned(bot.running));
      settings = bot.again()?.settings ?? null;
    }
    return words;
  }

  it.each<[string, string[], string, string[]]>([
    ['reads strings alone', ['--reads', 'string'], 'H7G7', ['E1D1', 'enums string']],
    ['reads numbers alone', ['--reads', 'number'], 'H7G7', [CRASHED(), 'E1D1', 'enums number']],
    ['reads neither', ['--reads', 'none'], 'H7G7', [CRASHED(), CRASHED()]],
    [
      'needs a number for its colour',
      ['--color', 'number'],
      'H7G7',
      // It takes itself for White, which it is not, and reads on in the wrong order.
      [CRASHED(), 'E1D1', 'enums number'],
    ],
  ])('of a bot that %s are found out', async (_name, flags, moves, words) => {
    expect(await tried(flags, lineOf(moves))).toEqual(words);
  });

  it.each([
    ['are doubted where a bot dies without a word', 'exit 1', expect.anything()],
    ['are not where a script lacks the bot', 'exec plywire-no-such-program', null],
  ])('%s', async (_, script, again) => {
    const running = bench.open(launchOf('/bin/sh', ['-c', `read -r line; ${script}`]), { protocol: gos });
    expect(await played({ running, again: () => null }, lineOf('H7G7'))).toMatch(/^crashed: /);
    expect(running.session.again).toEqual(again);
  });

  it('are tried the other way when a bot dies of the first processed move', async () => {
    const bot = open(['--dies-of-processed']);
    expect(await played(bot, lineOf())).toBe('A1A2');
    bot.running.session.request({ kind: 'follow', line: lineOf('A1A2'), seat: 0 });
    const { word, reason } = await bot.running.session.ended;
    expect([word, reason]).toEqual(['crashed', expect.stringContaining('NumberFormatException')]);
    const second = open(['--dies-of-processed'], bot.again()!.settings);
    expect(await played(second, lineOf('A1A2 E1D1 pass'))).toBe('C1D1');
    expect(learned(second.running)).toEqual(['enums number']);
    expect(second.again()).toBeNull();
  });
});

function CRASHED(): string {
  return 'crashed: The engine of White failed: exited unexpectedly with code 1';
}

describe('a game ends as', () => {
  const at = (text: string): string[] => ['--reply', text];

  it.each<[string, string[], RegExp]>([
    [
      'illegal, by a pass',
      at('{"Type":0,"From":null,"To":null}'),
      /^illegal: .*: White must attack and cannot pass\.$/,
    ],
    [
      'illegal, by a strengthening',
      at('{"Type":2,"From":{"X":0,"Y":0},"To":{"X":1,"Y":0}}'),
      /^illegal: .*: White must attack, and A1B1 strengthens\.$/,
    ],
    [
      'illegal, by a place off the board',
      at('{"Type":1,"From":{"X":0,"Y":0},"To":{"X":0,"Y":12}}'),
      /^illegal: .*: To is off the board: Y is 12, and goes from 0 to 8\.$/,
    ],
    [
      'illegal, by NaN',
      at('{"Type":1,"From":{"X":NaN,"Y":0},"To":{"X":0,"Y":1}}'),
      /^illegal: .*: From has X NaN, which is not an integer\.$/,
    ],
    [
      'illegal, by the hole',
      at('{"Type":1,"From":{"X":3,"Y":3},"To":{"X":4,"Y":4}}'),
      /^illegal: .*\(D4E5 on the board\), which is illegal: E5 is the hole\.$/,
    ],
  ])('%s', async (_name, flags, words) => {
    expect(await played(open(flags), lineOf())).toMatch(words);
  });

  it('malformed or by time, once its time has passed', long, async () => {
    // Only the fault itself depends on the time, which is long enough on any machine for everything else.
    const settings = { 'first-move': '10', enums: 'number' };
    const cases: readonly (readonly [string[], RegExp])[] = [
      [at('I have no move'), /^malformed: .* within 10 s, but "I have no move": it is not a JSON object/],
      [at('{"Type":1,'), /^malformed: .* but "\{"Type":1,": it has no end/],
      [at('{"move":"A1A2"}'), /^malformed: .*: it has no Type/],
      [['--silent'], /^time: .* no move within 10 s of its first request/],
      [['--slow', '60000'], /^time: .* no move within 10 s/],
    ];
    const words = await Promise.all(cases.map(([flags]) => played(open(flags, settings), lineOf())));
    cases.forEach(([, expected], index) => expect(words[index]).toMatch(expected));
  });

  it('crashed, by leaving after a move', async () => {
    const bot = open(['--once']);
    expect(await played(bot, lineOf())).toBe('A1A2');
    expect(await played(bot, lineOf('A1A2 E1D1 pass'))).toMatch(
      /^crashed: .*exited unexpectedly with code 0/,
    );
  });
});

it.each([
  ['--silent', '1000', 'time', 'no move within 1 s of its first request; it printed nothing.'],
  // Black answers both times before a process that closed its input is told to leave.
  ['--deaf', '300', 'stalled', 'closed its input but keeps running; last line heard: `{'],
])(
  'a bot with %s fails in the turn of the other side, and gets no process more',
  long,
  async (flag, slowness, word, words) => {
    const sit = ([flags, settings]: readonly [string[], Readonly<Record<string, string>>]) => {
      const renew = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('a second process')));
      const handle = new EngineHandle(open(flags, settings).running.session, renew);
      return { handle, limit: { kind: 'none' } as const, renew };
    };
    const failing = sit([[flag], { 'first-move': '1', enums: 'string' }]);
    const slow = sit([['--slow', slowness], { ...patient, enums: 'string' }]);
    const events: GameEvent[] = [];
    for await (const event of playGame(lineOf('H7G7'), [failing, slow])) events.push(event);
    expect(events.map(({ kind }) => kind)).toEqual(['move', 'move', 'result']);
    const reason = expect.stringContaining(words);
    expect(events.at(-1)).toMatchObject({ ending: { word, winner: 1, fault: 0, reason } });
    expect(failing.renew).not.toHaveBeenCalled();
  },
);

describe('after the winner', () => {
  /** White's only A stands beside a stone of Black's. */
  const last =
    '[[5,0,0,0,0,0,0,0,0],[-5,6,0,0,0,0,0,0,0],[0,0,7,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,-6,0,0],[0,0,0,0,0,0,0,-7,0],[0,0,0,0,0,0,0,0,0]] black attack';

  it('a bot leaves by itself, and that is not a crash', async () => {
    const start = stones.parsePosition(last);
    const bot = open([]);
    expect(await played(bot, lineOf('', start))).toBe('A2A1');
    bot.running.session.request({ kind: 'follow', line: lineOf('A2A1', start), seat: 1 });
    expect(await bot.running.session.ended).toMatchObject({ word: 'quit', exitCode: 0 });
    expect(bot.running.lines('sent').at(-1)).toMatch(/"Winner":"-1"\}$/);
  });

  it('one that stays is ended', async () => {
    const start = stones.parsePosition(last);
    const bot = open(['--stay']);
    bot.running.session.request({ kind: 'follow', line: lineOf('A2A1', start), seat: 0 });
    expect(await bot.running.session.ended).toMatchObject({ word: 'quit', rung: 'TERM' });
  });
});
