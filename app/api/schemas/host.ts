/** The whole state of the host, as a snapshot and then numbered changes. */
import * as v from 'valibot';
import { Settings } from '../../library/settings-table.ts';
import { AnalysisState } from '../../shapes/analysis.ts';
import { EngineState } from './engines.ts';
import { GameState } from './game.ts';
import { SessionState } from './sessions.ts';
import { AuditState } from '../../shapes/games.ts';
import { Capabilities, Command, ProtocolSetting } from '../../shapes/engines.ts';
import { count, Id, list } from '../../shapes/base.ts';

export const HostState = v.strictObject({
  about: v.strictObject({
    version: v.string(),
    platform: v.string(),
    home: v.string(),
    /** Why engines cannot be run in a sandbox here, in words; null where they can. */
    sandbox: v.nullable(v.string()),
    /** Every protocol the host speaks, with what its engines can do at the least. */
    protocols: list(
      v.strictObject({
        id: v.string(),
        name: v.string(),
        games: list(v.string()),
        capabilities: Capabilities,
        settings: list(ProtocolSetting),
        /** What a person can type, in the order of the text. */
        commands: list(Command),
      }),
    ),
  }),
  game: GameState,
  engines: list(EngineState),
  sessions: list(SessionState),
  analysis: AnalysisState,
  audit: AuditState,
  settings: Settings,
  /** The newest fault of the host itself (a full disk, a home that cannot be written), in words. */
  trouble: v.nullable(v.string()),
  /** What happened that a person may want to know and need not act on: each a sentence. */
  notices: list(v.string()),
});
export type HostState = v.InferOutput<typeof HostState>;

/** What is new in a list whose items have ids. */
const listChange = <const Item extends v.GenericSchema>(item: Item) =>
  v.strictObject({
    /** The ids of all that are in the list; absent where these and their order are as they were. */
    order: v.optional(list(Id)),
    /** Those that are new or have changed. */
    items: list(item),
  });

/** The moves from the first that has changed; there are `from` before them. Absent where all are as they were. */
const tailOf = <const Moves extends v.GenericSchema>(moves: Moves) =>
  v.optional(v.strictObject({ from: count, moves }));

/** What is new of the game on the board. */
const GameChange = v.strictObject({
  ...v.omit(GameState, ['moves']).entries,
  tail: tailOf(GameState.entries.moves),
});

/** What is new of an audit. */
const AuditChange = v.strictObject({
  ...v.omit(AuditState, ['moves']).entries,
  tail: tailOf(AuditState.entries.moves),
});

/** What is new in the state: lists by ids, the game and its audit by plies, anything else as a whole. */
export const HostChanges = v.partial(
  v.strictObject({
    ...HostState.entries,
    game: GameChange,
    audit: AuditChange,
    engines: listChange(EngineState),
    sessions: listChange(SessionState),
  }),
);
export type HostChanges = v.InferOutput<typeof HostChanges>;

/** A snapshot, then numbered changes, each of the state that those before it made. */
export const HostEvent = v.variant('kind', [
  v.strictObject({ kind: v.literal('snapshot'), seq: count, state: HostState }),
  v.strictObject({ kind: v.literal('changed'), seq: count, changes: HostChanges }),
]);
export type HostEvent = v.InferOutput<typeof HostEvent>;
