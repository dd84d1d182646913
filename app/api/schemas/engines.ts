/** Engines as clients see them, and the result of first contact. */
import * as v from 'valibot';
import { EngineSettings } from '../../library/shapes.ts';
import { SessionEnding } from '../../shapes/sessions.ts';
import { Id, list } from '../../shapes/base.ts';
import { EngineIdentity, EngineOption, OptionValues, ProtocolSettings } from '../../shapes/engines.ts';

/** The state of first contact with an engine. */
export const Contact = v.variant('state', [
  v.strictObject({ state: v.literal('unknown') }),
  /** The check waits for its turn. */
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
  /** Every protocol that the engine is known to speak; a user's engine has the one it is registered with. */
  protocols: list(v.string()),
  games: list(v.string()),
  /** The path of the program, for display only; no call takes it as input. */
  location: v.string(),
  folder: v.nullable(v.string()),
  /** The program that runs the file, for example `python3`. */
  interpreter: v.nullable(v.string()),
  contact: Contact,
  identity: v.nullable(EngineIdentity),
  options: list(EngineOption),
  values: OptionValues,
  /** The detected values of protocol settings that are set to `auto`. */
  learned: ProtocolSettings,
});
export type EngineState = v.InferOutput<typeof EngineState>;
