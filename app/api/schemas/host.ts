/** The whole state of the host, as a snapshot and then numbered changes. */
import * as v from 'valibot';
import { Settings } from '../../library/settings-table.ts';
import { AnalysisState } from '../../shapes/analysis.ts';
import { EngineState } from './engines.ts';
import { GameHeader, GameState } from './game.ts';
import { SessionState } from './sessions.ts';
import { EvaluationsState } from '../../shapes/evaluations.ts';
import { ProofState } from '../../shapes/proofs.ts';
import { ReportedMove, ReportState } from '../../shapes/report.ts';
import { Capabilities, Command, ProtocolSetting } from '../../shapes/engines.ts';
import { count, Id, list } from '../../shapes/base.ts';
import { NodeId, SavedNode } from '../../shapes/tree.ts';

export const HostState = v.strictObject({
  about: v.strictObject({
    version: v.string(),
    platform: v.string(),
    home: v.string(),
    /** Why engines cannot run in a sandbox here, in words; null if they can. */
    sandbox: v.nullable(v.string()),
    /** Every protocol of the host, with the capabilities that all of its engines have. */
    protocols: list(
      v.strictObject({
        id: v.string(),
        name: v.string(),
        shortName: v.string(),
        games: list(v.string()),
        capabilities: Capabilities,
        settings: list(ProtocolSetting),
        /** The commands that a user can type, in the order of the protocol's text. */
        commands: list(Command),
      }),
    ),
  }),
  /** Those that are open, the one touched last first. */
  games: list(GameHeader),
  /** The one shown. */
  game: GameState,
  engines: list(EngineState),
  sessions: list(SessionState),
  /** The engines that analyse the kind of game shown or have done so, by their letters. */
  analyses: list(AnalysisState),
  report: ReportState,
  /** The moves of the report's game about which something is known. */
  reportMoves: list(ReportedMove),
  proofs: ProofState,
  evaluations: EvaluationsState,
  settings: Settings,
  /** The current problems of the host itself, such as a full disk, in words; null if there are none. */
  trouble: v.nullable(v.string()),
  /** Events that may interest the user but need no action, each as a sentence. */
  notices: list(v.string()),
});
export type HostState = v.InferOutput<typeof HostState>;

/** The changes of a list whose items have ids. */
const listChange = <const Item extends v.GenericSchema>(item: Item) =>
  v.strictObject({
    /** The ids of all items, in order; absent if unchanged. */
    order: v.optional(list(Id)),
    /** The new and changed items. */
    items: list(item),
  });

/** What is new of the game shown: all of it but its nodes, and the nodes that are new or have changed. */
const GameChange = v.strictObject({
  rest: v.omit(GameState, ['nodes']),
  /** Another game is shown: these are all of its nodes. */
  isWhole: v.optional(v.literal(true)),
  nodes: list(v.tuple([NodeId, SavedNode])),
});

/** What is new about the place and the game shown. */
const EvaluationsChange = v.strictObject({
  /** Absent if it is as before. */
  rest: v.optional(v.omit(EvaluationsState, ['nodes'])),
  /** Nothing is known about other nodes. */
  isWhole: v.optional(v.literal(true)),
  /** Those of which something else is known; without figures, nothing is known any more. */
  nodes: EvaluationsState.entries.nodes,
});

/** What is new in the state: lists by ids, the game and evaluations by nodes, anything else as a whole. */
export const HostChanges = v.partial(
  v.strictObject({
    ...HostState.entries,
    games: listChange(GameHeader),
    game: GameChange,
    reportMoves: listChange(ReportedMove),
    analyses: listChange(AnalysisState),
    evaluations: EvaluationsChange,
    engines: listChange(EngineState),
    sessions: listChange(SessionState),
  }),
);
export type HostChanges = v.InferOutput<typeof HostChanges>;

/** A snapshot, then numbered changes; each applies to the state after the previous event. */
export const HostEvent = v.variant('kind', [
  v.strictObject({ kind: v.literal('snapshot'), seq: count, state: HostState }),
  v.strictObject({ kind: v.literal('changed'), seq: count, changes: HostChanges }),
]);
export type HostEvent = v.InferOutput<typeof HostEvent>;
