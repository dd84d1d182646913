/**
 * The calls of the core: one typed table from which the clients, the handlers and the validation on both sides are
 * derived. Every call can be cancelled; long work is a stream with progress events.
 *
 * There are two tables. This one is open to every transport; `localContract` in `contract/local.ts` adds the calls that
 * take a path or a command and is reachable in process only.
 */
import { eventIterator } from '@orpc/contract';
import * as v from 'valibot';
import { call, deleted, imported, longText, nothing } from './contract/base.ts';
import { bundle, finding, journals, typing } from './contract/journals.ts';
import { evaluations } from './contract/evaluations.ts';
import { files } from './contract/files.ts';
import { jobs, probe } from './contract/jobs.ts';
import { library } from './contract/library.ts';
import { replay } from './contract/replay.ts';
import { report } from './contract/report.ts';
import { timeControlPattern } from '../play/time-control.ts';
import { list } from '../shapes/base.ts';
import * as s from './schemas/index.ts';

export {
  changeOf as settingChange,
  entries as settingEntries,
  valueOf as settingValue,
  type Entry as SettingEntry,
} from '../library/settings-table.ts';
export { measureOf } from '../evaluations/measure.ts';
export { pastedName } from '../shapes/files.ts';
export * as schemas from './schemas/index.ts';
export type * from './schemas/index.ts';

const line = v.pipe(v.string(), v.maxLength(65_536), v.regex(/^[^\n\r]*$/, 'a line has no line break'));

/** Selects journals whose last byte was written at least so many days ago; 0 selects all. */
const olderThan = v.strictObject({
  days: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36_500)),
});

const oneGame = v.strictObject({ game: s.Id });

const oneAnalysis = v.strictObject({ analysis: v.optional(s.Id) });

export const contract = {
  host: {
    /** A snapshot of the whole state, then numbered changes until the caller stops listening. */
    watch: call.output(eventIterator(s.HostEvent)),
  },

  /** The games that are open. */
  games: {
    /**
     * Opens a new game and shows it; `text` is a move list, a position or both, as the user pastes it. Without `players`
     * they are those of the last game of its kind, or people for a text.
     */
    create: call
      .input(
        v.strictObject({
          game: v.string(),
          setup: v.optional(s.Setup),
          text: v.optional(longText),
          players: v.optional(v.strictTuple([s.Player, s.Player])),
          /** `300+5` for the game, `1/30` for each move, in seconds; absent means no clock. */
          timeControl: v.optional(v.pipe(v.string(), v.regex(timeControlPattern))),
        }),
      )
      .output(v.strictObject({ game: s.Id })),
    show: call.input(oneGame).output(nothing),
    /** Shows the game of a kind that was touched last. */
    showKind: call.input(v.strictObject({ kind: v.string() })).output(nothing),
    close: call.input(oneGame).output(nothing),
    /** The games that are not open here, those touched last first. */
    others: call.output(eventIterator(s.OtherGame)),
    /** Opens a game that was closed, or whose host no longer runs. */
    reopen: call.input(oneGame).output(nothing),
    /** Opens a copy of a game that another host has open. */
    copy: call.input(oneGame).output(nothing),
  },

  /** One game that is open. */
  game: {
    /** Makes a move after a node: the child that has it, or a new variation. */
    play: call
      .input(v.strictObject({ at: s.Place, move: v.pipe(v.string(), v.maxLength(64)) }))
      .output(s.Reached),
    /** Shows a node of a game, and the game. */
    goTo: call.input(s.Place).output(s.Reached),
    edit: call.input(v.strictObject({ ...oneGame.entries, change: s.Change })).output(s.Reached),
    /** Takes back to the last turn of a human (or one turn, if only humans play). */
    takeBack: call.input(oneGame).output(s.Reached),
    undo: call.input(oneGame).output(s.Reached),
    redo: call.input(oneGame).output(s.Reached),
    setPlayer: call
      .input(v.strictObject({ ...oneGame.entries, seat: s.SeatIndex, player: s.Player }))
      .output(nothing),
    /** Engines move when it is their turn, from the node shown. */
    start: call.input(oneGame).output(nothing),
    stop: call.input(oneGame).output(nothing),
    /** The engine that is thinking moves at once with what it has. */
    moveNow: call.input(oneGame).output(nothing),
    /** The game as one HTML file that needs nothing else. */
    page: call.input(oneGame).output(v.strictObject({ name: v.string(), text: v.string() })),
  },

  engines: {
    /** Determines which protocols a program speaks, from its behaviour alone. */
    probe,
    /** Adds an executable that the picker showed, and checks first contact. */
    add: call
      .input(v.strictObject({ file: s.Id, folder: v.optional(s.Id), settings: s.EngineSettings }))
      .output(v.strictObject({ engine: s.Id })),
    /** The engines in a folder that the picker showed, found without starting them. */
    inFolder: call.input(v.strictObject({ folder: s.Id })).output(s.EngineFolder),
    /** Adds several executables in one change, and checks first contact with each, a few at a time. */
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
    /** Cancels waiting and running checks of first contact; the engines stay. */
    callOff: call.input(v.strictObject({ engines: list(s.Id) })).output(nothing),
    change: call.input(v.strictObject({ engine: s.Id, settings: s.EngineSettings })).output(nothing),
    remove: call.input(v.strictObject({ engine: s.Id })).output(nothing),
    /** Restores an engine that was removed since the host started. */
    restore: call.input(v.strictObject({ engine: s.Id })).output(nothing),
    /** Checks first contact: starts the engine, waits for its handshake, ends it. Its `contact` has the result. */
    check: call.input(v.strictObject({ engine: s.Id })).output(nothing),
    /** Stores option values, apart from those equal to the default, and sends them to running sessions. */
    setOptions: call.input(v.strictObject({ engine: s.Id, values: s.OptionValues })).output(nothing),
    press: call.input(v.strictObject({ engine: s.Id, option: v.string() })).output(nothing),
    /** Stores the scale on which reports judge an engine's scores, also of a bundled engine; null for none. */
    setScale: call.input(v.strictObject({ engine: s.Id, scale: v.nullable(s.EngineScale) })).output(nothing),
  },

  files,

  sessions: {
    /**
     * Batches of traffic from line `from` on, first the stored lines and then new ones, until the session ends. With
     * `beat`, each batch has the time up to which all lines have been sent; the first one comes at once, and empty ones
     * follow at intervals while there are no lines.
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
    /** Sends a line that the user typed. */
    send: call.input(v.strictObject({ session: s.Id, line })).output(nothing),
    ...typing,
    /** Restarts the session's engine for the same purpose. */
    restart: call.input(v.strictObject({ session: s.Id })).output(nothing),
    /** Ends the engine by the ladder: quit lines, end of stdin, TERM, KILL. */
    close: call.input(v.strictObject({ session: s.Id })).output(s.SessionEnding),
    /** Removes an ended session from the list; its journal stays. */
    dismiss: call.input(v.strictObject({ session: s.Id })).output(nothing),
    /** The whole journal as text, in pieces. */
    journal: call.input(v.strictObject({ session: s.Id })).output(eventIterator(v.string())),
    debug: call.input(v.strictObject({ session: s.Id, on: v.boolean() })).output(nothing),
    /**
     * The engine's own drawing of its board, and the position that it should show. The engine draws after it has
     * finished its present work.
     */
    draw: call.input(v.strictObject({ session: s.Id })).output(s.EngineDrawing),
  },

  finding,

  evaluations,

  analysis: {
    /**
     * Lets an engine analyse the place shown, and each later one, beside those that already do. One that does so with
     * the same protocol and options is not added again.
     */
    start: call
      .input(v.strictObject({ engine: s.Id, protocol: v.string(), ...v.partial(s.AnalysisChoices).entries }))
      .output(v.strictObject({ analysis: s.Id })),
    /** Starts one again, or all those of the kind of game shown that were stopped last. */
    resume: call.input(oneAnalysis).output(nothing),
    /** Stops one, or all; they are remembered. */
    stop: call.input(oneAnalysis).output(nothing),
    /** Stops one and forgets it. */
    remove: call.input(v.strictObject({ analysis: s.Id })).output(nothing),
    /** Other options restart the engine; another limit asks it again. */
    change: call
      .input(v.strictObject({ analysis: s.Id, ...v.partial(s.AnalysisChoices).entries }))
      .output(nothing),
    /**
     * The best line after a move at the place shown: an engine that analyses is asked move by move in a separate
     * session. A new call ends the previous one.
     */
    line: call
      .input(
        v.strictObject({
          at: s.Place,
          move: v.pipe(v.string(), v.maxLength(64)),
          /** The first one that runs if absent. */
          analysis: v.optional(s.Id),
        }),
      )
      .output(eventIterator(s.BestLineEvent)),
  },

  proofs: {
    /**
     * The line of proof after a move at the place shown: the best play of both sides as far as it is proven. A new call
     * ends the previous one.
     */
    line: call
      .input(v.strictObject({ at: s.Place, move: v.pipe(v.string(), v.maxLength(64)) }))
      .output(eventIterator(s.BestLineEvent)),
  },

  settings: {
    change: call.input(v.partial(s.Settings)).output(nothing),
    defaults: call.output(s.Settings),
  },

  storage: {
    /** Each stored thing with its size; a large folder is reported repeatedly while it is measured. */
    look: call.output(eventIterator(s.StoredPlace)),
    /** Shows a place in the file manager of the host's own machine. */
    show: call.input(v.strictObject({ place: s.StorePlace })).output(nothing),
    /** What `deleteJournals` would delete. */
    journals: call
      .input(olderThan)
      .output(v.strictObject({ files: v.number(), bytes: v.number(), inUse: v.number() })),
    /** Deletes journals of ended sessions of all Plywires on this home, never one whose session may still run. */
    deleteJournals: call.input(olderThan).output(deleted),
    /** Deletes the files that were put aside because they could not be read. */
    deleteAside: call.output(deleted),
    /** Deletes the scratch folders of engines, except those of engines with a running session in this host. */
    deleteScratch: call.output(deleted),
    /** Restores what a call deleted within the last minute. */
    restore: call.input(v.strictObject({ undo: s.Id })).output(nothing),
  },

  config: {
    /** The settings and registered engines as the text of one file. */
    export: call
      .input(v.strictObject({ environment: v.boolean() }))
      .output(v.strictObject({ name: v.string(), text: v.string() })),
    /** What such a file would change; changes nothing. */
    preview: call.input(v.strictObject({ text: longText })).output(s.ConfigPreview),
    /** Adds the engines at the given indices of a file, and applies its settings if asked to. Starts nothing. */
    import: call
      .input(
        v.strictObject({
          text: longText,
          engines: v.pipe(list(v.pipe(v.number(), v.integer(), v.minValue(0))), v.maxLength(1000)),
          settings: v.boolean(),
          sandbox: v.boolean(),
          /** The ids of the preview's `weakens` items to accept. */
          weaken: v.optional(v.pipe(list(v.string()), v.maxLength(10_000)), []),
        }),
      )
      .output(imported),
  },

  bundle,
  jobs,
  journals,
  library,
  replay,
  report,
};
