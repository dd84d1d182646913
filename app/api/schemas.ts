/**
 * The shapes that cross the contract, validated at the door. Types are inferred from the schemas, so a
 * shape is written once.
 */
import * as v from 'valibot';

import {
  EngineIdentity,
  EngineOption,
  EngineSettings,
  Id,
  keptPlaces,
  Limit,
  OptionValues,
  places,
  Player,
  Settings,
  TimeLimit,
} from '../library/shapes.ts';

export { EngineIdentity, EngineOption, EngineSettings, Id, Limit, OptionValues, Player, Settings, TimeLimit };

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const SeatIndex = v.picklist([0, 1]);

// --- engines -----------------------------------------------------------------------------------

export const Score = v.variant('type', [
  v.strictObject({
    type: v.literal('decisive'),
    winner: v.picklist(['mover', 'opponent']),
    plies: count,
  }),
  v.strictObject({ type: v.literal('static'), value: v.number() }),
]);

export const EndingWord = v.picklist([
  'unstartable',
  'handshake',
  'crashed',
  'stalled',
  'malformed',
  'limit',
  'quit',
  'void',
]);

/** How a session ended; the fields of `SessionEnding`. */
export const SessionEnding = v.strictObject({
  word: EndingWord,
  reason: v.string(),
  advice: v.string(),
  exitCode: v.nullable(v.number()),
  signal: v.nullable(v.string()),
  lastHeard: v.nullable(v.string()),
  stderrTail: v.array(v.string()),
  rung: v.picklist(['by itself', 'quit lines', 'stdin closed', 'TERM', 'KILL']),
});

/** What first contact with an engine found. */
export const Contact = v.variant('state', [
  v.strictObject({ state: v.literal('unknown') }),
  /** For its turn. */
  v.strictObject({ state: v.literal('waiting') }),
  v.strictObject({ state: v.literal('checking') }),
  v.strictObject({ state: v.literal('ok') }),
  v.strictObject({ state: v.literal('failed'), ending: SessionEnding }),
]);

export const EngineState = v.strictObject({
  id: Id,
  ...EngineSettings.entries,
  bundled: v.boolean(),
  /** Every protocol the engine is known to speak; a person's engine has the one it was added with. */
  protocols: v.array(v.string()),
  games: v.array(v.string()),
  /** To be read by a person only; nothing takes it back as input. */
  location: v.string(),
  folder: v.nullable(v.string()),
  /** The program that runs the file, for example `python3`. */
  interpreter: v.nullable(v.string()),
  contact: Contact,
  identity: v.nullable(EngineIdentity),
  options: v.array(EngineOption),
  values: OptionValues,
});

// --- sessions ----------------------------------------------------------------------------------

export const Oddity = v.strictObject({ name: v.string(), clause: v.string(), text: v.string() });

export const TrafficLine = v.strictObject({
  seq: count,
  at: v.number(),
  direction: v.picklist(['sent', 'heard', 'stderr', 'note']),
  text: v.string(),
  byHand: v.boolean(),
  cut: count,
  oddities: v.array(Oddity),
});

export const Capabilities = v.strictObject({
  stop: v.boolean(),
  analyse: v.boolean(),
  time: v.boolean(),
  depth: v.boolean(),
  setPosition: v.picklist(['any', 'replay', 'none']),
  score: v.boolean(),
  scoresPerMove: v.boolean(),
  options: v.boolean(),
  debug: v.boolean(),
  ping: v.boolean(),
});

export const SessionState = v.strictObject({
  id: Id,
  engine: Id,
  title: v.string(),
  protocol: v.string(),
  purpose: v.picklist([
    'analysis',
    'best line',
    'audit',
    'first player',
    'second player',
    'contact',
    'command line',
  ]),
  state: v.picklist([
    'starting',
    'new',
    'handshake',
    'idle',
    'preparing',
    'thinking',
    'stopping',
    'quitting',
    'closing',
    'ended',
  ]),
  identity: EngineIdentity,
  capabilities: Capabilities,
  ending: v.nullable(SessionEnding),
  /** The program has been built again since it started. */
  rebuilt: v.boolean(),
  /** The session that took the place of this one when it was restarted. */
  successor: v.nullable(Id),
  startedAt: v.string(),
  journalBytes: count,
});

export const LineBatch = v.strictObject({
  lines: v.array(TrafficLine),
  /** Lines that the host's view has let go so far; the journal has them. */
  forgotten: count,
});

// --- the game ----------------------------------------------------------------------------------

export const Setup = v.record(v.string(), v.pipe(v.number(), v.integer()));

export const GameEnding = v.strictObject({
  word: v.picklist(['win', 'draw', 'illegal', 'time', 'malformed', 'crashed', 'stalled', 'void']),
  /** Null for a draw and for `void`. */
  winner: v.nullable(SeatIndex),
  /** Whose fault it was, where it was one. */
  fault: v.nullable(SeatIndex),
  /** The rule's name, or one sentence of what happened. */
  reason: v.string(),
  advice: v.string(),
});

/** What names one position of one game: the game's key and how many moves of it have been made. */
export const Place = v.strictObject({ key: Id, cursor: count });

export const GameState = v.strictObject({
  key: Id,
  gameId: v.string(),
  setup: Setup,
  /** Position text of the start; null is the initial position of the setup. */
  start: v.nullable(v.string()),
  /** Canonical move texts, from the start. */
  moves: v.array(v.string()),
  cursor: count,
  players: v.tuple([Player, Player]),
  /** Engines are asked when it is their turn. */
  running: v.boolean(),
  /** The seat whose engine is being asked. */
  thinking: v.nullable(SeatIndex),
  /** How the game ended at the place shown; null while it goes on there. */
  ending: v.nullable(GameEnding),
  canUndo: v.boolean(),
  canRedo: v.boolean(),
});

// --- analysis ----------------------------------------------------------------------------------

/** One round of thinking as clients see it: moves as canonical text. */
export const Report = v.strictObject({
  /** Null when the engine named no move that could be read. */
  bestmove: v.nullable(v.string()),
  /** The engine's own words for its answer. */
  text: v.string(),
  /** Why the answer is no legal move; null when it is one. */
  fault: v.nullable(v.string()),
  score: v.nullable(Score),
  scores: v.nullable(v.record(v.string(), Score)),
  /** What a static score times this is on the engine's own scale, whatever depth it was found at. */
  staticScale: v.number(),
  winningMoves: v.nullable(v.array(v.string())),
  depth: v.nullable(count),
  nodes: v.nullable(v.number()),
  seconds: v.number(),
  truncated: v.boolean(),
  /** Play was followed to the end of the game, so that a static score of 0 is a draw. */
  exhaustive: v.boolean(),
});

export const AnalysisState = v.strictObject({
  engine: v.nullable(Id),
  protocol: v.nullable(v.string()),
  session: v.nullable(Id),
  state: v.picklist(['off', 'starting', 'thinking', 'stopping', 'done', 'refused', 'failed']),
  /** The place that `report` and `state` speak of. */
  place: v.nullable(Place),
  report: v.nullable(Report),
  /** Nodes or plies of the round under way, where the engine tells. */
  nodes: v.nullable(v.number()),
  /** Why there is nothing to show (refused, failed), in words. */
  reason: v.nullable(v.string()),
  /** How often a crash was answered by a restart; null while there was none. */
  restarts: v.nullable(v.strictObject({ made: count, most: count, seconds: v.number(), left: v.boolean() })),
});

/** How a game ends with best play; `ply` counts the moves of the line, the last one included. */
export const Forecast = v.union([
  v.strictObject({ winner: SeatIndex, ply: count }),
  v.strictObject({ winner: v.null() }),
]);

/** The line of play that follows a move, ply by ply, the move itself first. */
export const LineEvent = v.variant('kind', [
  v.strictObject({
    kind: v.literal('move'),
    ply: count,
    seat: SeatIndex,
    move: v.string(),
    /** What was proven when the move was chosen; null for an estimate, and for the first move. */
    forecast: v.nullable(Forecast),
  }),
  v.strictObject({
    kind: v.literal('end'),
    /** The game is over where the line ends. */
    over: v.boolean(),
    /** Who has won there; null for a draw, and where the game goes on. */
    winner: v.nullable(SeatIndex),
    /** The rule that ended the game, or why the line stops before. */
    reason: v.string(),
    /** Every move behind the first was proven to be the best. */
    proven: v.boolean(),
  }),
]);

// --- the audit of a game --------------------------------------------------------------------------

/** What a position is worth to the side to move; `plies` until the end, its own move included. */
export const Truth = v.variant('outcome', [
  v.strictObject({ outcome: v.picklist(['win', 'loss']), plies: count }),
  v.strictObject({ outcome: v.literal('draw') }),
]);

/** What a move threw away. */
export const Turn = v.picklist(['win to draw', 'win to loss', 'draw to loss']);

export const AuditedMove = v.strictObject({
  ply: count,
  seat: SeatIndex,
  move: v.string(),
  /** The best there was; null where it could not be proven. */
  was: v.nullable(Truth),
  /** What the move kept of it. */
  is: v.nullable(Truth),
  best: v.array(v.string()),
  turn: v.nullable(Turn),
});

export const SideCount = v.strictObject({
  moves: count,
  proven: count,
  turns: v.strictObject({ 'win to draw': count, 'win to loss': count, 'draw to loss': count }),
});

export const AuditState = v.strictObject({
  state: v.picklist(['off', 'running', 'done', 'failed']),
  /** The game that the moves below are of, and what they were called then. */
  key: v.nullable(Id),
  moves: v.array(AuditedMove),
  /** How many moves there are to audit. */
  total: count,
  sides: v.nullable(v.tuple([SideCount, SideCount])),
  reason: v.nullable(v.string()),
});

// --- the host ----------------------------------------------------------------------------------

export const HostState = v.strictObject({
  about: v.strictObject({
    version: v.string(),
    platform: v.string(),
    home: v.string(),
    /** Why engines cannot be run in a sandbox here, in words; null where they can. */
    sandbox: v.nullable(v.string()),
    /** Every protocol the host speaks, with what its engines can do at the least. */
    protocols: v.array(
      v.strictObject({
        id: v.string(),
        name: v.string(),
        games: v.array(v.string()),
        capabilities: Capabilities,
      }),
    ),
  }),
  game: GameState,
  engines: v.array(EngineState),
  sessions: v.array(SessionState),
  analysis: AnalysisState,
  audit: AuditState,
  settings: Settings,
  /** The newest fault of the host itself (a full disk, a home that cannot be written), in words. */
  trouble: v.nullable(v.string()),
  /** What happened that a person may want to know and need not act on: each a sentence. */
  notices: v.array(v.string()),
});

/** A snapshot, then numbered changes; each replaces whole slices of the state. */
export const HostEvent = v.variant('kind', [
  v.strictObject({ kind: v.literal('snapshot'), seq: count, state: HostState }),
  v.strictObject({ kind: v.literal('changed'), seq: count, changes: v.partial(HostState) }),
]);

// --- files -------------------------------------------------------------------------------------

/** One row of the picker; `id` stands for the path, which stays in the host. */
export const FileEntry = v.strictObject({
  id: Id,
  name: v.string(),
  kind: v.picklist(['folder', 'file']),
  /** The system would run it as it is. */
  executable: v.boolean(),
  /** The program that would run it, proposed by its ending: `python3`. */
  interpreter: v.nullable(v.string()),
});

export const Folder = v.strictObject({
  id: Id,
  /** For reading only. */
  path: v.string(),
  parent: v.nullable(Id),
  entries: v.array(FileEntry),
  /** Entries that did not fit. */
  omitted: count,
});

/** The engines that were found in a folder. */
export const EngineFolder = v.strictObject({
  engines: v.array(
    v.strictObject({
      /** The id that the picker has for the file. */
      file: Id,
      /** What it is called on disk. */
      fileName: v.string(),
      /** A proposal that no other engine has. */
      name: v.string(),
      interpreter: v.nullable(v.string()),
      /** An engine of this file is registered. */
      known: v.boolean(),
    }),
  ),
  /** Engines that were too many. */
  omitted: count,
});

// --- what is kept ------------------------------------------------------------------------------

/** By name, never by path. */
export const StorePlace = v.picklist(places);

export const StoredPlace = v.strictObject({
  place: v.picklist(keptPlaces),
  /** For reading only. */
  path: v.string(),
  files: count,
  bytes: count,
  /** The last word on it. */
  done: v.boolean(),
});

/** What an exported file would change. */
export const ConfigPreview = v.strictObject({
  /** The file's; null where they are as they are here. */
  settings: v.nullable(Settings),
  /** In the order of the file. */
  engines: v.array(
    v.strictObject({
      /** What it would be called. */
      name: v.string(),
      /** All that it would be started with, to be read by a person. */
      command: v.string(),
      /** `known` where the same program is registered with the same arguments. */
      state: v.picklist(['new', 'known', 'left out']),
      /** Why it is left out. */
      reason: v.nullable(v.string()),
      /** Variables that were exported without their values. */
      environmentLeftOut: v.array(v.string()),
    }),
  ),
});
