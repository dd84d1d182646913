/** What a person fills in about an engine, as text, and the settings it makes. Pure. */
import type { EngineSettings, FileEntry } from '../../app/api/contract.ts';
import type { ProtocolChoice } from './words.ts';

export interface Draft {
  name: string;
  protocol: string;
  /** One argument a line, blanks and quotes as they are. */
  args: string;
  environment: { name: string; value: string }[];
  sandbox: boolean;
  /** In the sandbox it may write in its own folder. */
  writesFolder: boolean;
  /** What is chosen of the protocol's settings; those of another protocol are kept while the form is open. */
  dialect: Record<string, string>;
}

/** Stands for a protocol that is to be found out. */
export const findOut = 'auto';

export interface DraftFaults {
  readonly name: string | null;
  /** By index of the row. */
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
});

export const draftOf = (settings: EngineSettings): Draft => ({
  name: settings.name,
  protocol: settings.protocol,
  args: settings.args.join('\n'),
  environment: Object.entries(settings.environment).map(([name, value]) => ({ name, value })),
  sandbox: settings.sandbox,
  writesFolder: settings.writesFolder ?? false,
  dialect: { ...settings.dialect },
});

/** A name proposed for a file: without its folder, its ending and what follows the first word. */
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
  return { name: draft.name.trim() === '' ? 'Enter a name.' : null, environment };
}

export const isSound = (faults: DraftFaults): boolean =>
  faults.name === null && faults.environment.every((fault) => fault === null);

/** Empty lines at the end of the arguments and empty rows of the environment mean nothing. */
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
  };
}
