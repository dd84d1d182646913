/** What is reachable in process only: calls that take a path or a command. */
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
  /** In the sandbox or not; what new engines do where it is left out. */
  sandbox: v.optional(v.boolean()),
  /** In the sandbox it may write in its working folder. */
  writesFolder: v.optional(v.boolean()),
  /** Settings of its protocol, by id. */
  dialect: v.optional(s.ProtocolSettings, {}),
  /** The folder that relative paths start from. */
  folder: v.string(),
});

/** What comes of the programs of a folder, one after the other. */
const FolderEvent = v.variant('kind', [
  v.strictObject({
    kind: v.literal('begins'),
    /** Those that are to be added. */
    programs: v.number(),
    /** Those that were registered before. */
    known: v.number(),
    /** Those that are too many for one go. */
    omitted: v.number(),
  }),
  /** It is found out what this one speaks. */
  v.strictObject({ kind: v.literal('trying'), file: v.string() }),
  v.strictObject({
    ...{ kind: v.literal('added'), engine: s.Id, name: v.string() },
    ...{ file: v.string(), protocol: v.string() },
  }),
  v.strictObject({
    ...{ kind: v.literal('left out'), file: v.string() },
    /** What it speaks, the best first: none, or a choice. */
    speaks: list(v.string()),
    /** Why it could not be asked, or added. */
    reason: v.nullable(v.string()),
  }),
]);
export type FolderEvent = v.InferOutput<typeof FolderEvent>;

export const localContract = {
  ...contract,
  local: {
    /** Finds or makes the engine that the words mean; one that is not registered lives for this process. */
    engine: call.input(EngineWords).output(
      v.strictObject({
        engine: s.Id,
        name: v.string(),
        protocol: v.string(),
        options: s.OptionValues,
        /** The first one that it plays over that protocol. */
        game: v.string(),
        /** It can be told how long or how deep to think. */
        limited: v.boolean(),
      }),
    ),
    /** Which protocol it is spoken to over; null for an executable whose protocol is not known. */
    protocol: call.input(EngineWords).output(v.strictObject({ protocol: v.nullable(v.string()) })),
    /** As `engines.probe`, of what the words mean; which protocol it speaks is not asked for in them. */
    probe: call.input(EngineWords).output(eventIterator(s.ProbeEvent)),
    /** Registers an executable by path. */
    addEngine: call
      .input(v.strictObject({ ...EngineWords.entries, name: v.optional(s.EngineSettings.entries.name) }))
      .output(v.strictObject({ engine: s.Id, name: v.string(), protocol: v.string() })),
    /** Registers every executable of a folder that is not registered yet, over the protocol or what each speaks. */
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
    /** The lines of a recording sent to an engine again, and its answers compared. */
    rerun: call
      .input(
        v.strictObject({
          engine: s.Id,
          protocol: v.optional(v.string()),
          /** Where the recording lies. */
          file: v.string(),
          pace: Pace,
        }),
      )
      .output(eventIterator(s.RerunEvent)),
    /** As `sessions.rewritten`, of a recording wherever it lies; as text it is all of it, as `journals.text` is. */
    rewritten: call
      .input(v.strictObject({ file: v.string(), as: RecordingForm }))
      .output(eventIterator(v.string())),
    /** A journal by a session's id, by `last`, or by a path, which is relative to `folder`. */
    journal: call
      .input(v.strictObject({ text: v.pipe(v.string(), v.minLength(1)), folder: v.string() }))
      .output(v.strictObject({ journal: s.Id, path: v.string() })),
    /** As `config.preview` and `config.import` of every engine, wherever the programs are. */
    previewConfig: call.input(v.strictObject({ text: longText })).output(s.ConfigPreview),
    importConfig: call
      .input(
        v.strictObject({
          text: longText,
          sandbox: v.boolean(),
          /** With all that weakens protection, or with nothing of it. */
          weaken: v.optional(v.boolean(), false),
        }),
      )
      .output(imported),
  },
};
