/**
 * What a client may ask of the core: one typed table from which the clients, the handlers and the
 * validation of both are made. Every call can be cancelled; long work is a stream that tells its progress.
 *
 * Two tables: this one is open to every transport; `localContract` in `contract/local.ts` adds what takes a path
 * or a command and is reachable in process only.
 */
import { eventIterator } from '@orpc/contract';
import * as v from 'valibot';
import { call, deleted, imported, longText, nothing } from './contract/base.ts';
import { bundle, finding, journals, typing } from './contract/journals.ts';
import { jobs, probe } from './contract/jobs.ts';
import { replay } from './contract/replay.ts';
import { list } from '../shapes/base.ts';
import * as s from './schemas/index.ts';

export {
  changeOf as settingChange,
  entries as settingEntries,
  valueOf as settingValue,
  type Entry as SettingEntry,
} from '../library/settings-table.ts';
export * as schemas from './schemas/index.ts';
export type * from './schemas/index.ts';

const line = v.pipe(v.string(), v.maxLength(65_536), v.regex(/^[^\n\r]*$/, 'a line has no line break'));

/** Days since the last byte was written; 0 is all of them. */
const olderThan = v.strictObject({
  days: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36_500)),
});

export const contract = {
  host: {
    /** A snapshot of the whole state, then numbered changes for as long as the caller listens. */
    watch: call.output(eventIterator(s.HostEvent)),
  },

  game: {
    /** A new game; `text` is a move list, a position or both, as a person would paste it. */
    create: call
      .input(v.strictObject({ game: v.string(), setup: v.optional(s.Setup), text: v.optional(longText) }))
      .output(nothing),
    /** Makes a move at a place; refused when the game has moved on since. */
    play: call
      .input(v.strictObject({ at: s.Place, move: v.pipe(v.string(), v.maxLength(64)) }))
      .output(nothing),
    /** Shows another ply of the game; edits nothing. */
    goTo: call.input(s.Place).output(nothing),
    /** Takes back to the last turn of a human (or one turn, where only humans play). */
    takeBack: call.output(nothing),
    undo: call.output(nothing),
    /** Undoes every change since the game had these moves; refused where it is too far back. */
    restore: call
      .input(v.strictObject({ key: s.Id, moves: list(v.pipe(v.string(), v.maxLength(64))) }))
      .output(nothing),
    redo: call.output(nothing),
    setPlayer: call.input(v.strictObject({ seat: s.SeatIndex, player: s.Player })).output(nothing),
    /** Engines move when it is their turn, from the place shown. */
    start: call.output(nothing),
    stop: call.output(nothing),
    /** The engine that is thinking moves at once with what it has. */
    moveNow: call.output(nothing),
  },

  engines: {
    /** Finds out which protocols it speaks, by its behaviour alone. */
    probe,
    /** Adds an executable that the picker showed, and checks first contact. */
    add: call
      .input(v.strictObject({ file: s.Id, folder: v.optional(s.Id), settings: s.EngineSettings }))
      .output(v.strictObject({ engine: s.Id })),
    /** The engines in a folder that the picker showed, as far as can be told without starting them. */
    inFolder: call.input(v.strictObject({ folder: s.Id })).output(s.EngineFolder),
    /** Adds several executables as one change, and checks first contact with each in turn. */
    addAll: call
      .input(
        v.strictObject({
          engines: v.pipe(
            list(v.strictObject({ file: s.Id, name: s.EngineSettings.entries.name, protocol: v.string() })),
            v.minLength(1, 'choose an engine'),
            v.maxLength(100, 'at most 100 engines are added at once'),
          ),
        }),
      )
      .output(v.strictObject({ engines: list(s.Id) })),
    /** Calls off checks of first contact that wait or are under way; the engines stay. */
    callOff: call.input(v.strictObject({ engines: list(s.Id) })).output(nothing),
    change: call.input(v.strictObject({ engine: s.Id, settings: s.EngineSettings })).output(nothing),
    remove: call.input(v.strictObject({ engine: s.Id })).output(nothing),
    /** Brings back an engine that was removed since the host started. */
    restore: call.input(v.strictObject({ engine: s.Id })).output(nothing),
    /** Starts it, waits for the end of its handshake, ends it. The state's `contact` tells. */
    check: call.input(v.strictObject({ engine: s.Id })).output(nothing),
    /** Option values to keep; a value equal to the default is forgotten. Running sessions follow. */
    setOptions: call.input(v.strictObject({ engine: s.Id, values: s.OptionValues })).output(nothing),
    press: call.input(v.strictObject({ engine: s.Id, option: v.string() })).output(nothing),
  },

  files: {
    /** The folders that the picker may start from. */
    roots: call.output(list(v.strictObject({ id: s.Id, name: v.string() }))),
    list: call.input(v.strictObject({ folder: s.Id })).output(s.Folder),
  },

  sessions: {
    /**
     * Batches of traffic from `from` on: what is there, then what comes. Ends with the session. With `beat`, batches
     * say up to when all has been told, and come at once and now and then even where there is nothing to tell.
     */
    lines: call
      .input(
        v.strictObject({
          session: s.Id,
          from: v.pipe(v.number(), v.integer(), v.minValue(0)),
          beat: v.optional(v.boolean(), false),
        }),
      )
      .output(eventIterator(s.LineBatch)),
    /** A line typed by hand. */
    send: call.input(v.strictObject({ session: s.Id, line })).output(nothing),
    ...typing,
    /** Starts the session's engine anew for the same purpose. */
    restart: call.input(v.strictObject({ session: s.Id })).output(nothing),
    /** Ends the engine by the ladder. */
    close: call.input(v.strictObject({ session: s.Id })).output(s.SessionEnding),
    /** Takes an ended session off the list; its journal stays. */
    dismiss: call.input(v.strictObject({ session: s.Id })).output(nothing),
    /** The whole journal as text, piece by piece. */
    journal: call.input(v.strictObject({ session: s.Id })).output(eventIterator(v.string())),
    debug: call.input(v.strictObject({ session: s.Id, on: v.boolean() })).output(nothing),
    /**
     * The engine's own drawing of its board, beside what it has to show; it comes after what the engine is busy
     * with.
     */
    draw: call.input(v.strictObject({ session: s.Id })).output(s.EngineDrawing),
  },

  finding,

  analysis: {
    /** The engine follows the place shown until `stop`. */
    start: call.input(v.strictObject({ engine: s.Id, protocol: v.string() })).output(nothing),
    stop: call.output(nothing),
    /**
     * The line of play that follows a move at the place shown, asked of the analysing engine move after move in
     * a session of its own. The newest question ends the one before.
     */
    line: call
      .input(v.strictObject({ at: s.Place, move: v.pipe(v.string(), v.maxLength(64)) }))
      .output(eventIterator(s.BestLineEvent)),
  },

  audit: {
    /** Holds every move of the game on the board against what the engine proves, in a session of its own. */
    start: call.input(v.strictObject({ engine: s.Id, protocol: v.string() })).output(nothing),
    /** Ends an audit under way, or clears the marks of one that is done. */
    stop: call.output(nothing),
  },

  settings: {
    change: call.input(v.partial(s.Settings)).output(nothing),
    /** The defaults. */
    defaults: call.output(s.Settings),
  },

  storage: {
    /** Each kept thing with its size; a large folder is told of again and again while it is gone through. */
    look: call.output(eventIterator(s.StoredPlace)),
    /** Shows a place in the file manager of the host's own machine. */
    show: call.input(v.strictObject({ place: s.StorePlace })).output(nothing),
    /** What `deleteJournals` would take. */
    journals: call
      .input(olderThan)
      .output(v.strictObject({ files: v.number(), bytes: v.number(), inUse: v.number() })),
    /** Deletes the journals of ended sessions of every Plywire of this home; never one of a session that may run. */
    deleteJournals: call.input(olderThan).output(deleted),
    /** Deletes the files that were put aside since they could not be understood. */
    deleteAside: call.output(deleted),
    /** Deletes what engines keep in their scratch folders; those of engines that run are left. */
    deleteScratch: call.output(deleted),
    /** Brings back what was deleted a moment ago. */
    restore: call.input(v.strictObject({ undo: s.Id })).output(nothing),
  },

  config: {
    /** Settings and registered engines as the text of one file. */
    export: call
      .input(v.strictObject({ environment: v.boolean() }))
      .output(v.strictObject({ name: v.string(), text: v.string() })),
    /** What such a file would change; nothing is changed. */
    preview: call.input(v.strictObject({ text: longText })).output(s.ConfigPreview),
    /** Adds the engines of a file that are chosen by their place in it, and takes over its settings. Starts nothing. */
    import: call
      .input(
        v.strictObject({
          text: longText,
          engines: v.pipe(list(v.pipe(v.number(), v.integer(), v.minValue(0))), v.maxLength(1000)),
          settings: v.boolean(),
          sandbox: v.boolean(),
          /** Of the preview's `weakens`, what is taken all the same. */
          weaken: v.optional(v.pipe(list(v.string()), v.maxLength(10_000)), []),
        }),
      )
      .output(imported),
  },

  bundle,
  jobs,
  journals,
  replay,
};
