/**
 * What a client may ask of the core: one typed table from which the clients, the handlers and the
 * validation of both are made. Every call can be cancelled; long work is a stream that tells its progress.
 *
 * Two tables: `contract` is open to every transport; `localContract` adds what takes a path or a command
 * and is reachable in process only.
 */
import { eventIterator, oc } from '@orpc/contract';
import * as v from 'valibot';
import * as s from './schemas.ts';

export * as schemas from './schemas.ts';

/**
 * Every refusal that a person is to read is `REFUSED`: the message says what and where, `advice` what to
 * do next. An error of another status is not taken for the one that is declared here.
 */
const call = oc.errors({ REFUSED: { status: 409, data: v.strictObject({ advice: v.string() }) } });

const nothing = v.void();
const line = v.pipe(v.string(), v.maxLength(65_536), v.regex(/^[^\n\r]*$/, 'a line has no line break'));
const longText = v.pipe(v.string(), v.maxLength(1_000_000));

/** The line of play that a job is about: from `position`, or the initial one of `setup`, by `moves`. */
const lineTexts = {
  game: v.string(),
  setup: v.optional(s.Setup),
  position: v.optional(longText),
  moves: v.optional(longText),
};

/** An engine for a job; without `protocol` it is asked over its usual one. */
const hired = {
  engine: s.Id,
  protocol: v.optional(v.string()),
  limit: s.Limit,
  options: v.optional(s.OptionValues),
};

/** Days since the last byte was written; 0 is all of them. */
const olderThan = v.strictObject({
  days: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36_500)),
});

/** `undo` brings it back for a minute; null where nothing was deleted. */
const deleted = v.strictObject({ files: v.number(), undo: v.nullable(s.Id) });

const added = v.array(v.strictObject({ engine: s.Id, name: v.string() }));

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
    /** Takes back to the last turn of a human (or one turn, where nobody else plays). */
    takeBack: call.output(nothing),
    undo: call.output(nothing),
    redo: call.output(nothing),
    setPlayer: call.input(v.strictObject({ seat: s.SeatIndex, player: s.Player })).output(nothing),
    /** Engines move when it is their turn, from the place shown. */
    start: call.output(nothing),
    stop: call.output(nothing),
    /** The engine that is thinking moves at once with what it has. */
    moveNow: call.output(nothing),
  },

  engines: {
    /** Adds an executable that the picker showed, and checks first contact. */
    add: call
      .input(v.strictObject({ file: s.Id, folder: v.optional(s.Id), settings: s.EngineSettings }))
      .output(v.strictObject({ engine: s.Id })),
    /** The engines in a folder that the picker showed, as far as can be told without starting them. */
    inFolder: call.input(v.strictObject({ folder: s.Id })).output(s.EngineFolder),
    /** Adds several executables of one protocol as one change, and checks first contact with each in turn. */
    addAll: call
      .input(
        v.strictObject({
          engines: v.pipe(
            v.array(v.strictObject({ file: s.Id, name: s.EngineSettings.entries.name })),
            v.minLength(1, 'choose an engine'),
            v.maxLength(100, 'at most 100 engines are added at once'),
          ),
          protocol: v.string(),
        }),
      )
      .output(v.strictObject({ engines: v.array(s.Id) })),
    /** Calls off checks of first contact that wait or are under way; the engines stay. */
    callOff: call.input(v.strictObject({ engines: v.array(s.Id) })).output(nothing),
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
    roots: call.output(v.array(v.strictObject({ id: s.Id, name: v.string() }))),
    list: call.input(v.strictObject({ folder: s.Id })).output(s.Folder),
  },

  sessions: {
    /** Batches of traffic from `from` on: what is there, then what comes. Ends with the session. */
    lines: call
      .input(v.strictObject({ session: s.Id, from: v.pipe(v.number(), v.integer(), v.minValue(0)) }))
      .output(eventIterator(s.LineBatch)),
    /** A line typed by hand. */
    send: call.input(v.strictObject({ session: s.Id, line })).output(nothing),
    /** Starts the session's engine anew for the same purpose. */
    restart: call.input(v.strictObject({ session: s.Id })).output(nothing),
    /** Ends the engine by the ladder. */
    close: call.input(v.strictObject({ session: s.Id })).output(s.SessionEnding),
    /** Takes an ended session off the list; its journal stays. */
    dismiss: call.input(v.strictObject({ session: s.Id })).output(nothing),
    /** The whole journal as text, piece by piece. */
    journal: call.input(v.strictObject({ session: s.Id })).output(eventIterator(v.string())),
    debug: call.input(v.strictObject({ session: s.Id, on: v.boolean() })).output(nothing),
  },

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
      .output(eventIterator(s.LineEvent)),
  },

  audit: {
    /** Holds every move of the game on the board against what the engine proves, in a session of its own. */
    start: call.input(v.strictObject({ engine: s.Id, protocol: v.string() })).output(nothing),
    /** Ends an audit under way, or clears the marks of one that is done. */
    stop: call.output(nothing),
  },

  settings: {
    change: call.input(v.partial(s.Settings)).output(nothing),
    /** What they are before anybody changed them. */
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
          engines: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0))), v.maxLength(1000)),
          settings: v.boolean(),
          sandbox: v.boolean(),
        }),
      )
      .output(v.strictObject({ added })),
  },

  jobs: {
    perft: call
      .input(
        v.strictObject({
          ...lineTexts,
          depth: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(64)),
        }),
      )
      .output(
        eventIterator(
          v.variant('kind', [
            /** `share` of the tree that is done, 0 to 1. */
            v.strictObject({ kind: v.literal('progress'), nodes: v.number(), share: v.number() }),
            v.strictObject({ kind: v.literal('result'), nodes: v.number(), seconds: v.number() }),
          ]),
        ),
      ),
    /** One analysis from start to finish in a session of its own. */
    analyse: call.input(v.strictObject({ ...lineTexts, ...hired })).output(
      eventIterator(
        v.variant('kind', [
          v.strictObject({ kind: v.literal('info'), text: v.string() }),
          v.strictObject({ kind: v.literal('progress'), nodes: v.number() }),
          v.strictObject({ kind: v.literal('oddity'), oddity: s.Oddity }),
          v.strictObject({
            kind: v.literal('report'),
            final: v.boolean(),
            report: s.Report,
            /** What a game would end as for the answer; null when it is a legal move. */
            fault: v.nullable(s.GameEnding.entries.word),
          }),
          /** The engine lives on but gives no answer. */
          v.strictObject({ kind: v.literal('failed'), reason: v.string() }),
          v.strictObject({ kind: v.literal('ended'), ending: s.SessionEnding }),
        ]),
      ),
    ),
    /** Every move from the start position on held against what the engine proves; `limit` is for each position. */
    audit: call
      .input(v.strictObject({ ...lineTexts, ...hired, limit: s.TimeLimit }))
      .output(
        eventIterator(
          v.variant('kind', [
            v.strictObject({ kind: v.literal('move'), audited: s.AuditedMove }),
            v.strictObject({ kind: v.literal('summary'), sides: v.tuple([s.SideCount, s.SideCount]) }),
            v.strictObject({ kind: v.literal('failed'), reason: v.string() }),
            v.strictObject({ kind: v.literal('ended'), ending: s.SessionEnding }),
          ]),
        ),
      ),
    /** One game between two engines in sessions of their own. */
    play: call
      .input(
        v.strictObject({
          ...lineTexts,
          players: v.tuple([v.strictObject(hired), v.strictObject(hired)]),
        }),
      )
      .output(
        eventIterator(
          v.variant('kind', [
            v.strictObject({
              kind: v.literal('move'),
              ply: v.number(),
              seat: s.SeatIndex,
              move: v.string(),
              report: s.Report,
            }),
            v.strictObject({
              kind: v.literal('result'),
              moves: v.array(v.string()),
              ending: s.GameEnding,
              /** The session's own ending where an engine failed. */
              session: v.nullable(s.SessionEnding),
            }),
          ]),
        ),
      ),
  },
};

/** An engine as the command line names it. */
const EngineWords = v.strictObject({
  /** A bundled name, a registered name or id, a path, or `key=value` words with a `cmd`. */
  text: v.pipe(v.string(), v.minLength(1)),
  protocol: v.optional(v.string()),
  args: v.array(v.string()),
  /** In the sandbox or not; what new engines do where it is left out. */
  sandbox: v.optional(v.boolean()),
  /** The folder that relative paths start from. */
  folder: v.string(),
});

export const localContract = {
  ...contract,
  local: {
    /** Finds or makes the engine that the words mean; one that is not registered lives for this process. */
    engine: call.input(EngineWords).output(
      v.strictObject({
        engine: s.Id,
        name: v.string(),
        protocol: v.string(),
        options: s.OptionValues,
      }),
    ),
    /** Registers an executable by path. */
    addEngine: call
      .input(v.strictObject({ ...EngineWords.entries, name: v.optional(s.EngineSettings.entries.name) }))
      .output(v.strictObject({ engine: s.Id })),
    /** Registers every executable of a folder that is not registered yet. */
    addFolder: call
      .input(
        v.strictObject({
          folder: v.string(),
          protocol: v.optional(v.string()),
          args: v.array(v.string()),
          sandbox: v.optional(v.boolean()),
        }),
      )
      .output(
        v.strictObject({
          added,
          /** Engines that were registered before. */
          known: v.number(),
          /** Engines that were too many for one go. */
          omitted: v.number(),
        }),
      ),
    removeEngine: call.input(v.strictObject({ name: v.string() })).output(v.strictObject({ engine: s.Id })),
    engines: call.output(v.array(s.EngineState)),
    /** As `config.preview` and `config.import` of every engine, wherever the programs are. */
    previewConfig: call.input(v.strictObject({ text: longText })).output(s.ConfigPreview),
    importConfig: call
      .input(v.strictObject({ text: longText, sandbox: v.boolean() }))
      .output(v.strictObject({ added })),
  },
};

export type HostState = v.InferOutput<typeof s.HostState>;
export type HostEvent = v.InferOutput<typeof s.HostEvent>;
export type GameState = v.InferOutput<typeof s.GameState>;
export type GameEnding = v.InferOutput<typeof s.GameEnding>;
export type Player = v.InferOutput<typeof s.Player>;
export type Place = v.InferOutput<typeof s.Place>;
export type EngineState = v.InferOutput<typeof s.EngineState>;
export type EngineSettings = v.InferOutput<typeof s.EngineSettings>;
export type EngineOption = v.InferOutput<typeof s.EngineOption>;
export type OptionValues = v.InferOutput<typeof s.OptionValues>;
export type SessionState = v.InferOutput<typeof s.SessionState>;
export type SessionEnding = v.InferOutput<typeof s.SessionEnding>;
export type TrafficLine = v.InferOutput<typeof s.TrafficLine>;
export type LineBatch = v.InferOutput<typeof s.LineBatch>;
export type AnalysisState = v.InferOutput<typeof s.AnalysisState>;
export type Forecast = v.InferOutput<typeof s.Forecast>;
export type LineEvent = v.InferOutput<typeof s.LineEvent>;
export type AuditState = v.InferOutput<typeof s.AuditState>;
export type AuditedMove = v.InferOutput<typeof s.AuditedMove>;
export type SideCount = v.InferOutput<typeof s.SideCount>;
export type Truth = v.InferOutput<typeof s.Truth>;
export type Report = v.InferOutput<typeof s.Report>;
export type Score = v.InferOutput<typeof s.Score>;
export type Limit = v.InferOutput<typeof s.Limit>;
export type Settings = v.InferOutput<typeof s.Settings>;
export type Folder = v.InferOutput<typeof s.Folder>;
export type EngineFolder = v.InferOutput<typeof s.EngineFolder>;
export type StorePlace = v.InferOutput<typeof s.StorePlace>;
export type StoredPlace = v.InferOutput<typeof s.StoredPlace>;
export type ConfigPreview = v.InferOutput<typeof s.ConfigPreview>;
export type FileEntry = v.InferOutput<typeof s.FileEntry>;
