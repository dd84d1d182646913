/** What of this machine says who its person is, and must not leave it in a bundle. */
import { realpathSync } from 'node:fs';
import { homedir, hostname, userInfo } from 'node:os';

export interface Personal {
  /** Home folders of this person by every name; absolute. */
  readonly homes: readonly string[];
  /** Plywire's own home by every name; absolute. */
  readonly plywire: readonly string[];
  readonly users: readonly string[];
  readonly hosts: readonly string[];
  /** Names and values of environment variables. */
  readonly environment: readonly (readonly [name: string, value: string])[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables of ours whose values an engine may have been given, or that say by their name that they are secret. */
const telling = /^path$|token|secret|passw|passphrase|credential|api_?key|private_?key|auth/i;

/**
 * @param plywire Plywire's home
 * @param engines what persons set in the environment of engines
 */
export function ownPersonal(
  plywire: string,
  engines: readonly Environment[],
  environment: Environment = process.env,
): Personal {
  const account = attempt(() => userInfo());
  const of = (...names: readonly string[]): readonly string[] =>
    names.flatMap((name) => environment[name] ?? []);
  const host = hostname();
  const values = [
    ...engines.flatMap((one) => Object.entries(one)),
    ...Object.entries(environment).filter(([name]) => telling.test(name)),
  ];
  return {
    homes: byEveryName([homedir(), ...of('HOME', 'USERPROFILE'), ...(account ? [account.homedir] : [])]),
    plywire: byEveryName([plywire]),
    users: unique([...of('USER', 'LOGNAME', 'USERNAME'), ...(account ? [account.username] : [])]),
    hosts: unique([host, host.split('.')[0]!, ...of('COMPUTERNAME', 'HOSTNAME')]),
    environment: values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  };
}

function byEveryName(paths: readonly string[]): readonly string[] {
  return unique(paths.flatMap((path) => [path, attempt(() => realpathSync(path)) ?? path]));
}

const unique = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.filter((text) => text !== '')),
];

/** An account may have no entry, and a path lead nowhere. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
