/** What a person can set, as one table that the dialog draws. Pure. */
import { games } from '../../app/games/registry.ts';
import type { Settings } from '../../app/api/contract.ts';
import { isShown, overlayKey, showing } from '../game/overlays.ts';

interface Row {
  readonly id: string;
  readonly label: string;
  /** What it means, in a sentence. */
  readonly hint?: string;
}

export type Setting = Row &
  (
    | {
        readonly kind: 'number';
        readonly min: number;
        readonly max: number;
        readonly step: 1 | 'any';
        readonly unit?: string;
        readonly read: (settings: Settings) => number;
        readonly write: (settings: Settings, value: number) => Partial<Settings>;
      }
    | {
        readonly kind: 'choice';
        readonly choices: readonly { readonly value: string; readonly title: string }[];
        readonly read: (settings: Settings) => string;
        readonly write: (settings: Settings, value: string) => Partial<Settings>;
      }
    | {
        readonly kind: 'switch';
        readonly read: (settings: Settings) => boolean;
        readonly write: (settings: Settings, value: boolean) => Partial<Settings>;
      }
  );

export interface Section {
  readonly title: string;
  readonly settings: readonly Setting[];
}

const themes: readonly { readonly value: Settings['theme']; readonly title: string }[] = [
  { value: 'system', title: 'System' },
  { value: 'light', title: 'Light' },
  { value: 'dark', title: 'Dark' },
];

/** Kept in milliseconds and shown in seconds, since nobody waits in milliseconds. */
const deadline = (id: keyof Settings['deadlines'], label: string, hint: string): Setting => ({
  kind: 'number',
  id: `deadline-${id}`,
  label,
  hint,
  min: 0.1,
  max: 600,
  step: 'any',
  unit: 's',
  read: ({ deadlines }) => deadlines[id] / 1000,
  write: ({ deadlines }, seconds) => ({ deadlines: { ...deadlines, [id]: Math.round(seconds * 1000) } }),
});

const limit = (
  id: keyof Settings['limits'],
  label: string,
  hint: string,
  min: number,
  max: number,
  unit?: string,
): Setting => ({
  kind: 'number',
  id: `limit-${id}`,
  label,
  hint,
  min,
  max,
  step: 1,
  ...(unit === undefined ? {} : { unit }),
  read: ({ limits }) => limits[id],
  write: ({ limits }, value) => ({ limits: { ...limits, [id]: value } }),
});

const gameLimit = (
  id: keyof Settings['gameLimits'],
  label: string,
  hint: string,
  min: number,
  max: number,
): Setting => ({
  kind: 'number',
  id: `game-limit-${id}`,
  label,
  hint,
  min,
  max,
  step: 1,
  read: ({ gameLimits }) => gameLimits[id],
  write: ({ gameLimits }, value) => ({ gameLimits: { ...gameLimits, [id]: value } }),
});

export const sections: readonly Section[] = [
  {
    title: 'Appearance',
    settings: [
      {
        kind: 'choice',
        id: 'theme',
        label: 'Theme',
        choices: themes,
        read: ({ theme }) => theme,
        write: ({ theme }, value) => ({
          theme: themes.find((known) => known.value === value)?.value ?? theme,
        }),
      },
      {
        kind: 'switch',
        id: 'flipped',
        label: 'Flip the board',
        read: ({ flipped }) => flipped,
        write: (_, flipped) => ({ flipped }),
      },
      ...[...games.values()].flatMap((game) =>
        (game.overlays ?? []).map((overlay): Setting => {
          const key = overlayKey(game, overlay);
          return {
            kind: 'switch',
            id: `overlay-${key}`,
            label: `${game.name}: show ${overlay.name}`,
            read: (settings) => isShown(settings, key),
            write: (settings, shown) => showing(settings, key, shown),
          };
        }),
      ),
    ],
  },
  {
    title: 'Engines',
    settings: [
      {
        kind: 'number',
        id: 'engines-at-once',
        label: 'Engines at once',
        hint: 'The number of engines that can run at the same time. Connection tests wait; anything else is refused until an engine has ended.',
        min: 1,
        max: 256,
        step: 1,
        read: ({ enginesAtOnce }) => enginesAtOnce,
        write: (_, enginesAtOnce) => ({ enginesAtOnce }),
      },
      {
        kind: 'switch',
        id: 'sandbox-new',
        label: 'Sandbox for new engines',
        hint: 'Where available: no network; the system and the engine folder read-only; your home folder hidden; a scratch folder to write to. Each engine also has its own setting.',
        read: ({ sandboxNew }) => sandboxNew,
        write: (_, sandboxNew) => ({ sandboxNew }),
      },
    ],
  },
  {
    title: 'Limits: Plywire ends an engine that exceeds one',
    settings: [
      limit('memoryMiB', 'Memory', 'Total for all its processes.', 16, 1024 ** 2, 'MiB'),
      limit('processes', 'Processes', 'The engine and all processes that it starts.', 1, 10_000),
      limit(
        'scratchMiB',
        'Scratch folder',
        'Disk space for the files that a sandboxed engine keeps.',
        ...([16, 1024 ** 2, 'MiB'] as const),
      ),
      limit('journalMiB', 'Journal', 'For one session.', 16, 1024 ** 2, 'MiB'),
    ],
  },
  {
    title: 'Endless games (Quoridor)',
    settings: [
      gameLimit('plies', 'Plies', 'A game between two engines is a draw after this many plies.', 1, 100_000),
      gameLimit(
        'repetitions',
        'Repetitions',
        'A game between two engines is a draw when a position has occurred this often.',
        2,
        1000,
      ),
    ],
  },
  {
    title: 'Journals',
    settings: [
      {
        kind: 'number',
        id: 'journals',
        label: 'Total',
        hint: 'Above this limit, Plywire permanently deletes the oldest journals when a session begins or ends, but never that of a running session. The status line reports it.',
        min: 16,
        max: 1024 ** 2,
        step: 1,
        unit: 'MiB',
        read: ({ journalsMiB }) => journalsMiB,
        write: (_, journalsMiB) => ({ journalsMiB }),
      },
    ],
  },
  {
    title: 'Timeouts',
    settings: [
      deadline('handshake', 'Handshake', 'From the start of the engine until the conversation is open.'),
      deadline('ready', 'Readiness', 'From the readiness request until its answer.'),
      deadline('stop', 'Stop', 'From the stop request until the last answer.'),
      deadline('move', 'Move', 'For a move without a time limit: over QTP, or with a depth only.'),
    ],
  },
];
