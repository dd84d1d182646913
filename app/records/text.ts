/**
 * Games as users paste them: a list of moves, a position, or a position followed by moves, with or without the word
 * `moves` between them.
 */
import { BadNotation, IllegalMove, type Game, type MoveLog, type Setup } from '../games/game.ts';
import { moveTexts, newRecord, normalStart, recordLine, withMoves, type GameRecord } from './record.ts';

/** In characters; longer text is a file pasted by mistake. */
export const MAX_GAME_TEXT = 64 * 1024;

/** In words separated by blanks: more than any position takes, in any layout. */
const MAX_POSITION_WORDS = 150;

export interface GameText {
  readonly kind: 'moves' | 'position' | 'position and moves';
  readonly setup: Setup;
  /** Canonical; null is the initial position of the setup. */
  readonly start: string | null;
  /** Canonical, one a ply. */
  readonly moves: readonly string[];
}

type Reading<T> = { readonly value: T } | { readonly fault: string; readonly illegal: boolean };

function attempt<T>(read: () => T): Reading<T> {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof IllegalMove) return { fault: error.message, illegal: true };
    if (error instanceof BadNotation) return { fault: error.message, illegal: false };
    throw error;
  }
}

/**
 * Detects what a text is and reads it. A list of moves starts at the initial position of `setup` (default: the game's);
 * a position includes its own setup.
 * @throws BadNotation in a sentence fit for the screen
 */
export function readGameText(game: Game, text: string, setup?: Setup): GameText {
  const trimmed = text.trim();
  if (trimmed === '') throw new BadNotation('There is nothing to read: paste a list of moves or a position.');
  if (trimmed.length > MAX_GAME_TEXT) {
    throw new BadNotation(`A text of ${trimmed.length} characters is too long for one game.`);
  }
  const initial = game.initial(setup);
  const list = attempt(() => game.parseMoves(initial, trimmed));
  if ('value' in list) return gameText(game, 'moves', initial, list.value);

  const words = [...trimmed.matchAll(/\S+/g)];
  let whole: string | null = null;
  for (let count = Math.min(words.length, MAX_POSITION_WORDS); count > 0; count--) {
    const last = words[count - 1]!;
    const end = last.index + last[0].length;
    const position = attempt(() => game.parsePosition(trimmed.slice(0, end)));
    if ('fault' in position) {
      whole ??= position.fault;
      continue;
    }
    const rest = trimmed.slice(end).replace(/^\s+moves(?=\s|$)/i, '');
    if (rest.trim() === '') return gameText(game, 'position', position.value, []);
    const moves = attempt(() => game.parseMoves(position.value, rest));
    if ('value' in moves) return gameText(game, 'position and moves', position.value, moves.value);
    throw new BadNotation(`The position can be read, the moves after it cannot: ${moves.fault}.`);
  }
  if (list.illegal) throw new BadNotation(`These moves cannot be played: ${list.fault}.`);
  throw new BadNotation(`This is neither a list of moves (${list.fault}) nor a position (${whole}).`);
}

/**
 * Reads a text as one of several games: as `preferred`, with the given setup and with the default one, or as the first
 * other game that can read it. Null if none can.
 */
export function readTextOfAny(
  games: Iterable<Game>,
  preferred: Game,
  text: string,
  setup: Setup,
): { readonly game: Game; readonly read: GameText } | null {
  const others = [...games].filter((game) => game !== preferred);
  const tries = [
    { game: preferred, setup },
    ...[preferred, ...others].map((game) => ({ game, setup: undefined })),
  ];
  for (const { game, setup } of tries) {
    const found = attempt(() => readGameText(game, text, setup));
    if ('value' in found) return { game, read: found.value };
  }
  return null;
}

function gameText(game: Game, kind: GameText['kind'], from: unknown, moves: readonly unknown[]): GameText {
  // Moves alone start at the initial position of a setup, which a position text may give only in part.
  const given = kind === 'moves' ? { setup: game.setupOf(from) } : { start: game.positionText(from) };
  const opening = normalStart(game, given);
  return { kind, ...opening, moves: moveTexts(game, from, moves) };
}

/** The result as a record, at its end. */
export function recordOfText(game: Game, key: string, read: GameText): GameRecord {
  return withMoves(newRecord(game, key, { setup: read.setup, start: read.start }), read.moves);
}

/**
 * A text that `readGameText` can read: the moves up to the cursor, preceded by the start position unless it is the
 * initial one of the default setup.
 */
export function writeGameText(game: Game, record: GameRecord): string {
  const { start: from, moves } = recordLine(record);
  const list = game.movesText(from, moves);
  const start = game.positionText(from);
  if (start === game.positionText(game.initial()) && list !== '') return list;
  return list === '' ? start : `${start} ${list}`;
}

/** The same moves in another program's form, which has no start position. */
export function writeGameLog(log: MoveLog<unknown, unknown>, record: GameRecord): string {
  const { start, moves } = recordLine(record);
  return log.text(start, moves);
}
