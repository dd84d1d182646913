/**
 * Finds what weakens the protection against engines in an imported file of settings and engines. Each such item needs
 * acceptance of its own, because it is easily overlooked among ordinary changes.
 */
import type { ConfigEngine } from './config-file.ts';
import { changeOf, entries, valueOf, type Settings } from './settings-table.ts';

/** One item to accept or to leave out. */
export interface Weakening<Whole> {
  /** Stable for the same item of the same settings or engine. */
  readonly id: string;
  /** Its consequence, in a sentence or two. */
  readonly words: string;
  /** Adds it to the settings or the engine. */
  readonly addTo: (whole: Whole) => Whole;
}

export interface Weighed<Whole> {
  /** The settings or the engine without these items. */
  readonly plain: Whole;
  readonly weakens: readonly Weakening<Whole>[];
}

export function weighSettings(now: Settings, wanted: Settings): Weighed<Settings> {
  let plain = wanted;
  const weakens: Weakening<Settings>[] = [];
  for (const entry of entries) {
    const value = valueOf(wanted, entry);
    const words = entry.weakens?.(valueOf(now, entry) as never, value as never) ?? null;
    if (words === null) continue;
    plain = { ...plain, ...changeOf(plain, entry, valueOf(now, entry)) };
    weakens.push({
      id: entry.path.join('.'),
      words,
      addTo: (settings) => ({ ...settings, ...changeOf(settings, entry, value) }),
    });
  }
  return { plain, weakens };
}

/**
 * Variables that nothing loads code for: they choose a number of threads, a language, a time zone, colours, or how much
 * is printed.
 */
const harmless =
  /^((OMP|MKL|OPENBLAS|BLIS|NUMEXPR|RAYON|JULIA)_NUM_THREADS|VECLIB_MAXIMUM_THREADS|GOMAXPROCS|OMP_(DYNAMIC|PLACES|PROC_BIND|SCHEDULE|WAIT_POLICY)|LANG|LANGUAGE|LC_[A-Z]{1,20}|TZ|TERM|COLORTERM|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CLICOLOR|RUST_BACKTRACE|RUST_LOG|PYTHONUNBUFFERED|PYTHONHASHSEED)$/;

/** What is known of variables that make other code than the engine's run. */
const obeyed: readonly { readonly names: RegExp; readonly means: string }[] = [
  {
    names: /^(LD|DYLD)_[A-Z0-9_]{1,60}$|^(GCONV_PATH|GLIBC_TUNABLES|LOCPATH|HOSTALIASES|NIS_PATH)$/i,
    means: 'The system loader obeys it: it can run other code in place of the engine’s.',
  },
  {
    names:
      /^(NODE_OPTIONS|NODE_PATH|ELECTRON_RUN_AS_NODE|PYTHON[A-Z]{1,40}|PERL5?(LIB|OPT|DB)|RUBY(LIB|OPT)|GEM_(PATH|HOME)|LUA_(INIT|PATH|CPATH)(_5_[0-9])?|R_PROFILE(_USER)?|PHPRC|PHP_INI_SCAN_DIR|JULIA_(LOAD|DEPOT)_PATH|GUILE_(EXTENSIONS_|SYSTEM_)?(LOAD_|COMPILED_)?PATH|ERL_[A-Z_]{0,20}FLAGS|OCAMLLIB|CAML_LD_LIBRARY_PATH)$/i,
    means: 'The interpreter obeys it: it can run other code before the engine’s.',
  },
  {
    names:
      /^(CLASSPATH|_JAVA_OPTIONS|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|JAVA_OPTS|JAVA_HOME|DOTNET_[A-Za-z_]{1,60}|CORECLR_[A-Z0-9_]{1,60}|COR_[A-Z0-9_]{1,60}|COMPLUS_[A-Za-z_]{1,60}|MONO_[A-Z_]{1,60})$/i,
    means: 'The runtime obeys it: it can run other code before the engine’s.',
  },
  {
    names:
      /^(PATH|PATHEXT|COMSPEC|SHELL|ENV|BASH_ENV|BASH_FUNC_.{0,60}|SHELLOPTS|BASHOPTS|PS4|IFS|ZDOTDIR)$/i,
    means: 'Shells and scripts obey it: they can run other programs than those they name.',
  },
];

/**
 * What programs may do by a variable; null if it is harmless. A list of the others could not be complete: interpreters
 * and libraries load code from wherever HOME and hundreds of variables of their own lead.
 */
export const obeyedVariable = (name: string): string | null =>
  harmless.test(name)
    ? null
    : (obeyed.find(({ names }) => names.test(name))?.means ??
      'An interpreter, a library or the engine itself may obey it, and load other code because of it.');

export function weighEngine(engine: ConfigEngine): Weighed<ConfigEngine> {
  const variables = Object.entries(engine.environment);
  const environment = Object.fromEntries(variables.filter(([name]) => obeyedVariable(name) === null));
  const weakens: Weakening<ConfigEngine>[] = [];
  for (const [name, value] of variables) {
    const means = obeyedVariable(name);
    if (means === null) continue;
    weakens.push({
      id: `environment.${name}`,
      words: `The variable ${name} is set to ${JSON.stringify(value)}. ${means}`,
      addTo: (whole) => ({ ...whole, environment: { ...whole.environment, [name]: value } }),
    });
  }
  if (engine.writesFolder) {
    weakens.push({
      id: 'writesFolder',
      words:
        'In the sandbox, the engine may write to its own folder: it can change and delete every file there, ' +
        'its own program included.',
      addTo: (whole) => ({ ...whole, writesFolder: true }),
    });
  }
  return { plain: { ...engine, environment, writesFolder: false }, weakens };
}

/** Adds the accepted items to `whole`. */
export const withAccepted = <Whole>(
  whole: Whole,
  weakens: readonly Weakening<Whole>[],
  accepted: (id: string) => boolean,
): Whole => weakens.reduce((item, { id, addTo }) => (accepted(id) ? addTo(item) : item), whole);
