/** The shapes of what is kept, as schemas: read back from disk they are input like any other. */
import * as v from 'valibot';
import { defaultDeadlines } from '../protocols/protocol.ts';
import { defaultProcessLimits, defaultQuota, defaultScratchBytes } from '../sessions/watch/limits.ts';
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

const milliseconds = v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(600_000));
/** Engines that may run at the same time, whatever for. */
export const enginesAtOnce = { least: 1, most: 256, usual: 32 } as const;
const pixels = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(4000));

const mebibytes = v.pipe(v.number(), v.integer(), v.minValue(16), v.maxValue(1024 ** 2));

/** What an engine may take before it is ended, all its processes together. */
const EngineLimits = v.strictObject({
  memoryMiB: mebibytes,
  processes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
  /** Of one session. */
  journalMiB: mebibytes,
  /** Of the scratch folder of one engine. Files from before it was a setting have none. */
  scratchMiB: v.optional(mebibytes, defaultScratchBytes / 1024 ** 2),
});

export const defaultLimits: v.InferOutput<typeof EngineLimits> = {
  memoryMiB: defaultProcessLimits.memoryBytes / 1024 ** 2,
  processes: defaultProcessLimits.processes,
  journalMiB: defaultQuota / 1024 ** 2,
  scratchMiB: defaultScratchBytes / 1024 ** 2,
};

/** Room for four sessions that use up their journal, or for years of those that do not. */
export const usualJournalsMiB = 4 * defaultLimits.journalMiB;

/** When a referee ends play that the rules would not end: after so many plies, and so many times the same position. */
export const GameLimits = v.strictObject({
  plies: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000)),
  repetitions: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(1000)),
});

export const usualGameLimits: v.InferOutput<typeof GameLimits> = { plies: 1000, repetitions: 5 };

export const Settings = v.strictObject({
  theme: v.picklist(['system', 'light', 'dark']),
  flipped: v.boolean(),
  /** What is drawn over boards, as `game/overlay`; ids that nobody has are borne. */
  overlays: v.optional(v.pipe(list(text(100)), v.maxLength(100)), []),
  deadlines: v.strictObject({
    handshake: milliseconds,
    ready: milliseconds,
    stop: milliseconds,
    /** Files from before it was a setting have none. */
    move: v.optional(milliseconds, defaultDeadlines.move),
  }),
  /** How many engines may run at the same time. Files from before it was a setting have none. */
  enginesAtOnce: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(enginesAtOnce.least, 'at least one engine may run'),
      v.maxValue(enginesAtOnce.most, `at most ${enginesAtOnce.most} engines may run at once`),
    ),
    enginesAtOnce.usual,
  ),
  /** Engines that are added from now on run in the sandbox, where there is one. */
  sandboxNew: v.optional(v.boolean(), true),
  limits: v.optional(EngineLimits, defaultLimits),
  /** Of games whose rules set no end. Files from before it was a setting have none. */
  gameLimits: v.optional(GameLimits, usualGameLimits),
  /** Of all journals together; the oldest go. Files from before it was a setting have none. */
  journalsMiB: v.optional(mebibytes, usualJournalsMiB),
  /** Pixels; the window clamps them to what fits. */
  layout: v.strictObject({ columnWidth: pixels(200), dockHeight: pixels(80), dockOpen: v.boolean() }),
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
export type Place = (typeof places)[number];

export type EngineRecord = v.InferOutput<typeof EngineRecord>;
export type EngineSettings = v.InferInput<typeof EngineSettings>;
export type GameLimits = v.InferOutput<typeof GameLimits>;
export type Settings = v.InferOutput<typeof Settings>;
export type Player = v.InferOutput<typeof Player>;
