/**
 * Previews and imports a file of settings and engines. The file is as trustworthy as its sender: nothing in it is
 * started, each engine is first shown with its whole command line, and a client that may not name paths can add only
 * programs that it could have picked.
 */
import { stat } from 'node:fs/promises';
import { uncapital } from '../games/sentences.ts';
import { readConfig, type ConfigEngine } from '../library/config-file.ts';
import { nameFault } from '../library/engine-name.ts';
import type { NewEngine } from '../library/engines.ts';
import { Refused } from '../shapes/refused.ts';
import type { Settings } from '../library/settings-table.ts';
import type { EngineRecord } from '../library/shapes.ts';
import { protocols } from '../protocols/registry.ts';
import { settingsFault } from '../protocols/settings.ts';
import type { ConfigPreview } from './contract.ts';
import type { Core } from './core.ts';
import { namesTaken } from './engine-folder.ts';
import { wayToRun } from './way-to-run.ts';
import { weighEngine, weighSettings, withAccepted } from '../library/weakening.ts';
import type { Weighed } from '../library/weakening.ts';

/** Whether the caller may use the program or folder at this path; if so, it exists. */
export type Reaches = (path: string) => Promise<boolean>;

export const anywhere: Reaches = (path) =>
  stat(path).then(
    () => true,
    () => false,
  );

interface Proposed {
  readonly shown: ConfigPreview['engines'][number];
  /** Null if it cannot be added. */
  readonly engine: Weighed<ConfigEngine> | null;
}

interface Proposal {
  readonly settings: Weighed<Settings>;
  readonly engines: readonly Proposed[];
}

/**
 * @param missing the reason shown for an engine whose program cannot be reached
 * @throws Refused if the text is not a valid file
 */
async function propose(core: Core, text: string, reaches: Reaches, missing: string): Promise<Proposal> {
  const config = readConfig(text);
  const registered = core.engines.list().map(({ record }) => record);
  const taken = namesTaken(core.engines);
  const engines: Proposed[] = [];
  for (const engine of config.engines) {
    const weighed = weighEngine(engine);
    const shown = { name: engine.name, command: commandOf(weighed.plain), environmentLeftOut: [] };
    if (registered.some((record) => sameEngine(record, engine))) {
      engines.push({ shown: { ...shown, state: 'known', reason: null }, engine: null });
      continue;
    }
    const reason = await faultOf(engine, reaches, missing);
    if (reason !== null) {
      engines.push({ shown: { ...shown, state: 'left out', reason }, engine: null });
      continue;
    }
    const name = freeName(engine.name, taken);
    const { environmentLeftOut } = engine;
    engines.push({
      shown: { ...shown, name, environmentLeftOut, state: 'new', reason: null },
      engine: { ...weighed, plain: { ...weighed.plain, name } },
    });
  }
  return { settings: weighSettings(core.settings.value, config.settings), engines };
}

// Ids of items that weaken protection begin with their owner: `settings.sandboxNew`,
// `engines.3.environment.LD_PRELOAD`.
const inSettings = (id: string): string => `settings.${id}`;
const inEngine = (index: number, id: string): string => `engines.${index}.${id}`;

export async function previewConfig(
  core: Core,
  text: string,
  reaches: Reaches,
  missing: string,
): Promise<ConfigPreview> {
  const { settings, engines } = await propose(core, text, reaches, missing);
  return {
    settings: sameSettings(settings.plain, core.settings.value) ? null : settings.plain,
    engines: engines.map(({ shown }) => shown),
    weakens: [
      ...settings.weakens.map(({ id, words }) => ({ id: inSettings(id), engine: null, words })),
      ...engines.flatMap(({ engine }, index) =>
        (engine?.weakens ?? []).map(({ id, words }) => ({ id: inEngine(index, id), engine: index, words })),
      ),
    ],
  };
}

export interface Chosen {
  readonly text: string;
  /** Indices of engines in the file; null selects every new one. */
  readonly engines: readonly number[] | null;
  /** Whether to take the file's settings, apart from those that weaken protection. */
  readonly settings: boolean;
  /** Whether the engines run in the sandbox, if there is one; the file's own value is ignored. */
  readonly sandbox: boolean;
  /** Ids of the items that weaken protection and are accepted; null accepts all. Other such items are left out. */
  readonly weaken: readonly string[] | null;
}

export interface Imported {
  /** Ids and names of the engines that were added. */
  readonly added: { engine: string; name: string }[];
  /** The settings in force from now on; null if none changed. */
  readonly settings: Settings | null;
}

/** @throws Refused if the text is not a valid file or a selected engine cannot be added; then nothing has changed */
export async function importConfig(
  core: Core,
  chosen: Chosen,
  reaches: Reaches,
  missing: string,
): Promise<Imported> {
  const { settings, engines } = await propose(core, chosen.text, reaches, missing);
  const accepted = (id: string): boolean => chosen.weaken?.includes(id) ?? true;
  const wanted = chosen.engines ?? engines.flatMap(({ engine }, index) => (engine ? [index] : []));
  const sandbox = chosen.sandbox && core.confinement.sandbox.runs;
  const fresh: NewEngine[] = [];
  for (const index of new Set(wanted)) {
    const engine = engines[index]?.engine;
    if (!engine) {
      throw new Refused('A selected engine can no longer be added.', 'Choose the file again.');
    }
    const taken = withAccepted(engine.plain, engine.weakens, (id) => accepted(inEngine(index, id)));
    const { environmentLeftOut: _, ...fields } = taken;
    fresh.push({ ...fields, ...(await wayToRun(fields.file)), sandbox });
  }
  const now = core.settings.value;
  const next = withAccepted(chosen.settings ? settings.plain : now, settings.weakens, (id) =>
    accepted(inSettings(id)),
  );
  const changes = !sameSettings(next, now);
  const added = fresh.length === 0 ? [] : await core.engines.addAll(fresh);
  if (changes) await core.settings.change(() => next);
  return {
    added: added.map(({ record }) => ({ engine: record.id, name: record.name })),
    settings: changes ? next : null,
  };
}

const sameSettings = (one: Settings, other: Settings): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

async function faultOf(engine: ConfigEngine, reaches: Reaches, missing: string): Promise<string | null> {
  const protocol = protocols.get(engine.protocol);
  if (!protocol) return `This version of Plywire does not support ${engine.protocol}.`;
  const fault = settingsFault(protocol, engine.dialect);
  if (fault !== null) return `Its settings are unknown: ${fault}.`;
  const misnamed = nameFault(engine.name);
  if (misnamed !== null) return `${misnamed}.`;
  if (!(await reaches(engine.file)) || !(await isFile(engine.file))) return missing;
  if (engine.folder !== null && !(await reaches(engine.folder))) {
    return `Its working folder: ${uncapital(missing)}`;
  }
  return null;
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** Whether both start the same program in the same way. */
const sameEngine = (record: EngineRecord, engine: ConfigEngine): boolean =>
  record.file === engine.file &&
  record.protocol === engine.protocol &&
  record.folder === engine.folder &&
  JSON.stringify(record.args) === JSON.stringify(engine.args);

/** The name, or the name with the first number that makes it unique; it is added to `taken`. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free.toLowerCase()); count++) free = `${name.slice(0, 190)} ${count}`;
  taken.add(free.toLowerCase());
  return free;
}

const plain = /^[\w./:@%+,-]+$/;
const word = (text: string): string => (plain.test(text) ? text : JSON.stringify(text));

/** The whole command for display: environment, program, arguments and folder. */
const commandOf = ({ environment, file, args, folder }: ConfigEngine): string =>
  [
    ...Object.entries(environment).map(([name, value]) => `${name}=${word(value)}`),
    ...[file, ...args].map(word),
    ...(folder === null ? [] : [`(in ${word(folder)})`]),
  ].join(' ');
