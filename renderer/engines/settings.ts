/** The form for an engine's settings, as text, and the settings made from it. Pure. */
import type { EngineSettings, EngineState, FileEntry } from '../../app/api/contract.ts';
import { capital } from '../../app/games/sentences.ts';
import { readScale, scaleText } from '../../app/records/engine-scale.ts';
import type { ProtocolChoice } from './words.ts';

export interface Draft {
  name: string;
  protocol: string;
  /** One argument per line, with blanks and quotes unchanged. */
  args: string;
  environment: { name: string; value: string }[];
  sandbox: boolean;
  /** Whether it may write to its own folder in the sandbox. */
  writesFolder: boolean;
  /** Chosen values of protocol settings, by id. Those of other protocols are kept while the form is open. */
  dialect: Record<string, string>;
  /** When a fall of its score is an error, as text; empty if scores are not judged. */
  scale: string;
}

/** Stands for a protocol to be detected. */
export const findOut = 'auto';

export interface DraftFaults {
  readonly name: string | null;
  readonly scale: string | null;
  /** The fault of each row, in the order of the draft's environment. */
  readonly environment: readonly (string | null)[];
}

export const emptyDraft = (protocol: string, sandbox: boolean): Draft => ({
  name: '',
  protocol,
  args: '',
  environment: [],
  sandbox,
  writesFolder: false,
  dialect: {},
  scale: '',
});

export const draftOf = (settings: EngineSettings): Draft => ({
  name: settings.name,
  protocol: settings.protocol,
  args: settings.args.join('\n'),
  environment: Object.entries(settings.environment).map(([name, value]) => ({ name, value })),
  sandbox: settings.sandbox,
  writesFolder: settings.writesFolder ?? false,
  dialect: { ...settings.dialect },
  scale: scaleWords(settings.scale),
});

/** The name proposed for an engine: its file name without a program's or a script's extension. */
export function proposedName({ name }: Pick<FileEntry, 'name'>): string {
  const stem = name.replace(/\.(?:exe|py|js|cjs|mjs|jar|sh|bin)$/i, '');
  return stem === '' ? name : stem;
}

export function faultsOf(draft: Draft): DraftFaults {
  const seen = new Set<string>();
  const environment = draft.environment.map(({ name, value }) => {
    if (name === '' && value === '') return null;
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      return name === ''
        ? 'Enter a name for the variable.'
        : 'Use letters, digits and underscores; do not begin with a digit.';
    }
    if (seen.has(name)) return `${name} is set twice.`;
    seen.add(name);
    return null;
  });
  return {
    name: draft.name.trim() === '' ? 'Enter a name.' : null,
    scale: scaleFault(draft.scale),
    environment,
  };
}

/** A scale as it is typed; empty for none. */
export const scaleWords = (scale: EngineState['scale'] | undefined): string =>
  scale ? scaleText(scale) : '';

export const scaleHint =
  'How many points an inaccuracy, a mistake and a blunder lose: 0.1/0.2/0.4; or win:1.5, the points that win nine ' +
  'games of ten. Without a scale, reports judge no move by its scores.';

/** Why a text is not a scale; null if it is one, or empty. */
export function scaleFault(text: string): string | null {
  if (text.trim() === '') return null;
  try {
    readScale(text);
    return null;
  } catch (error) {
    const { message } = error as Error;
    return `${capital(message)}.`;
  }
}

export const isSound = (faults: DraftFaults): boolean =>
  faults.name === null && faults.scale === null && faults.environment.every((fault) => fault === null);

/** The settings of a draft, without empty last lines of the arguments and environment rows without a name. */
export function settingsOf(draft: Draft, protocols: readonly ProtocolChoice[]): EngineSettings {
  const own = protocols.find(({ id }) => id === draft.protocol)?.settings ?? [];
  const dialect = own.flatMap((setting): [string, string][] => {
    const value = draft.dialect[setting.id];
    return value === undefined || value === setting.default ? [] : [[setting.id, value]];
  });
  const args = draft.args.replace(/\r\n?/g, '\n').replace(/\n+$/, '');
  return {
    name: draft.name.trim(),
    protocol: draft.protocol,
    args: args === '' ? [] : args.split('\n'),
    environment: Object.fromEntries(
      draft.environment.filter(({ name }) => name !== '').map(({ name, value }) => [name, value]),
    ),
    sandbox: draft.sandbox,
    writesFolder: draft.writesFolder,
    dialect: Object.fromEntries(dialect),
    scale: draft.scale.trim() === '' ? null : readScale(draft.scale),
  };
}
