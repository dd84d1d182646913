/** The game library: folders of records, and the games found in them. */
import * as v from 'valibot';
import { count, Id, list, SeatIndex, text, type Shape } from './base.ts';

/** In characters: of a header, what a list shows. */
export const mostHeader = 120;

/** As PGN's tag has it; `*` is unknown or unfinished. White is the side that moves first. */
export const GameResult = v.picklist(['1-0', '0-1', '1/2-1/2', '*']);
export type GameResult = Shape<typeof GameResult>;

/** A game of a file, as a list shows it. */
export const LibraryGame = v.strictObject({
  /** The folder, the file and the number of the game in it. */
  id: Id,
  gameId: v.string(),
  white: v.string(),
  black: v.string(),
  event: v.string(),
  date: v.string(),
  round: v.string(),
  result: GameResult,
  plies: count,
  /** For display only: its path in the folder. */
  file: v.string(),
  folder: Id,
  /** The ply at which it has the position that was searched for; null without one. */
  ply: v.nullable(count),
});
export type LibraryGame = Shape<typeof LibraryGame>;

export const LibraryFolder = v.strictObject({
  id: Id,
  /** For display only. */
  path: v.string(),
  /** `waiting` and `indexing` end by themselves; `stopped` was called off; `missing` cannot be read. */
  state: v.picklist(['waiting', 'indexing', 'ready', 'stopped', 'missing']),
  /** Why it cannot be read, or not all of it; empty otherwise. */
  trouble: v.string(),
  games: count,
  /** Games with the players, event, round, date, result and moves of one before, which are not listed. */
  doubles: count,
  /** All that are kept, against the limit of the library: those of `doubles` too. */
  positions: count,
  files: count,
  /** Files of which nothing, or not all, could be read, and folders below it that could not be. */
  faulty: count,
  /** Bytes of files that were looked at, and of those that are to be, while it is being indexed. */
  done: count,
  total: count,
  /** The file that is being read; empty if none is. */
  reading: v.string(),
});
export type LibraryFolder = Shape<typeof LibraryFolder>;

export const LibraryState = v.strictObject({
  folders: list(LibraryFolder),
  /** Another number where lists and counts may have changed. */
  revision: count,
  /** The folder of this machine's matches exists and is not in the library. */
  offersMatches: v.boolean(),
});
export type LibraryState = Shape<typeof LibraryState>;

/** A file, or a folder of files, that is not in the index, or not wholly, and why. */
export const FaultyFile = v.strictObject({ file: v.string(), reason: v.string() });
export type FaultyFile = Shape<typeof FaultyFile>;

export const LibrarySort = v.picklist([
  'white',
  'black',
  'result',
  'gameId',
  'event',
  'date',
  'plies',
  'file',
  /** Where the position searched for stands in the game. */
  'ply',
]);
export type LibrarySort = Shape<typeof LibrarySort>;

/** How games went on; `won` and `lost` are those of the side to move at the position. */
export const Tally = v.strictObject({
  games: count,
  won: count,
  drawn: count,
  lost: count,
});
export type Tally = Shape<typeof Tally>;

/** What was played at a position, in the games that pass through it or an image of it. */
export const Explored = v.strictObject({
  /** The side to move. */
  seat: SeatIndex,
  all: Tally,
  /** The move played most first. */
  moves: list(
    v.strictObject({
      /** Canonical texts: moves that lead to images of one position are one. */
      moves: v.pipe(list(text(64)), v.minLength(1)),
      tally: Tally,
    }),
  ),
  /** Games that end at the position. */
  ended: count,
  /** In milliseconds: how long the search took. */
  took: v.number(),
});
export type Explored = Shape<typeof Explored>;
