/** The whole state of the host, as a snapshot and then numbered changes. */
import * as v from 'valibot';
import { Settings } from '../../library/shapes.ts';
import { AnalysisState } from './analysis.ts';
import { AuditState } from './audit.ts';
import { count } from './base.ts';
import { ProtocolCommand } from './commands.ts';
import { EngineState } from './engines.ts';
import { GameState } from './game.ts';
import { Capabilities, SessionState } from './sessions.ts';

/** Something in which engines of one protocol differ; `auto` is found out. */
export const ProtocolSetting = v.strictObject({
  id: v.string(),
  label: v.string(),
  help: v.string(),
  values: v.array(v.strictObject({ value: v.string(), label: v.string() })),
  default: v.string(),
  /** It is how long an engine may think, where no line tells it. */
  isLimit: v.optional(v.boolean()),
});
export type ProtocolSetting = v.InferOutput<typeof ProtocolSetting>;

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
        settings: v.array(ProtocolSetting),
        /** What a person can type, in the order of the text. */
        commands: v.array(ProtocolCommand),
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
export type HostState = v.InferOutput<typeof HostState>;

/** A snapshot, then numbered changes; each replaces whole slices of the state. */
export const HostEvent = v.variant('kind', [
  v.strictObject({ kind: v.literal('snapshot'), seq: count, state: HostState }),
  v.strictObject({ kind: v.literal('changed'), seq: count, changes: v.partial(HostState) }),
]);
export type HostEvent = v.InferOutput<typeof HostEvent>;
