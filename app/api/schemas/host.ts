/** The whole state of the host, as a snapshot and then numbered changes. */
import * as v from 'valibot';
import { Settings } from '../../library/shapes.ts';
import { AnalysisState } from './analysis.ts';
import { EngineState } from './engines.ts';
import { GameState } from './game.ts';
import { SessionState } from './sessions.ts';
import { AuditState } from '../../shapes/games.ts';
import { Capabilities, Command, ProtocolSetting } from '../../shapes/engines.ts';
import { count, list } from '../../shapes/base.ts';

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

/** A snapshot, then numbered changes; each replaces whole slices of the state. */
export const HostEvent = v.variant('kind', [
  v.strictObject({ kind: v.literal('snapshot'), seq: count, state: HostState }),
  v.strictObject({ kind: v.literal('changed'), seq: count, changes: v.partial(HostState) }),
]);
export type HostEvent = v.InferOutput<typeof HostEvent>;
