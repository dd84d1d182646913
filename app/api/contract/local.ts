/** Calls that take a path or a command; reachable in process only. */
import { eventIterator } from '@orpc/contract';
import * as v from 'valibot';
import { contract } from '../contract.ts';
import { list } from '../../shapes/base.ts';
import * as s from '../schemas/index.ts';
import { call, imported, longText } from './base.ts';
import { Pace, RecordingForm } from '../../shapes/recordings.ts';

/** An engine as the command line names it. */
const EngineWords = v.strictObject({
  /** A bundled name, a registered name or id, a path, or `key=value` words with a `cmd`. */
  text: v.pipe(v.string(), v.minLength(1)),
  protocol: v.optional(v.string()),
  args: list(v.string()),
  /** Whether it runs in the sandbox; by default as new engines do. */
  sandbox: v.optional(v.boolean()),
  /** Whether it may write to its working folder in the sandbox. */
  writesFolder: v.optional(v.boolean()),
  /** Settings of its protocol, by id. */
  dialect: v.optional(s.ProtocolSettings, {}),
  /** The folder that relative paths start from. */
  folder: v.string(),
});

/** The results for the programs of a folder, one after the other. */
const FolderEvent = v.variant('kind', [
  v.strictObject({
    kind: v.literal('begins'),
    /** The number of programs to add. */
    programs: v.number(),
    /** The number of programs that were already registered. */
    known: v.number(),
    /** The number of programs beyond the limit of one call. */
    omitted: v.number(),
  }),
  /** This program is being probed for its protocol. */
  v.strictObject({ kind: v.literal('trying'), file: v.string() }),
  v.strictObject({
    ...{ kind: v.literal('added'), engine: s.Id, name: v.string() },
    ...{ file: v.string(), protocol: v.string() },
  }),
  v.strictObject({
    ...{ kind: v.literal('left out'), file: v.string() },
    /** The protocols it speaks, the best first. */
    speaks: list(v.string()),
    /** Why it could not be probed or added; null if it speaks none or several protocols. */
    reason: v.nullable(v.string()),
  }),
]);
export type FolderEvent = v.InferOutput<typeof FolderEvent>;

export const localContract = {
  ...contract,
  local: {
    /** Finds or creates the engine that the words describe; an unregistered one exists for this process only. */
    engine: call.input(EngineWords).output(
      v.strictObject({
        engine: s.Id,
        name: v.string(),
        protocol: v.string(),
        options: s.OptionValues,
        /** How its static scores are judged; null if they are not. */
        scale: v.nullable(s.EngineScale),
        /** The first game that it plays over that protocol. */
        game: v.string(),
        /** Whether it accepts a time or depth limit. */
        limited: v.boolean(),
      }),
    ),
    /** The protocol spoken with the engine; null for an executable whose protocol is unknown. */
    protocol: call.input(EngineWords).output(v.strictObject({ protocol: v.nullable(v.string()) })),
    /** As `engines.probe`, for the program that the words describe; they need no protocol. */
    probe: call.input(EngineWords).output(eventIterator(s.ProbeEvent)),
    /** Registers an executable by path. */
    addEngine: call
      .input(v.strictObject({ ...EngineWords.entries, name: v.optional(s.EngineSettings.entries.name) }))
      .output(v.strictObject({ engine: s.Id, name: v.string(), protocol: v.string() })),
    /** Registers every unregistered executable of a folder, with `protocol` or else the one that a probe finds. */
    addFolder: call
      .input(
        v.strictObject({
          folder: v.string(),
          protocol: v.optional(v.string()),
          args: list(v.string()),
          sandbox: v.optional(v.boolean()),
          writesFolder: v.optional(v.boolean()),
          dialect: v.optional(s.ProtocolSettings, {}),
        }),
      )
      .output(eventIterator(FolderEvent)),
    removeEngine: call.input(v.strictObject({ name: v.string() })).output(v.strictObject({ engine: s.Id })),
    engines: call.output(list(s.EngineState)),
    /** Sends the lines of a recording to an engine again and compares its answers. */
    rerun: call
      .input(
        v.strictObject({
          engine: s.Id,
          protocol: v.optional(v.string()),
          /** The path of the recording. */
          file: v.string(),
          pace: Pace,
        }),
      )
      .output(eventIterator(s.RerunEvent)),
    /** As `sessions.rewritten`, for a recording at any path; also as complete text, as `journals.text` gives it. */
    rewritten: call
      .input(v.strictObject({ file: v.string(), as: RecordingForm }))
      .output(eventIterator(v.string())),
    /** Finds a journal by a session's id, by `last`, or by a path, which is relative to `folder`. */
    journal: call
      .input(v.strictObject({ text: v.pipe(v.string(), v.minLength(1)), folder: v.string() }))
      .output(v.strictObject({ journal: s.Id, path: v.string() })),
    // As `config.preview` and `config.import`, but for all engines of the file, with programs at any path.
    previewConfig: call.input(v.strictObject({ text: longText })).output(s.ConfigPreview),
    importConfig: call
      .input(
        v.strictObject({
          text: longText,
          sandbox: v.boolean(),
          /** Whether to accept every item that weakens protection, or none. */
          weaken: v.optional(v.boolean(), false),
        }),
      )
      .output(imported),
  },
};
