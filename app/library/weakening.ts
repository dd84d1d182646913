/**
 * What of a file of settings and engines weakens the protection against engines. Each item is taken only where it
 * was accepted by itself: it is too easily overlooked among ordinary changes.
 */
import type { ConfigEngine } from './config-file.ts';
import type { Settings } from './shapes.ts';

/** One item that is accepted or not. */
export interface Weakening<Whole> {
  /** The same each time for the same item of the same settings or engine. */
  readonly id: string;
  /** What it would mean: a sentence or two. */
  readonly words: string;
  /** Adds it to the settings or the engine. */
  readonly addTo: (whole: Whole) => Whole;
}

export interface Weighed<Whole> {
  /** The settings or the engine without anything of the kind. */
  readonly plain: Whole;
  readonly weakens: readonly Weakening<Whole>[];
}

interface SettingRule<Value> {
  readonly id: string;
  readonly read: (settings: Settings) => Value;
  readonly write: (settings: Settings, value: Value) => Settings;
  /** Null where the change weakens nothing. */
  readonly words: (now: Value, wanted: Value) => string | null;
}

const raised =
  (words: (now: number, wanted: number) => string) =>
  (now: number, wanted: number): string | null =>
    wanted > now ? words(now, wanted) : null;

const numbers: readonly SettingRule<number>[] = [
  {
    id: 'limits.memoryMiB',
    read: ({ limits }) => limits.memoryMiB,
    write: (settings, memoryMiB) => ({ ...settings, limits: { ...settings.limits, memoryMiB } }),
    words: raised((now, wanted) => `An engine may take ${wanted} MiB of memory instead of ${now} MiB.`),
  },
  {
    id: 'limits.processes',
    read: ({ limits }) => limits.processes,
    write: (settings, processes) => ({ ...settings, limits: { ...settings.limits, processes } }),
    words: raised((now, wanted) => `An engine may run ${wanted} processes instead of ${now}.`),
  },
  {
    id: 'limits.journalMiB',
    read: ({ limits }) => limits.journalMiB,
    write: (settings, journalMiB) => ({ ...settings, limits: { ...settings.limits, journalMiB } }),
    words: raised((now, wanted) => `The journal of a session may take ${wanted} MiB instead of ${now} MiB.`),
  },
  {
    id: 'limits.scratchMiB',
    read: ({ limits }) => limits.scratchMiB,
    write: (settings, scratchMiB) => ({ ...settings, limits: { ...settings.limits, scratchMiB } }),
    words: raised(
      (now, wanted) => `The scratch folder of an engine may take ${wanted} MiB instead of ${now} MiB.`,
    ),
  },
  {
    id: 'journalsMiB',
    read: ({ journalsMiB }) => journalsMiB,
    write: (settings, journalsMiB) => ({ ...settings, journalsMiB }),
    words: (now, wanted) => {
      if (wanted === now) return null;
      const means = wanted < now ? ', for which the oldest are deleted' : '';
      return `All journals together may take ${wanted} MiB instead of ${now} MiB${means}.`;
    },
  },
  {
    id: 'enginesAtOnce',
    read: ({ enginesAtOnce }) => enginesAtOnce,
    write: (settings, enginesAtOnce) => ({ ...settings, enginesAtOnce }),
    words: raised((now, wanted) => `${wanted} engines may run at the same time instead of ${now}.`),
  },
];

const switches: readonly SettingRule<boolean>[] = [
  {
    id: 'sandboxNew',
    read: ({ sandboxNew }) => sandboxNew,
    write: (settings, sandboxNew) => ({ ...settings, sandboxNew }),
    words: (now, wanted) => (now && !wanted ? 'Engines that are added later run without the sandbox.' : null),
  },
];

export function weighSettings(now: Settings, wanted: Settings): Weighed<Settings> {
  let plain = wanted;
  const weakens: Weakening<Settings>[] = [];
  const weigh = <Value>({ id, read, write, words }: SettingRule<Value>): void => {
    const said = words(read(now), read(wanted));
    if (said === null) return;
    plain = write(plain, read(now));
    weakens.push({ id, words: said, addTo: (settings) => write(settings, read(wanted)) });
  };
  switches.forEach(weigh);
  numbers.forEach(weigh);
  return { plain, weakens };
}

/** Names of variables by which other code than the engine's is run, and what that is. */
const obeyed: readonly { readonly names: RegExp; readonly means: string }[] = [
  {
    names: /^(LD|DYLD)_[A-Z0-9_]{1,60}$|^(GCONV_PATH|GLIBC_TUNABLES|LOCPATH|HOSTALIASES|NIS_PATH)$/i,
    means: 'The loader of the system obeys it: other code may run in place of the engine’s.',
  },
  {
    names:
      /^(NODE_OPTIONS|NODE_PATH|ELECTRON_RUN_AS_NODE|PYTHON[A-Z]{1,40}|PERL5?(LIB|OPT|DB)|RUBY(LIB|OPT)|GEM_(PATH|HOME)|LUA_(INIT|PATH|CPATH)(_5_[0-9])?|R_PROFILE(_USER)?|PHPRC|PHP_INI_SCAN_DIR|JULIA_(LOAD|DEPOT)_PATH|GUILE_(EXTENSIONS_|SYSTEM_)?(LOAD_|COMPILED_)?PATH|ERL_[A-Z_]{0,20}FLAGS|OCAMLLIB|CAML_LD_LIBRARY_PATH)$/i,
    means: 'Its interpreter obeys it: other code may run before the engine’s.',
  },
  {
    names:
      /^(CLASSPATH|_JAVA_OPTIONS|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|JAVA_OPTS|JAVA_HOME|DOTNET_[A-Za-z_]{1,60}|CORECLR_[A-Z0-9_]{1,60}|COR_[A-Z0-9_]{1,60}|COMPLUS_[A-Za-z_]{1,60}|MONO_[A-Z_]{1,60})$/i,
    means: 'Its runtime obeys it: other code may run before the engine’s.',
  },
  {
    names:
      /^(PATH|PATHEXT|COMSPEC|SHELL|ENV|BASH_ENV|BASH_FUNC_.{0,60}|SHELLOPTS|BASHOPTS|PS4|IFS|ZDOTDIR)$/i,
    means: 'Shells and scripts obey it: other programs may run than those that they name.',
  },
];

/** What the loader, an interpreter or a shell does by a variable of that name; null where they pass it on. */
export const obeyedVariable = (name: string): string | null =>
  obeyed.find(({ names }) => names.test(name))?.means ?? null;

export function weighEngine(engine: ConfigEngine): Weighed<ConfigEngine> {
  const environment: Record<string, string> = {};
  const weakens: Weakening<ConfigEngine>[] = [];
  for (const [name, value] of Object.entries(engine.environment)) {
    const means = obeyedVariable(name);
    if (means === null) environment[name] = value;
    else {
      weakens.push({
        id: `environment.${name}`,
        words: `The variable ${name} is set to ${JSON.stringify(value)}. ${means}`,
        addTo: (whole) => ({ ...whole, environment: { ...whole.environment, [name]: value } }),
      });
    }
  }
  if (engine.writesFolder) {
    weakens.push({
      id: 'writesFolder',
      words:
        'In the sandbox it may write to its own folder: it can change, replace and delete every file there, ' +
        'its own program included.',
      addTo: (whole) => ({ ...whole, writesFolder: true }),
    });
  }
  return { plain: { ...engine, environment, writesFolder: false }, weakens };
}

/** `whole` with those that are accepted, by their ids. */
export const withAccepted = <Whole>(
  whole: Whole,
  weakens: readonly Weakening<Whole>[],
  accepted: (id: string) => boolean,
): Whole => weakens.reduce((item, { id, addTo }) => (accepted(id) ? addTo(item) : item), whole);
