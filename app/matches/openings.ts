/** The openings of a match: lines of moves or positions, distinct by the symmetries of their game. Pure. */
import { BadNotation, IllegalMove, type Game, type Setup } from '../games/game.ts';
import { moveTexts } from '../records/record.ts';
import type { Opening } from '../shapes/matches.ts';

export interface OpeningBook {
  readonly openings: readonly Opening[];
  /** Lines that lead to a position, or to the image of one, that an earlier line leads to. */
  readonly duplicates: number;
}

/** The line of the initial position, since an empty one is left out. */
export const initialMark = 'start';

/** The suite of games makes sure that no game writes one. */
const comment = /(?:^|\s)#.*/s;

/** The most openings that are read. */
const mostOpenings = 1_000_000;

/** A line that is not an opening. `message` is fit for the screen. */
export class BadOpening extends Error {
  override readonly name = 'BadOpening';
}

/** An opening as it was read, with the position that it leads to. */
interface OpeningRead {
  readonly opening: Omit<Opening, 'number'>;
  readonly end: unknown;
}

/** Collects openings that lead to different positions. */
class Book {
  readonly openings: Opening[] = [];
  duplicates = 0;
  readonly #game: Game;
  readonly #known = new Set<string>();

  constructor(game: Game) {
    this.#game = game;
  }

  /** @param where it stands, as in "Line 3" @throws BadOpening */
  add({ opening, end }: OpeningRead, where: string): void {
    if (this.openings.length === mostOpenings) {
      throw new BadOpening(`There are more than ${mostOpenings} openings.`);
    }
    if (this.#game.result(end) !== null) {
      throw new BadOpening(`${where}: the game is over behind ${quoted(opening.text)}.`);
    }
    const key = this.#game.key(end);
    if (this.#known.has(key)) this.duplicates++;
    else {
      this.#known.add(key);
      this.openings.push({ ...opening, number: this.openings.length + 1 });
    }
  }
}

/**
 * Reads openings, one a line: moves from the initial position, or a position, in every form that the game reads. A `#` at
 * the beginning of a line or behind a blank begins a comment, and `start` is the initial position.
 * @param plies only so many moves of each line; null for all
 * @throws BadOpening naming the line
 */
export function readOpenings(
  game: Game,
  setup: Setup | undefined,
  lines: readonly string[],
  plies: number | null,
): OpeningBook {
  const book = new Book(game);
  lines.forEach((line, at) => {
    const text = line.replace(comment, '').trim();
    if (text === '') return;
    book.add(readOpening(game, setup, text, plies, at + 1), `Line ${at + 1}`);
  });
  return book;
}

/** Whether at least one of these lines is an opening by itself. */
export const hasOpening = (
  game: Game,
  setup: Setup | undefined,
  lines: readonly string[],
  plies: number | null,
): boolean =>
  lines.some((line) => {
    try {
      return readOpenings(game, setup, [line], plies).openings.length > 0;
    } catch (error) {
      if (error instanceof BadOpening) return false;
      throw error;
    }
  });

/**
 * The openings of games: the first moves of each main line.
 * @param plies of each; a shorter game is taken whole
 * @throws BadOpening naming the game
 */
export async function openingsOfGames(
  game: Game,
  setup: Setup | undefined,
  games: AsyncIterable<{ readonly start: unknown; readonly moves: readonly unknown[] }>,
  plies: number,
): Promise<OpeningBook> {
  const book = new Book(game);
  const initial = game.positionText(game.initial(setup));
  let number = 0;
  for await (const { start, moves } of games) {
    number++;
    const where = `Game ${number}`;
    const first = moves.slice(0, plies);
    const end = first.reduce((position: unknown, move, at) => {
      // Other programs may have played on.
      if (game.result(position) === null) return game.play(position, move);
      const text = game.movesText(start, first.slice(0, at));
      throw new BadOpening(`${where}: the game is over behind ${quoted(text)}.`);
    }, start);
    if (game.positionText(start) === initial) {
      const text = game.movesText(start, first);
      book.add(
        { opening: { text, start: startText(game, start), moves: moveTexts(game, start, first) }, end },
        where,
      );
    } else {
      // Behind another beginning it is a position, as on a line.
      const text = game.positionText(end);
      book.add({ opening: { text, start: text, moves: [] }, end }, where);
    }
  }
  return book;
}

function readOpening(
  game: Game,
  setup: Setup | undefined,
  text: string,
  plies: number | null,
  line: number,
): OpeningRead {
  const initial = game.initial(setup);
  if (text === initialMark)
    return { opening: { text: '', start: startText(game, initial), moves: [] }, end: initial };
  try {
    const moves = game.parseMoves(initial, text).slice(0, plies ?? undefined);
    const end = moves.reduce((position: unknown, move) => game.play(position, move), initial);
    const texts = moveTexts(game, initial, moves);
    return {
      opening: { text: game.movesText(initial, moves), start: startText(game, initial), moves: texts },
      end,
    };
  } catch (error) {
    if (!(error instanceof BadNotation || error instanceof IllegalMove)) throw error;
    try {
      const position = game.parsePosition(text);
      const own = game.positionText(position);
      return { opening: { text: own, start: own, moves: [] }, end: position };
    } catch (other) {
      if (!(other instanceof BadNotation)) throw other;
      throw new BadOpening(
        `Line ${line}: ${quoted(text)} is neither a list of moves (${error.message}) nor a position (${other.message}).`,
      );
    }
  }
}

/** The text of a start that is not the usual one; null for the usual one. */
const startText = (game: Game, initial: unknown): string | null => {
  const text = game.positionText(initial);
  return text === game.positionText(game.initial()) ? null : text;
};

/** So many looks in a row that only led to openings that were found before: a game has few of that length. */
const mostRepeats = 200;

/** So many looks in a row without a new opening, whatever the reason. */
const mostMisses = 1000;

/** Why a look finds no opening: it was found before, its game ended early, or the caller refused it. */
export type Miss = 'repeated' | 'early' | 'refused';

export interface OpeningsFound {
  readonly openings: readonly Opening[];
  /** The most frequent miss since the last find; null if as many were found as were asked for. */
  readonly lack: Miss | null;
}

interface Wanted {
  readonly plies: number;
  readonly count: number;
  readonly random: () => number;
}

/** Random openings of so many plies, distinct by symmetry; fewer where hardly any more can be found. */
export function randomOpenings(game: Game, setup: Setup | undefined, wanted: Wanted): OpeningsFound {
  const looks = openingLooks(game, setup, wanted);
  for (let step = looks.next(); ; step = looks.next(true)) if (step.done === true) return step.value;
}

/**
 * The same, a look at a time: yields each position that may be taken, and is told whether it is; yields undefined after
 * any other look. The caller may pause meanwhile, and end early.
 * @param openings to which those that are found are added
 */
export function* openingLooks(
  game: Game,
  setup: Setup | undefined,
  { plies, count, random }: Wanted,
  openings: Opening[] = [],
): Generator<unknown, OpeningsFound, boolean> {
  /** By its key, why another look at a position is in vain. */
  const known = new Map<string, Miss>();
  const initial = game.initial(setup);
  const start = startText(game, initial);
  const none: Readonly<Record<Miss, number>> = { repeated: 0, early: 0, refused: 0 };
  let misses = { ...none };
  let repeats = 0;
  while (openings.length < count) {
    if (repeats >= mostRepeats || misses.repeated + misses.early + misses.refused >= mostMisses) {
      const [[lack]] = Object.entries(misses).sort(([, one], [, other]) => other - one) as [[Miss, number]];
      return { openings, lack };
    }
    const moves: unknown[] = [];
    let position = initial;
    while (moves.length < plies && game.result(position) === null) {
      const choices = game.moves(position);
      const move = choices[Math.floor(random() * choices.length)];
      moves.push(move);
      position = game.play(position, move);
    }
    const key = game.key(position);
    const before = known.get(key);
    if (before !== undefined) {
      repeats++;
      misses[before]++;
      yield undefined;
      continue;
    }
    const isEarly = moves.length < plies || game.result(position) !== null;
    const isTaken = (yield isEarly ? undefined : position) && !isEarly;
    if (!isTaken) {
      const miss = isEarly ? 'early' : 'refused';
      known.set(key, miss);
      misses[miss]++;
      continue;
    }
    known.set(key, 'repeated');
    misses = { ...none };
    repeats = 0;
    const text = game.movesText(initial, moves);
    openings.push({ number: openings.length + 1, text, start, moves: moveTexts(game, initial, moves) });
  }
  return { openings, lack: null };
}

const quoted = (text: string): string => `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`;

/** The longest random game of a sample; one without an end by then counts as a draw. */
const longestPlayout = 400;

/** What the side to move scores, from 0 to 1, in random games from a position. */
export function playoutScore(game: Game, position: unknown, games: number, random: () => number): number {
  const seat = game.seatToMove(position);
  let score = 0;
  for (let count = 0; count < games; count++) {
    let reached = position;
    let result = game.result(reached);
    for (let ply = 0; result === null && ply < longestPlayout; ply++) {
      const moves = game.moves(reached);
      reached = game.play(reached, moves[Math.floor(random() * moves.length)]);
      result = game.result(reached);
    }
    score += result === null || result.kind === 'draw' ? 0.5 : result.winner === seat ? 1 : 0;
  }
  return score / games;
}
