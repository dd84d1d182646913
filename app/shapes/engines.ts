/** Engines: what they offer, what they can do, and how their protocols differ. */
import * as v from 'valibot';
import { list, text, type Shape } from './base.ts';

/** An option that an engine offers, or an option line that could not be read (shown, never dropped). */
export const EngineOption = v.variant('type', [
  v.strictObject({ type: v.literal('check'), name: v.string(), default: v.boolean() }),
  v.strictObject({
    type: v.literal('spin'),
    name: v.string(),
    default: v.number(),
    min: v.number(),
    max: v.number(),
  }),
  v.strictObject({ type: v.literal('combo'), name: v.string(), default: v.string(), vars: list(v.string()) }),
  v.strictObject({ type: v.literal('button'), name: v.string() }),
  v.strictObject({ type: v.literal('string'), name: v.string(), default: v.string() }),
  v.strictObject({ type: v.literal('unreadable'), name: v.string(), line: v.string(), fault: v.string() }),
]);
export type EngineOption = Shape<typeof EngineOption>;

/** Option values by option name, as text; the engine's own defaults are absent. */
export const OptionValues = v.record(text(256), text(4096));
export type OptionValues = Shape<typeof OptionValues>;

/** What an engine reported about itself. */
export const EngineIdentity = v.strictObject({
  name: v.nullable(v.string()),
  author: v.nullable(v.string()),
});
export type EngineIdentity = Shape<typeof EngineIdentity>;

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
  /** The engine draws its board (`showBoard`); may be known only once the conversation is open. */
  drawing: v.boolean(),
});
export type Capabilities = Shape<typeof Capabilities>;

/** A departure from a protocol's text that is tolerated, with the clause it departs from. */
export const Oddity = v.strictObject({
  /** Stable, in kebab case, for example `extra-blanks`. */
  name: v.string(),
  /** The place in the protocol's text, for example `CFSI, Responses, bestmove`. */
  clause: v.string(),
  /** One sentence. */
  text: v.string(),
});
export type Oddity = Shape<typeof Oddity>;

const TimeLimit = v.strictObject({
  kind: v.literal('time'),
  seconds: v.pipe(v.number(), v.minValue(0.01), v.maxValue(86_400)),
});

/** When thinking ends. `none` means: think until `stop`, or as long as the engine likes if nothing stops it. */
export const Limit = v.variant('kind', [
  TimeLimit,
  v.strictObject({
    kind: v.literal('depth'),
    plies: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
  }),
  v.strictObject({ kind: v.literal('none') }),
]);
export type Limit = Shape<typeof Limit>;

/** The chosen settings of a protocol, by id. */
export const ProtocolSettings = v.record(text(64), text(64));

/** Something in which engines of one protocol differ; chosen for each engine, or detected. */
export const ProtocolSetting = v.strictObject({
  /** Short and lower case: a key in files and on the command line. */
  id: v.string(),
  label: v.string(),
  /** One sentence that explains it. */
  help: v.string(),
  /** The value `auto` means: detect it. */
  values: list(v.strictObject({ value: v.string(), label: v.string() })),
  default: v.string(),
  /**
   * A detected value is given to a driver as `auto VALUE`: it holds until the engine shows that it does not understand
   * it, and is then detected anew. Without this it holds as if it had been chosen.
   */
  revisable: v.optional(v.boolean()),
  /** It is the engine's time to think if no line carries a limit; its label and the value's describe that. */
  isLimit: v.optional(v.boolean()),
});
export type ProtocolSetting = Shape<typeof ProtocolSetting>;

/** An argument of a command. */
export const CommandArgument = v.strictObject({
  /** As shown in the form: `seconds`. */
  name: v.string(),
  /** The word before it: `movetime`. */
  keyword: v.optional(v.string()),
  optional: v.optional(v.literal(true)),
  /** All possible values, if they are few. */
  choices: v.optional(list(v.string())),
  /**
   * What it takes beyond a single word: the name of an option, which may contain blanks, and its value; a command of
   * the same table; or the rest of the line.
   */
  takes: v.optional(v.picklist(['option', 'value', 'command', 'rest'])),
});
export type CommandArgument = Shape<typeof CommandArgument>;

/** The state of a conversation, in terms common to all protocols. */
export const DriverState = v.picklist([
  'new',
  'handshake',
  'idle',
  /** Between a request and the permission to think (waiting for a ready answer). */
  'preparing',
  'thinking',
  /** Asked to stop, or given up if nothing stops the engine; not yet answered. */
  'stopping',
  /** Told to quit; no further requests. */
  'quitting',
]);
export type DriverState = Shape<typeof DriverState>;

/** A command of a protocol as the user types it. */
export const Command = v.strictObject({
  /** The beginning of its line, mostly one word. */
  word: v.string(),
  args: list(CommandArgument),
  /** What it does: one line, a sentence without its full stop. */
  help: v.string(),
  /** The place in the protocol's text. */
  clause: v.string(),
  /** A whole line. */
  example: v.string(),
  /** The states in which the text allows it, and why no others. Absent: any time. */
  when: v.optional(v.strictObject({ states: list(DriverState), otherwise: v.string() })),
  /** It changes neither the engine's position nor its options. */
  harmless: v.optional(v.literal(true)),
});
export type Command = Shape<typeof Command>;
