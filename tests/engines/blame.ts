/**
 * Every way in which an engine can stop a game, who loses by it, and the sentence shown. Each case is a game between
 * two processes of stopper.mjs, one of which stops it.
 */
import { fileURLToPath } from 'node:url';
import { connect4 } from '../../app/games/connect4/index.ts';
import type { Game, Seat } from '../../app/games/game.ts';
import { makeLine, type Line } from '../../app/games/line.ts';
import { morris } from '../../app/games/morris/index.ts';
import { quoridor } from '../../app/games/quoridor/index.ts';
import { stones } from '../../app/games/stones/index.ts';
import { EngineHandle } from '../../app/play/engine-handle.ts';
import { playGame } from '../../app/play/play-game.ts';
import { cfp } from '../../app/protocols/cfp/index.ts';
import { cfsi } from '../../app/protocols/cfsi/index.ts';
import { gos } from '../../app/protocols/gos/index.ts';
import { nmm } from '../../app/protocols/nmm/index.ts';
import type { Protocol } from '../../app/protocols/protocol.ts';
import { qtp } from '../../app/protocols/qtp/index.ts';
import type { Confinement } from '../../app/sessions/confinement/confinement.ts';
import { defaultProcessLimits } from '../../app/sessions/watch/limits.ts';
import { launchOf, type Bench } from './support.ts';
import type { Limit } from '../../app/shapes/engines.ts';
import type { GameEnding, GameEndingWord } from '../../app/shapes/games.ts';

const stopper = fileURLToPath(new URL('./stopper.mjs', import.meta.url));

export const ways = [
  'exit-0',
  'exit-3',
  'signal',
  'close-stdin',
  'close-stdout',
  'close-stderr',
  'close-all',
  'silence',
  'flood',
  'memory',
  'processes',
  'junk',
  'malformed',
  'illegal',
  'refuse',
] as const;
export type Way = (typeof ways)[number];

export const moments = ['start', 'handshake', 'opened', 'turn', 'answered', 'won'] as const;
export type Moment = (typeof moments)[number];

export type ProtocolId = 'cfp' | 'cfsi' | 'qtp' | 'nmm' | 'gos';

/** A game that both sides play from a script. */
interface Script {
  readonly protocol: Protocol;
  readonly line: Line;
  readonly limit: Limit;
  /** What each side answers from there on, as its protocol writes it. */
  readonly moves: readonly [readonly string[], readonly string[]];
  readonly settings?: Readonly<Record<string, string>>;
  /** The side that makes the last move. */
  readonly winner: Seat;
}

function lineOf(game: Game, start: unknown, moves: string): Line {
  return makeLine(game, 'game', start, moves === '' ? [] : game.parseMoves(start, moves));
}

const attack = (from: readonly [number, number], to: readonly [number, number], type = 1): string =>
  `{"Type":${type},"From":{"X":${from[0]},"Y":${from[1]}},"To":{"X":${to[0]},"Y":${to[1]}}}`;
const pass = '{"Type":0,"From":null,"To":null}';

/** White has no attack once Black has moved: three stones, and four far from them. */
const APART = stones.parsePosition(
  '[[5,6,7,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0],[0,0,0,0,0,-5,-5,-6,-7]] black any',
);

const time: Limit = { kind: 'time', seconds: 0.05 };
const columns = { line: lineOf(connect4, connect4.initial(), '1212'), winner: 0 as Seat };
const scripts: Readonly<Record<ProtocolId, Script>> = {
  cfp: { ...columns, protocol: cfp, limit: time, moves: [['0', '0'], ['1']] },
  cfsi: { ...columns, protocol: cfsi, limit: { kind: 'depth', plies: 1 }, moves: [['0', '0'], ['1']] },
  qtp: {
    protocol: qtp,
    line: lineOf(quoridor, quoridor.initial({ size: 5 }), 'b5 d1 b4 e1 b3 d1'),
    limit: { kind: 'none' },
    moves: [
      ['B5', 'B4', 'B3', 'B2', 'B1'],
      ['D1', 'E1', 'D1', 'E1', 'D1'],
    ],
    winner: 0,
  },
  nmm: {
    protocol: nmm,
    line: lineOf(morris, morris.parsePosition('w:21,22,14,0;b:7,10,6;w;18;0'), ''),
    limit: time,
    moves: [['M0-1', 'M14-23T7'], ['M10-9']],
    settings: { moves: 'index', positions: 'index' },
    winner: 0,
  },
  gos: {
    protocol: gos,
    line: lineOf(stones, stones.initial(), ''),
    limit: { kind: 'none' },
    moves: [
      [attack([7, 6], [6, 6]), attack([6, 6], [5, 6]), pass],
      [attack([2, 3], [2, 2]), pass, pass],
    ],
    settings: { enums: 'string' },
    winner: 1,
  },
};

/** The same, with an immediate win. */
const shortGos: Script = {
  ...scripts.gos,
  line: lineOf(stones, APART, ''),
  // An action whose answer does not count leads there.
  moves: [[], [pass, attack([5, 8], [6, 8], 2)]],
};

export interface BlameCase {
  readonly protocol: ProtocolId;
  readonly way: Way;
  readonly when: Moment;
}

/** Ways that are an answer to a question, and so occur at no other moment. */
const answers: ReadonlySet<Way> = new Set(['junk', 'malformed', 'illegal', 'refuse']);

/** Protocols in which an engine can refuse what it is told. */
const refusing: ReadonlySet<ProtocolId> = new Set(['cfsi', 'qtp', 'nmm']);

/** Whether an engine can stop a game this way. */
export const isPossible = ({ protocol, way, when }: BlameCase): boolean =>
  (when === 'turn' || !answers.has(way)) && (way !== 'refuse' || refusing.has(protocol));

/** The game goes on without it, or it comes too late: the rules decide. */
export const isHarmless = ({ way, when }: BlameCase): boolean => way === 'close-stderr' || when === 'won';

/**
 * Whether it closes its input while our next line may be on its way: no further line then shows that it has. The colour
 * in GoS and `init` over the morris protocol have no answer, so that the first question may follow before it has read
 * them.
 */
const isUnheard = ({ protocol, way, when }: BlameCase): boolean =>
  way === 'close-stdin' &&
  (when === 'start' ||
    (protocol === 'gos' && (when === 'handshake' || when === 'opened')) ||
    (protocol === 'nmm' && when === 'opened'));

/** The expected ending, regardless of its sentence. */
export function wordOf(one: BlameCase): readonly GameEndingWord[] {
  const { protocol, way, when } = one;
  if (when === 'won') return ['win'];
  if (isUnheard(one)) return protocol === 'gos' ? ['time', 'stalled'] : ['stalled'];
  switch (way) {
    case 'close-stderr':
      return ['win'];
    case 'exit-0':
    case 'exit-3':
    case 'signal':
      return ['crashed'];
    case 'close-stdin':
      // The next request may be written before its stdin is closed, and is not answered then.
      return protocol === 'gos' && when === 'answered' ? ['stalled', 'time'] : ['stalled'];
    case 'close-stdout':
    case 'close-all':
      return ['stalled'];
    case 'silence':
      return [protocol === 'gos' ? 'time' : 'stalled'];
    case 'junk':
      return [protocol === 'gos' ? 'malformed' : 'stalled'];
    case 'flood':
    case 'memory':
    case 'processes':
      return ['limit'];
    case 'malformed':
      return [protocol === 'gos' ? 'illegal' : 'malformed'];
    case 'illegal':
      return ['illegal'];
    case 'refuse':
      return ['malformed'];
  }
}

/** Each way once, over different protocols and at different moments, with its sentence. */
const sentences: Partial<Record<`${ProtocolId} ${Way} ${Moment}`, string>> = {
  'cfp exit-0 start': 'The engine of Player 1 failed: exited with code 0 before `cfpok`; it printed nothing.',
  'qtp signal handshake':
    'The engine of Black failed: was killed by SIGSEGV before the opening by `name` and `list_commands` was over; it printed nothing.',
  'cfsi silence handshake': 'The engine of Player 1 failed: no "started" within 0.7 s; no line was heard.',
  'cfsi exit-3 opened':
    'The engine of Player 2 failed: exited unexpectedly with code 3; last line on stderr: `out of ideas`.',
  'nmm exit-0 turn': 'The engine of White failed: exited unexpectedly with code 0; last line heard: `ready`.',
  'gos silence turn':
    'The engine of White failed: no move within 1 s of its first request; it printed nothing.',
  'qtp close-stdin turn':
    'The engine of Black failed: closed its input but keeps running; last line heard: `= B2`.',
  'cfp close-stdout turn':
    'The engine of Player 1 failed: closed its output but keeps running; last line heard: `readyok`.',
  'gos close-all turn':
    'The engine of White failed: closed its output but keeps running; it printed nothing.',
  'cfsi close-stderr turn': 'four in a row',
  'gos flood turn': 'The engine of White failed: the journal has reached its quota of 524288 bytes.',
  'nmm processes turn': 'The engine of White failed: the engine runs 13 processes; the limit is 6.',
  'gos junk turn': 'The engine of White failed: no move within 1 s, but "xyzzy": it is not a JSON object.',
  'nmm malformed turn':
    'The engine of White answered `Q9`: "Q9" is not a move: moves are written like P4T15 or M1-4T9.',
  'cfp illegal turn':
    'The engine of Player 1 played `9` (10 on the board), which is illegal: there is no column 10 on this board; the position was xo5/xo5/7/7/7/7 x.',
  'qtp refuse turn': 'The engine of Black failed: the engine refused "playmove black B5": "illegal move".',
  'cfsi refuse turn':
    'The engine of Player 1 failed: the engine refused the play: "Command PLAY called with invalid arguments.".',
  'nmm refuse turn':
    'The engine of White failed: the engine did not take the position: "error: invalid position".',
  'cfp signal answered':
    'The engine of Player 1 failed: was killed by SIGSEGV; last line heard: `bestmove 0`.',
  'cfp exit-3 won': 'four in a row',
  'qtp close-all won': 'goal row reached',
  'gos silence won': 'no attack possible',
};

export const told = Object.entries(sentences).map(([key, reason]) => {
  const [protocol, way, when] = key.split(' ') as [ProtocolId, Way, Moment];
  return { protocol, way, when, reason };
});

export interface BlameOutcome {
  /** The side whose engine stops the game. */
  readonly culprit: Seat;
  /** The winner if nothing stops the game. */
  readonly winner: Seat;
  readonly ending: GameEnding;
  readonly moves: readonly string[];
}

/** The side that stops the game: the second one if it must stop before its turn. */
const culpritOf = ({ protocol, way, when }: BlameCase): Seat =>
  when === 'opened' ? 1 : when === 'won' || way === 'close-stderr' ? scripts[protocol].winner : 0;

const patient = { handshake: 60_000, ready: 60_000, stop: 60_000, move: 60_000 };
/** More output than this is too much. */
const quotaBytes = 512 * 1024;

/** The deadline that must expire, shortened, to end the game. */
function waitsOf(one: BlameCase) {
  const { way, when, protocol } = one;
  const waits = { ...patient };
  const limits: Record<string, string> = { 'first-move': '60', move: '60' };
  const isMute = ['silence', 'junk', 'refuse'].includes(way) || isUnheard(one);
  if (!isMute) return { waits, limits };
  const isOpening = when === 'start' || (when === 'handshake' && protocol !== 'nmm');
  if (isOpening) waits.handshake = 700;
  else {
    Object.assign(waits, { ready: 700, stop: 700, move: 700 });
    limits[when === 'answered' ? 'move' : 'first-move'] = '1';
  }
  if (protocol === 'gos' && when !== 'answered') limits['first-move'] = '1';
  return { waits, limits };
}

/** Plays games in parallel, since most of each is waiting; each is available once it has been played. */
export function playAll<T extends BlameCase>(
  bench: Bench,
  cases: readonly T[],
  atOnce: number,
  confinement: Confinement | null = null,
): ReadonlyMap<T, Promise<BlameOutcome>> {
  const running: Promise<unknown>[] = Array.from({ length: atOnce }, () => Promise.resolve());
  return new Map(
    cases.map((one, index) => {
      const outcome = running[index % atOnce]!.then(() => playCase(bench, one, confinement));
      running[index % atOnce] = outcome.catch(() => undefined);
      return [one, outcome];
    }),
  );
}

/** Plays the game of a case. @param confinement for an engine in the sandbox */
export async function playCase(
  bench: Bench,
  one: BlameCase,
  confinement: Confinement | null = null,
): Promise<BlameOutcome> {
  const { protocol: id, way, when } = one;
  const isShort = id === 'gos' && (when === 'won' || way === 'close-stderr');
  const script = isShort ? shortGos : scripts[id];
  const { protocol, line, limit, moves } = script;
  const culprit = culpritOf(one);
  const { waits, limits } = waitsOf(one);
  const open = (seat: Seat) => {
    const stops = seat === culprit;
    const args = ['--protocol', id, '--moves', moves[seat].join(' ')];
    if (stops) args.push('--way', way, '--when', when);
    const isConfined = stops && confinement !== null;
    return bench.open(launchOf(stopper, args, { sandbox: isConfined }), {
      protocol,
      deadlines: stops ? waits : patient,
      settings: {
        ...script.settings,
        ...(id === 'gos' ? (stops ? limits : { 'first-move': '60', move: '60' }) : {}),
      },
      ...(isConfined && { confinement }),
      ...(stops && { quotaBytes }),
      limits: {
        ...defaultProcessLimits,
        ...(stops && way === 'processes' && { processes: 6 }),
        ...(stops && way === 'memory' && { memoryBytes: 400 * 1024 ** 2 }),
      },
    }).session;
  };
  const players = [
    { handle: new EngineHandle(open(0)), limit },
    { handle: new EngineHandle(open(1)), limit },
  ] as const;
  for await (const event of playGame(line, players)) {
    if (event.kind === 'result')
      return { culprit, winner: script.winner, ending: event.ending, moves: event.moves };
  }
  throw new Error('the game has no result');
}
