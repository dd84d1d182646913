/** Engines as clients see them, and what first contact with one found. */
import * as v from 'valibot';
import { EngineSettings } from '../../library/shapes.ts';
import { SessionEnding } from '../../shapes/sessions.ts';
import { Id, list } from '../../shapes/base.ts';
import { EngineIdentity, EngineOption, OptionValues, ProtocolSettings } from '../../shapes/engines.ts';

/** What first contact with an engine found. */
export const Contact = v.variant('state', [
  v.strictObject({ state: v.literal('unknown') }),
  /** For its turn. */
  v.strictObject({ state: v.literal('waiting') }),
  v.strictObject({ state: v.literal('checking') }),
  v.strictObject({ state: v.literal('ok') }),
  v.strictObject({ state: v.literal('failed'), ending: SessionEnding }),
]);
export type Contact = v.InferOutput<typeof Contact>;

export const EngineState = v.strictObject({
  id: Id,
  ...EngineSettings.entries,
  bundled: v.boolean(),
  /** Every protocol the engine is known to speak; a person's engine has the one it was added with. */
  protocols: list(v.string()),
  games: list(v.string()),
  /** To be read by a person only; nothing takes it back as input. */
  location: v.string(),
  folder: v.nullable(v.string()),
  /** The program that runs the file, for example `python3`. */
  interpreter: v.nullable(v.string()),
  contact: Contact,
  identity: v.nullable(EngineIdentity),
  options: list(EngineOption),
  values: OptionValues,
  /** What its protocol's settings that say `auto` were found to be. */
  learned: ProtocolSettings,
});
export type EngineState = v.InferOutput<typeof EngineState>;
