/** The game library: folders of records, the games in them, and what was played at a position. */
import { eventIterator } from '@orpc/contract';
import * as v from 'valibot';
import { count, list, text } from '../../shapes/base.ts';
import { Explored, FaultyFile, LibraryGame, LibrarySort, LibraryState } from '../../shapes/library.ts';
import * as s from '../schemas/index.ts';
import { call, nothing } from './base.ts';

const oneFolder = v.strictObject({ folder: s.Id });

/** In characters: of a position's text. */
const mostPosition = 8192;

/** The most games that a call lists. */
export const mostListed = 500;

export const library = {
  /** The folders and how far they are indexed, and each later state. */
  watch: call.output(eventIterator(LibraryState)),
  /** Adds a folder that the picker showed, and indexes it in the background. */
  add: call.input(oneFolder).output(oneFolder),
  /** Adds the folder of this machine's matches. */
  addMatches: call.output(oneFolder),
  /** Takes a folder out of the library; its files stay as they are. */
  remove: call.input(oneFolder).output(nothing),
  /** Adds a folder again that was removed in this run, under another id. */
  restore: call.input(oneFolder).output(oneFolder),
  /** Looks for files that are new or have changed. */
  refresh: call.output(nothing),
  /** Stops indexing; what is indexed so far stays. */
  stop: call.output(nothing),
  /** The files and folders that could not be read, or not wholly. */
  faulty: call.input(oneFolder).output(v.strictObject({ files: list(FaultyFile) })),
  list: call
    .input(
      v.strictObject({
        /** Words that must all occur in players, event, date, round, result or file. */
        filter: v.optional(text(200), ''),
        game: v.optional(v.string()),
        /** Games that pass through this position of the game, or an image of it. */
        position: v.optional(text(mostPosition)),
        sort: v.optional(LibrarySort, 'date'),
        isDescending: v.optional(v.boolean(), true),
        from: v.optional(count, 0),
        count: v.optional(v.pipe(count, v.maxValue(mostListed)), 100),
      }),
    )
    .output(v.strictObject({ total: count, games: list(LibraryGame), revision: count })),
  /** What was played at a position of a game, in all games that pass through it or an image of it. */
  explore: call
    .input(v.strictObject({ game: v.string(), position: v.optional(text(mostPosition)) }))
    .output(Explored),
  /** Opens a game in the window at a ply; one that was opened from here and is still open is shown. */
  open: call
    .input(v.strictObject({ entry: s.Id, ply: v.optional(count, 0) }))
    .output(v.strictObject({ game: s.Id })),
};
