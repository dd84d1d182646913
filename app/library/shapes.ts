/** The schemas of stored values; files read back from disk are validated like any other input. */
import * as v from 'valibot';
import { EngineIdentity, EngineOption, Limit, OptionValues, ProtocolSettings } from '../shapes/engines.ts';
import { Id, list, text } from '../shapes/base.ts';
import { EngineScale } from '../shapes/report.ts';

/** The fields of an engine that the user can set. */
export const EngineSettings = v.strictObject({
  name: v.pipe(text(200), v.trim(), v.minLength(1, 'an engine needs a name')),
  protocol: v.string(),
  args: list(text(4096)),
  environment: v.record(
    v.pipe(v.string(), v.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'not a variable name')),
    text(32_768),
  ),
  /** If true, the engine runs in the sandbox or not at all. */
  sandbox: v.boolean(),
  /** Whether it may write to its working folder in the sandbox; missing in older files. */
  writesFolder: v.optional(v.boolean(), false),
  /** The chosen values of its protocol's settings, by id; missing in older files. */
  dialect: v.optional(ProtocolSettings, {}),
  /** When a fall of its static score is an error; null if they are not judged, missing in older files. */
  scale: v.optional(v.nullable(EngineScale), null),
});

/** An engine as stored. */
export const EngineRecord = v.strictObject({
  id: Id,
  ...EngineSettings.entries,
  /** Missing in files from before there was a sandbox; their engines ran without one. */
  sandbox: v.optional(v.boolean(), false),
  /** Absolute path of the executable or script. */
  file: v.string(),
  /** The working folder; null for the folder of `file`. */
  folder: v.nullable(v.string()),
  interpreter: v.nullable(v.string()),
  interpreterArgs: list(v.string()),
  values: OptionValues,
  /** The detected values of its protocol's settings that are `auto`, by id. */
  learned: v.optional(ProtocolSettings, {}),
  /** What it reported about itself at its last handshake. */
  identity: v.nullable(EngineIdentity),
  options: list(EngineOption),
});

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

/** The kinds of stored files. `aside` has the invalid files that were put aside, `trash` the deletions to undo. */
export const keptPlaces = [
  'settings',
  'engines',
  'games',
  'reports',
  'journals',
  'evaluations',
  'library',
  'aside',
  'running',
  'window',
  'electron',
  'trash',
  'replays',
  'scratch',
] as const;
export type KeptPlace = (typeof keptPlaces)[number];

/** The places that can be shown in a file manager. */
export const places = ['home', ...keptPlaces] as const;
export type Revealable = (typeof places)[number];

export type EngineRecord = v.InferOutput<typeof EngineRecord>;
export type EngineSettings = v.InferInput<typeof EngineSettings>;
export type Player = v.InferOutput<typeof Player>;
