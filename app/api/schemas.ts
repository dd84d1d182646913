/**
 * The shapes that cross the contract, validated at the door. Types are inferred from the schemas, so a
 * shape is written once.
 */
import * as v from 'valibot';

const text = (most: number) => v.pipe(v.string(), v.maxLength(most));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Ids are made by the host: short, and never a path. */
export const Id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/, 'not an id'));
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

export const EngineOption = v.variant('type', [
  v.strictObject({ type: v.literal('check'), name: v.string(), default: v.boolean() }),
  v.strictObject({
    type: v.literal('spin'),
    name: v.string(),
    default: v.number(),
    min: v.number(),
    max: v.number(),
  }),
  v.strictObject({
    type: v.literal('combo'),
    name: v.string(),
    default: v.string(),
    vars: v.array(v.string()),
  }),
  v.strictObject({ type: v.literal('button'), name: v.string() }),
  v.strictObject({ type: v.literal('string'), name: v.string(), default: v.string() }),
  v.strictObject({ type: v.literal('unreadable'), name: v.string(), line: v.string(), fault: v.string() }),
]);

/** Option values by option name, as text; the engine's own defaults are not listed. */
export const OptionValues = v.record(text(256), text(4096));

export const Limit = v.variant('kind', [
  v.strictObject({
    kind: v.literal('time'),
    seconds: v.pipe(v.number(), v.minValue(0.01), v.maxValue(86_400)),
  }),
  v.strictObject({
    kind: v.literal('depth'),
    plies: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
  }),
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
  rung: v.string(),
});

export const EngineIdentity = v.strictObject({
  name: v.nullable(v.string()),
  author: v.nullable(v.string()),
});

/** What first contact with an engine found. */
export const Contact = v.variant('state', [
  v.strictObject({ state: v.literal('unknown') }),
  v.strictObject({ state: v.literal('checking') }),
  v.strictObject({ state: v.literal('ok') }),
  v.strictObject({ state: v.literal('failed'), ending: SessionEnding }),
]);

/** What a person may set about an engine. */
export const EngineSettings = v.strictObject({
  name: v.pipe(text(200), v.trim(), v.minLength(1, 'an engine needs a name')),
  protocol: v.string(),
  args: v.array(text(4096)),
  environment: v.record(
    v.pipe(v.string(), v.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'not a variable name')),
    text(32_768),
  ),
});

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
  purpose: v.picklist(['analysis', 'first player', 'second player', 'contact', 'command line']),
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

export const Player = v.variant('kind', [
  v.strictObject({ kind: v.literal('human') }),
  v.strictObject({
    kind: v.literal('engine'),
    engine: Id,
    protocol: v.string(),
    limit: Limit,
    options: OptionValues,
  }),
]);

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
  /** How the game ended at the last move; null while it goes on. */
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
  winningMoves: v.nullable(v.array(v.string())),
  depth: v.nullable(count),
  nodes: v.nullable(v.number()),
  seconds: v.number(),
  truncated: v.boolean(),
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
});

// --- the host ----------------------------------------------------------------------------------

export const Settings = v.strictObject({
  theme: v.picklist(['system', 'light', 'dark']),
  flipped: v.boolean(),
  /** Milliseconds. */
  deadlines: v.strictObject({
    handshake: v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(600_000)),
    ready: v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(600_000)),
    stop: v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(600_000)),
  }),
  /** Pixels; the window clamps them to what fits. */
  layout: v.strictObject({
    columnWidth: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(2000)),
    dockHeight: v.pipe(v.number(), v.integer(), v.minValue(80), v.maxValue(2000)),
    dockOpen: v.boolean(),
  }),
});

export const HostState = v.strictObject({
  about: v.strictObject({ version: v.string(), platform: v.string(), home: v.string() }),
  game: GameState,
  engines: v.array(EngineState),
  sessions: v.array(SessionState),
  analysis: AnalysisState,
  settings: Settings,
  /** The newest fault of the host itself (a full disk, a home that cannot be written), in words. */
  trouble: v.nullable(v.string()),
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
