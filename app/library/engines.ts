import { randomBytes } from 'node:crypto';
import { protocols } from '../protocols/registry.ts';
import { settingsFault, settingsInUse, stillLearned, type ChosenSettings } from '../protocols/settings.ts';
import type { Launch } from '../sessions/types.ts';
import * as v from 'valibot';
import type { BundledEngine } from './bundled.ts';
import { nameFault } from './engine-name.ts';
import { Kept, type Keeping } from './files.ts';
import { Refused } from '../shapes/refused.ts';
import { EngineRecord, type EngineSettings } from './shapes.ts';
import type { Protocol } from '../protocols/protocol.ts';
import type { EngineIdentity, EngineOption, OptionValues } from '../shapes/engines.ts';
import type { EngineScale } from '../shapes/report.ts';

/** An engine that can be started. */
export interface Engine {
  readonly record: EngineRecord;
  readonly bundled: boolean;
  /** It exists for this process only. */
  readonly transient: boolean;
  /** Ids of the protocols that it speaks, the preferred one first. */
  readonly protocols: readonly string[];
  readonly games: readonly string[];
}

/** The fields of an engine that has never run; those of `Assumed` have defaults. */
export type NewEngine = Omit<EngineRecord, 'id' | 'identity' | 'options' | Assumed> &
  Partial<Pick<EngineRecord, Assumed>>;
type Assumed = 'values' | 'dialect' | 'learned' | 'writesFolder' | 'scale';

const File = v.strictObject({ version: v.literal(1), engines: v.array(EngineRecord) });
type File = v.InferOutput<typeof File>;

/** No engine, or more than one, has that id or name. The message can be shown to the user. */
export class NoSuchEngine extends Refused {
  override readonly name = 'NoSuchEngine';
}

/**
 * The engines that the user can choose from: bundled ones, registered ones, and transient ones, which are named on a
 * command line and exist for this process only. A change resolves when it is on disk. If the write fails, the change
 * rejects with the file system's error: changes of the list and of an engine's settings are undone, while option values
 * and what an engine reported stay in effect for this process.
 */
export class EngineRegistry {
  readonly #kept: Kept<File>;
  readonly #bundled: ReadonlyMap<string, BundledEngine>;
  readonly #transient = new Map<string, EngineRecord>();
  readonly #removed = new Map<string, { record: EngineRecord; index: number }>();

  private constructor(kept: Kept<File>, bundled: readonly BundledEngine[]) {
    this.#kept = kept;
    this.#bundled = new Map(bundled.map((engine) => [engine.id, engine]));
  }

  static async open(
    path: string,
    bundled: readonly BundledEngine[],
    keeping?: Keeping,
  ): Promise<{ registry: EngineRegistry; trouble: string | null }> {
    const { kept, trouble } = await Kept.open<File>(path, File, { version: 1, engines: [] }, keeping);
    return { registry: new EngineRegistry(kept, bundled), trouble };
  }

  /** Bundled engines first, then the registered ones in the order they were added. */
  list(): readonly Engine[] {
    const kept = this.#kept.value.engines.filter((record) => !this.#bundled.has(record.id));
    return [...this.#bundled.keys(), ...kept.map((record) => record.id)].map((id) => this.get(id));
  }

  has(id: string): boolean {
    return (
      this.#bundled.has(id) ||
      this.#transient.has(id) ||
      this.#kept.value.engines.some((record) => record.id === id)
    );
  }

  /** @throws NoSuchEngine */
  get(id: string): Engine {
    const bundled = this.#bundled.get(id);
    const kept = this.#transient.get(id) ?? this.#kept.value.engines.find((record) => record.id === id);
    if (bundled) {
      const own = bundledRecord(bundled);
      const memory = memoryOf(kept);
      const record: EngineRecord = { ...own, ...memory, scale: memory.scale ?? own.scale };
      const { protocols: spoken, games } = bundled;
      return { record, bundled: true, transient: false, protocols: spoken, games };
    }
    if (!kept) throw new NoSuchEngine('There is no such engine. It may have been removed.');
    const games = protocols.get(kept.protocol)?.games ?? [];
    const transient = this.#transient.has(id);
    return { record: kept, bundled: false, transient, protocols: [kept.protocol], games };
  }

  /** Takes over what another Plywire has changed. Never rejects. @returns whether the list changed */
  look(): Promise<boolean> {
    return this.#kept.look();
  }

  /** Whether it exists for this process only. */
  isTransient(id: string): boolean {
    return this.#transient.has(id);
  }

  /** Finds an engine by id, or by name regardless of case. @throws NoSuchEngine if several engines share the name */
  find(name: string): Engine | null {
    const wanted = name.toLowerCase();
    const all = this.list();
    const byId = all.find((engine) => engine.record.id === name);
    if (byId) return byId;
    const named = all.filter((engine) => engine.record.name.toLowerCase() === wanted);
    if (named.length > 1) {
      const ids = named.map((engine) => engine.record.id).join(', ');
      throw new NoSuchEngine(`Several engines are called "${name}".`, `Use one of their ids: ${ids}.`);
    }
    return named[0] ?? null;
  }

  /** @throws Refused if a field is invalid */
  async add(fields: NewEngine): Promise<Engine> {
    const [engine] = await this.addAll([fields]);
    return engine!;
  }

  /** Adds several engines in one write of the file. @throws Refused as `add`; then none is added */
  async addAll(all: readonly NewEngine[]): Promise<readonly Engine[]> {
    const records = all.map(newRecord);
    for (const { name } of records) requireName(name);
    await this.#edit((engines) => [...engines, ...records]);
    return records.map(({ id }) => this.get(id));
  }

  /** Adds an engine for this process only, without writing it to disk. @throws Refused as `add` */
  addTransient(fields: NewEngine): Engine {
    const record = newRecord(fields);
    this.#transient.set(record.id, record);
    return this.get(record.id);
  }

  /** @throws NoSuchEngine, or Refused if a field is invalid or the engine is bundled */
  async change(id: string, settings: EngineSettings): Promise<void> {
    const { record, bundled } = this.get(id);
    if (bundled)
      throw new Refused(
        'Bundled engines have fixed settings; you can change only their options and their scale.',
      );
    // Older files may have a name that is refused today.
    if (settings.name !== record.name) requireName(settings.name);
    // Options, values, identity and detected settings belong to the former protocol.
    const forgotten =
      record.protocol === settings.protocol
        ? { learned: stillLearned(record, settings.dialect ?? record.dialect) }
        : { options: [], values: {}, identity: null, learned: {} };
    await this.#update(id, { ...settings, ...forgotten }, 'attempt');
  }

  /** @param values options that differ from the engine's own defaults */
  async setValues(id: string, values: OptionValues): Promise<void> {
    await this.#update(id, { values }, 'change');
  }

  /** @param scale by which reports judge its scores; null for none, or for a bundled engine for that of its manifest */
  async setScale(id: string, scale: EngineScale | null): Promise<void> {
    await this.#update(id, { scale }, 'attempt');
  }

  /** Stores what an engine reported about itself at its last handshake. */
  async learn(id: string, identity: EngineIdentity | null, options: readonly EngineOption[]): Promise<void> {
    const { record } = this.get(id);
    const learned = { identity, options: options.map(toMutable) };
    if (JSON.stringify({ identity: record.identity, options: record.options }) === JSON.stringify(learned))
      return;
    await this.#update(id, learned, 'change');
  }

  /** Stores the value that was detected for a setting of its protocol that is `auto`. */
  async learnSetting(id: string, setting: string, value: string): Promise<void> {
    const { learned } = this.get(id).record;
    if (learned[setting] !== value)
      await this.#update(id, { learned: { ...learned, [setting]: value } }, 'change');
  }

  async remove(id: string): Promise<void> {
    const { record, bundled } = this.get(id);
    if (bundled) throw new Refused('A bundled engine cannot be removed.');
    const index = this.#kept.value.engines.findIndex((kept) => kept.id === id);
    await this.#edit((engines) => engines.filter((kept) => kept.id !== id));
    this.#removed.set(id, { record, index });
  }

  /** Puts a removed engine back at its former place in the list. @throws NoSuchEngine */
  async restore(id: string): Promise<void> {
    const removed = this.#removed.get(id);
    if (!removed) throw new NoSuchEngine('That engine was not removed in this run, or is already restored.');
    this.#removed.delete(id);
    try {
      await this.#edit((engines) => engines.toSpliced(removed.index, 0, removed.record));
    } catch (error) {
      this.#removed.set(id, removed);
      throw error;
    }
  }

  /** Resolves when no write is pending. */
  settled(): Promise<void> {
    return this.#kept.settled();
  }

  /** Retries to write what is not on disk. Never rejects. */
  save(): Promise<void> {
    return this.#kept.save();
  }

  async #update(id: string, change: Partial<EngineRecord>, how: 'attempt' | 'change'): Promise<void> {
    const record = checked({ ...this.get(id).record, ...change });
    if (this.#transient.has(id)) {
      this.#transient.set(id, record);
      return;
    }
    const changed = Object.fromEntries(
      Object.keys(change).map((key) => [key, record[key as keyof EngineRecord]]),
    );
    await this.#edit((engines) => {
      const known = engines.some((kept) => kept.id === id);
      // A bundled engine is added to the file when there is first something to remember about it.
      // Its scale stays that of its manifest unless the user gives it another.
      if (!known)
        return this.#bundled.has(id) ? [...engines, { ...record, scale: change.scale ?? null }] : engines;
      return engines.map((kept) => (kept.id === id ? { ...kept, ...changed } : kept));
    }, how);
  }

  #edit(
    edit: (engines: EngineRecord[]) => EngineRecord[],
    how: 'attempt' | 'change' = 'attempt',
  ): Promise<void> {
    return this.#kept[how]((file) => ({ ...file, engines: edit(file.engines) }));
  }
}

/** The settings of a protocol in effect for an engine. */
export const settingsFor = ({ record }: Engine, protocol: Protocol): ChosenSettings =>
  settingsInUse(protocol, record.dialect, record.learned);

/** How to run an engine. */
export function launchOf(engine: Engine): Launch {
  const { id, file, interpreter, interpreterArgs, args, folder, environment, sandbox, writesFolder } =
    engine.record;
  const run = { file, interpreter, interpreterArgs, args, folder, environment };
  // A transient engine has another id in each process: what it keeps is found by its way of starting.
  return { ...run, sandbox, writesFolder, bundled: engine.bundled, ...(!engine.transient && { engine: id }) };
}

const assumed: Pick<EngineRecord, Assumed> = {
  ...{ values: {}, dialect: {}, learned: {}, writesFolder: false, scale: null },
};

function newRecord(fields: NewEngine): EngineRecord {
  const id = `e-${randomBytes(6).toString('hex')}`;
  return checked({ ...assumed, ...fields, id, identity: null, options: [] });
}

/** @throws Refused if no command line would find the name */
function requireName(name: string): void {
  const fault = nameFault(name);
  if (fault !== null) throw new Refused(`${fault}.`, 'Choose another name.');
}

/** Validates a record, so that the file that is written can be read again. @throws Refused */
function checked(record: EngineRecord): EngineRecord {
  const result = v.safeParse(EngineRecord, record);
  const protocol = protocols.get(record.protocol);
  const fault = protocol === undefined ? null : settingsFault(protocol, record.dialect);
  if (fault !== null) throw new Refused(`The engine cannot be saved: ${fault}.`);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Refused(`The engine's ${v.getDotPath(issue) ?? 'record'} cannot be saved: ${issue.message}.`);
}

/** The fields of a bundled engine that are stored; the others come with the build. */
function memoryOf(kept: EngineRecord | undefined): Partial<EngineRecord> {
  if (!kept) return {};
  const { values, scale, identity, options, learned } = kept;
  return { values, scale, identity, options, learned };
}

function bundledRecord(engine: BundledEngine): EngineRecord {
  return {
    id: engine.id,
    name: engine.name,
    protocol: engine.protocols[0]!,
    args: [],
    environment: {},
    // It is part of Plywire and trusted like it.
    sandbox: false,
    writesFolder: false,
    file: engine.file,
    folder: null,
    interpreter: null,
    interpreterArgs: [],
    dialect: {},
    scale: engine.scale ?? null,
    learned: {},
    values: {},
    identity: null,
    options: [],
  };
}

function toMutable(option: EngineOption): EngineRecord['options'][number] {
  return option.type === 'combo' ? { ...option, vars: [...option.vars] } : option;
}
