/** The shapes of what is kept, as schemas: read back from disk they are input like any other. */
import * as v from 'valibot';
import { EngineIdentity, EngineOption, Limit, OptionValues, ProtocolSettings } from '../shapes/engines.ts';
import { Id, list, text } from '../shapes/base.ts';

/** What a person may set about an engine. */
export const EngineSettings = v.strictObject({
  name: v.pipe(text(200), v.trim(), v.minLength(1, 'an engine needs a name')),
  protocol: v.string(),
  args: list(text(4096)),
  environment: v.record(
    v.pipe(v.string(), v.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'not a variable name')),
    text(32_768),
  ),
  /** It runs in a sandbox or not at all. */
  sandbox: v.boolean(),
  /** In the sandbox it may write in its working folder. Files of before it was a choice have none. */
  writesFolder: v.optional(v.boolean(), false),
  /** What is chosen of its protocol's settings, by id. Files from before there were any have none. */
  dialect: v.optional(ProtocolSettings, {}),
});

/** An engine as it is kept. */
export const EngineRecord = v.strictObject({
  id: Id,
  ...EngineSettings.entries,
  /** Files of before there was a sandbox: those engines ran without. */
  sandbox: v.optional(v.boolean(), false),
  /** Absolute path of the executable or script. */
  file: v.string(),
  /** Working folder; null is the folder of `file`. */
  folder: v.nullable(v.string()),
  interpreter: v.nullable(v.string()),
  interpreterArgs: list(v.string()),
  values: OptionValues,
  /** What its protocol's settings that say `auto` were found to be. */
  learned: v.optional(ProtocolSettings, {}),
  /** What it said of itself when it was last met. */
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

/** The kinds of things that are kept. `aside` is what could not be understood, `trash` what can be brought back. */
export const keptPlaces = [
  'settings',
  'engines',
  'games',
  'journals',
  'aside',
  'running',
  'window',
  'electron',
  'trash',
  'replays',
  'scratch',
] as const;
export type KeptPlace = (typeof keptPlaces)[number];

/** What can be shown in a file manager. */
export const places = ['home', ...keptPlaces] as const;
export type Revealable = (typeof places)[number];

export type EngineRecord = v.InferOutput<typeof EngineRecord>;
export type EngineSettings = v.InferInput<typeof EngineSettings>;
export type Player = v.InferOutput<typeof Player>;
