/** The commands of a protocol as a person types them; the fields of `Command`. */
import * as v from 'valibot';

export const CommandArgument = v.strictObject({
  name: v.string(),
  keyword: v.optional(v.string()),
  optional: v.optional(v.literal(true)),
  choices: v.optional(v.array(v.string())),
  takes: v.optional(v.picklist(['option', 'value', 'command', 'rest'])),
});
export type CommandArgument = v.InferOutput<typeof CommandArgument>;

export const ProtocolCommand = v.strictObject({
  word: v.string(),
  args: v.array(CommandArgument),
  help: v.string(),
  clause: v.string(),
  example: v.string(),
  /** Where a session's state allows it, and why not elsewhere. */
  when: v.optional(v.strictObject({ states: v.array(v.string()), otherwise: v.string() })),
  harmless: v.optional(v.literal(true)),
});
export type ProtocolCommand = v.InferOutput<typeof ProtocolCommand>;
