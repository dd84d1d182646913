/**
 * The settings. Each is one entry: its schema, its default, its texts in the dialog, and how a change of it may weaken
 * the protection against engines. Dialog, storage, import and reset all follow from the entry.
 */
import * as v from 'valibot';
import { defaultDeadlines, type Deadlines } from '../protocols/protocol.ts';
import { defaultProcessLimits, defaultQuota, defaultScratchBytes } from '../sessions/watch/limits.ts';
import { list, text } from '../shapes/base.ts';

/** A setting in the dialog. */
interface Shown<Value> {
  readonly section: string;
  readonly title: string;
  /** Its meaning, in a sentence. */
  readonly hint?: string;
  /** A sentence if the change weakens protection, which an import asks about separately; else null. */
  readonly weakens?: (now: Value, wanted: Value) => string | null;
}

interface ShownNumber extends Shown<number> {
  readonly kind: 'number';
  /** Bounds and step of the stored value. */
  readonly min: number;
  readonly max: number;
  readonly step: 1 | 'any';
  readonly unit?: string;
  /** The stored value of one displayed unit: 1000 for milliseconds that are shown in seconds. */
  readonly scale: number;
}

interface ShownSwitch extends Shown<boolean> {
  readonly kind: 'switch';
}

interface ShownChoice extends Shown<string> {
  readonly kind: 'choice';
  readonly choices: readonly { readonly value: string; readonly title: string }[];
}

export type Entry = (ShownNumber | ShownSwitch | ShownChoice) & {
  /** The path of its value: a key of the settings, or the keys of a group and of a setting in it. */
  readonly path: readonly [string, string?];
};

const number = (
  shown: Omit<ShownNumber, 'kind' | 'step' | 'scale'> & { readonly usual: number; readonly scale?: number },
) => {
  const { usual, scale = 1, ...rest } = shown;
  const about: ShownNumber = { kind: 'number', scale, step: scale === 1 ? 1 : 'any', ...rest };
  const schema = v.pipe(
    v.number(),
    v.integer(),
    v.minValue(shown.min),
    v.maxValue(shown.max),
    v.metadata({ about }),
  );
  return v.optional(schema, usual);
};

const toggle = ({ usual, ...rest }: Omit<ShownSwitch, 'kind'> & { readonly usual: boolean }) =>
  v.optional(
    v.pipe(v.boolean(), v.metadata({ about: { kind: 'switch', ...rest } satisfies ShownSwitch })),
    usual,
  );

const raised =
  (words: (now: number, wanted: number) => string) =>
  (now: number, wanted: number): string | null =>
    wanted > now ? words(now, wanted) : null;

const mebibytes = { min: 16, max: 1024 ** 2, unit: 'MiB' } as const;
const inMiB = (bytes: number): number => bytes / 1024 ** 2;

const limits = 'Limits: Plywire ends an engine that exceeds one';
const EngineLimits = v.strictObject({
  memoryMiB: number({
    ...mebibytes,
    section: limits,
    title: 'Memory',
    hint: 'Total for all its processes.',
    usual: inMiB(defaultProcessLimits.memoryBytes),
    weakens: raised((now, wanted) => `An engine may take ${wanted} MiB of memory instead of ${now} MiB.`),
  }),
  processes: number({
    section: limits,
    title: 'Processes',
    hint: 'The engine and all processes that it starts.',
    min: 1,
    max: 10_000,
    usual: defaultProcessLimits.processes,
    weakens: raised((now, wanted) => `An engine may run ${wanted} processes instead of ${now}.`),
  }),
  scratchMiB: number({
    ...mebibytes,
    section: limits,
    title: 'Scratch folder',
    hint: 'Disk space for the files that a sandboxed engine keeps.',
    usual: inMiB(defaultScratchBytes),
    weakens: raised(
      (now, wanted) => `The scratch folder of an engine may take ${wanted} MiB instead of ${now} MiB.`,
    ),
  }),
  journalMiB: number({
    ...mebibytes,
    section: limits,
    title: 'Journal',
    hint: 'For one session.',
    usual: inMiB(defaultQuota),
    weakens: raised(
      (now, wanted) => `The journal of a session may take ${wanted} MiB instead of ${now} MiB.`,
    ),
  }),
});

const endless = 'Endless games (Quoridor)';
/** When a game between engines that its rules do not end is a draw by adjudication: after so many plies or repetitions. */
export const GameLimits = v.strictObject({
  plies: number({
    section: endless,
    title: 'Plies',
    hint: 'A game between two engines is a draw after this many plies.',
    min: 1,
    max: 100_000,
    usual: 1000,
  }),
  repetitions: number({
    section: endless,
    title: 'Repetitions',
    hint: 'A game between two engines is a draw when a position has occurred this often.',
    min: 2,
    max: 1000,
    usual: 5,
  }),
});
export type GameLimits = v.InferOutput<typeof GameLimits>;

/** Stored in milliseconds and shown in seconds. */
const timeout = (id: keyof Deadlines, title: string, hint: string) =>
  number({
    section: 'Timeouts',
    title,
    hint,
    min: 100,
    max: 600_000,
    unit: 's',
    scale: 1000,
    usual: defaultDeadlines[id],
  });

const pixels = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(4000));

/** A setting that is missing in a file, such as one of an earlier version, has its default. */
export const Settings = v.strictObject({
  theme: v.optional(
    v.pipe(
      v.picklist(['system', 'light', 'dark', 'contrast']),
      v.metadata({
        about: {
          kind: 'choice',
          section: 'Appearance',
          title: 'Theme',
          choices: [
            { value: 'system', title: 'System' },
            { value: 'light', title: 'Light' },
            { value: 'dark', title: 'Dark' },
            { value: 'contrast', title: 'High contrast' },
          ],
        } satisfies ShownChoice,
      }),
    ),
    'system',
  ),
  flipped: toggle({ section: 'Appearance', title: 'Flip the board', usual: false }),
  sounds: toggle({
    section: 'Appearance',
    title: 'Sounds',
    hint: 'A quiet sound for each move, capture and end of a game on the board.',
    usual: false,
  }),
  proofs: toggle({
    section: 'Analysis',
    title: 'Show what is proven',
    hint: 'For the position shown, Plywire itself proves which side wins and which moves keep that, for up to 10 s. Key: T.',
    usual: false,
  }),
  briefConsole: toggle({
    section: 'Appearance',
    title: 'Fold lines of one kind and shorten long numbers in the console',
    hint: 'A folded row says how many lines it stands for; a click shows them. Copies, searches and filters have every line in full.',
    usual: true,
  }),
  /** The overlays of boards, as `game/overlay`; unknown ids are ignored. */
  overlays: v.optional(v.pipe(list(text(100)), v.maxLength(100)), []),
  /** Measures of games, as `game/measure`, whose curves the user has switched on or, if shown by default, off. */
  graphMeasures: v.optional(v.pipe(list(text(100)), v.maxLength(100)), []),
  enginesAtOnce: number({
    section: 'Engines',
    title: 'Engines at once',
    hint: 'The number of engines that can run at the same time. Connection tests wait; anything else is refused until an engine has ended.',
    min: 1,
    max: 256,
    usual: 32,
    weakens: raised((now, wanted) => `${wanted} engines may run at the same time instead of ${now}.`),
  }),
  sandboxNew: toggle({
    section: 'Engines',
    title: 'Sandbox for new engines',
    hint: 'Where available: no network; the system and the engine folder read-only; your home folder hidden; a scratch folder to write to. Each engine also has its own setting.',
    usual: true,
    weakens: (now, wanted) => (now && !wanted ? 'New engines run without the sandbox.' : null),
  }),
  buildsMiB: number({
    min: 0,
    max: 1_048_576,
    unit: 'MiB',
    section: 'Engines',
    title: 'Builds of engines',
    hint: 'Copies of the programs that were checked or played matches. Above this limit, Plywire deletes those that ran least lately and reports it; what was measured of them stays. 0 keeps none.',
    usual: 2048,
    weakens: (now, wanted) =>
      wanted < now
        ? `The kept builds of engines may take ${wanted} MiB instead of ${now} MiB, for which the oldest are deleted.`
        : null,
  }),
  limits: v.optional(EngineLimits, {}),
  gameLimits: v.optional(GameLimits, {}),
  journalsMiB: number({
    ...mebibytes,
    section: 'Journals',
    title: 'Total',
    hint: 'Above this limit, Plywire permanently deletes the oldest journals when a session begins or ends, but never that of a running session. The status line reports it.',
    // Room for four journals of the largest size, or for those of ordinary sessions over years.
    usual: 4 * inMiB(defaultQuota),
    weakens: (now, wanted) => {
      if (wanted === now) return null;
      const means = wanted < now ? ', for which the oldest are deleted' : '';
      return `All journals together may take ${wanted} MiB instead of ${now} MiB${means}.`;
    },
  }),
  evaluationsMiB: number({
    min: 16,
    max: 3072,
    unit: 'MiB',
    section: 'Analysis',
    title: 'Evaluations',
    hint: 'What engines said about positions. Above this limit, Plywire deletes the oldest and shallowest and reports it.',
    usual: 1024,
    weakens: (now, wanted) =>
      wanted < now
        ? `The evaluations of positions may take ${wanted} MiB instead of ${now} MiB, for which the oldest and shallowest are deleted.`
        : null,
  }),
  deadlines: v.optional(
    v.strictObject({
      handshake: timeout(
        'handshake',
        'Handshake',
        'From the start of the engine until the conversation is open.',
      ),
      ready: timeout('ready', 'Readiness', 'From the readiness request until its answer.'),
      stop: timeout(
        'stop',
        'Stop',
        'From the stop request until the last answer. Over NMM a later one is only odd.',
      ),
      move: timeout(
        'move',
        'Move',
        'For a move without a time limit (over QTP, or with a depth only), and over NMM after a stop.',
      ),
    }),
    {},
  ),
  /** In pixels; the window reduces what does not fit. Null is what the user has not chosen. */
  layout: v.optional(
    v.strictObject({
      columnWidth: v.optional(v.nullable(pixels(200)), null),
      dockHeight: v.optional(pixels(80), 240),
      dockOpen: v.optional(v.nullable(v.boolean()), null),
      graphOpen: v.optional(v.boolean(), true),
      explorerOpen: v.optional(v.boolean(), true),
    }),
    {},
  ),
});
export type Settings = v.InferOutput<typeof Settings>;

export const defaultSettings: Settings = v.parse(Settings, {});

/** The entries that the dialog shows, in its order. */
export const entries: readonly Entry[] = entriesOf(Settings.entries);

function entriesOf(
  schemas: Readonly<Record<string, v.GenericSchema>>,
  within: readonly string[] = [],
): Entry[] {
  return Object.entries(schemas).flatMap(([name, schema]) => {
    const path = [...within, name];
    const { wrapped } = schema as unknown as { wrapped: v.GenericSchema & { entries?: typeof schemas } };
    if (wrapped.entries) return entriesOf(wrapped.entries, path);
    const { about } = v.getMetadata(wrapped as never) as { about?: Omit<Entry, 'path'> };
    return about === undefined ? [] : [{ ...about, path } as unknown as Entry];
  });
}

type Value = number | boolean | string;

export function valueOf(settings: Settings, { path: [key, inner] }: Pick<Entry, 'path'>): Value {
  const value = settings[key as keyof Settings];
  return (inner === undefined ? value : (value as Record<string, Value>)[inner]) as Value;
}

/** The changed key of the settings with its new value: for a grouped setting, the whole group. */
export function changeOf(
  settings: Settings,
  { path: [key, inner] }: Pick<Entry, 'path'>,
  value: Value,
): Partial<Settings> {
  if (inner === undefined) return { [key]: value };
  return { [key]: { ...(settings[key as keyof Settings] as object), [inner]: value } };
}
