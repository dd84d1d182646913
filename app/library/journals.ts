/**
 * Finds journals of a home by session, and those that can be deleted. The registry knows our own running sessions. The
 * sessions of other Plywires are judged by their journals: each names its writer, and has a closing entry once its
 * session has ended.
 */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Forfeit } from '../sessions/forfeit.ts';
import { readEnds, type JournalEnds } from '../sessions/journal/ends.ts';
import type { SessionRegistry } from '../sessions/session-registry.ts';
import { Refused } from '../shapes/refused.ts';
import { stillRunning, tolerance } from './running/birth.ts';
import { ownerOf, type Host } from './running/register.ts';

/** Journals of this Plywire's sessions; absolute paths. */
export interface OwnJournals {
  readonly running: ReadonlySet<string>;
  readonly ended: ReadonlySet<string>;
  /** The answers by which engines that still run have lost their games, by journal. */
  readonly lost?: ReadonlyMap<string, Forfeit>;
}

/** The journals of the registry's sessions. */
export function ownJournals(sessionRegistry: Pick<SessionRegistry, 'list'>): OwnJournals {
  const all = sessionRegistry.list().map(({ session }) => session);
  const paths = (ended: boolean): ReadonlySet<string> =>
    new Set(
      all.flatMap(({ ending, journalPath }) =>
        journalPath !== null && (ending !== null) === ended ? [journalPath] : [],
      ),
    );
  const lost = all.flatMap(({ lost, journalPath }) =>
    lost !== null && journalPath !== null ? [[journalPath, lost] as const] : [],
  );
  return { running: paths(false), ended: paths(true), lost: new Map(lost) };
}

/** A journal whose session is over. */
export interface EndedJournal {
  readonly path: string;
  readonly bytes: number;
  /** When its session began, in milliseconds since 1970. */
  readonly openedAt: number;
}

export interface EndedJournals {
  readonly journals: readonly EndedJournal[];
  /** Journals that are old enough too, but whose session runs or may run. */
  readonly inUse: readonly EndedJournal[];
}

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Files examined at a time. */
const batch = 64;

const journalName =
  /^(?<day>\d{4}-\d\d-\d\dT\d\d)-(?<minute>\d\d)-(?<second>\d\d)-(?<milli>\d{3})Z-(?<id>s-[0-9a-f]{1,32})\.journal$/;

/** The session's id and start (milliseconds since 1970) from a journal's name; null if the name is not a journal's. */
export function nameOf(file: string): { readonly id: string; readonly openedAt: number } | null {
  const { day, minute, second, milli, id } = journalName.exec(file)?.groups ?? {};
  const openedAt = Date.parse(`${day}:${minute}:${second}.${milli}Z`);
  return id === undefined || Number.isNaN(openedAt) ? null : { id, openedAt };
}

/** The names of the journals in a folder, unordered. */
export async function journalNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.filter((name) => nameOf(name) !== null);
}

/** The path of a session's journal. @throws Refused if it does not exist */
export async function journalOf(folder: string, id: string): Promise<string> {
  const name = (await journalNames(folder)).find((name) => nameOf(name)?.id === id);
  const path = name === undefined ? null : join(folder, name);
  if (path === null || !(await lstat(path).catch(() => null))?.isFile()) {
    throw new Refused(`There is no journal of a session ${id}.`, 'It may have been deleted.');
  }
  return path;
}

const sessionId = /^s-[0-9a-f]{1,32}$/;

/**
 * Finds a journal named on a command line: by its session's id, or by `last` for the newest, or for the one at fault of
 * the sessions that ran with it, as the two of a game. Null if the text is neither, such as a path.
 * @throws Refused if the journal does not exist
 */
export async function journalCalled(
  folder: string,
  text: string,
): Promise<{ readonly journal: string; readonly path: string } | null> {
  if (text === 'last') {
    const last = await lastOf(folder, (await journalNames(folder)).sort());
    if (last === null) throw new Refused('No sessions yet.', 'Run an engine first.');
    return { journal: nameOf(last)!.id, path: join(folder, last) };
  }
  return sessionId.test(text) ? { journal: text, path: await journalOf(folder, text) } : null;
}

/** The most sessions that are looked at beside the newest. */
const mostBeside = 8;

/** @param names in the order of time @returns null if there are none */
async function lastOf(folder: string, names: readonly string[]): Promise<string | null> {
  const newest = names.at(-1);
  if (newest === undefined) return null;
  const endsOf = (name: string): Promise<JournalEnds | null> =>
    readEnds(join(folder, name)).catch(() => null);
  const ends = await endsOf(newest);
  const owner = ends?.facts?.owner ?? null;
  if (ends === null || owner === null || isAtFault(ends)) return newest;
  const { openedAt } = nameOf(newest)!;
  for (const name of names.slice(-1 - mostBeside, -1).reverse()) {
    const other = await endsOf(name);
    if (other?.facts?.owner !== owner || !isAtFault(other)) continue;
    if (nameOf(name)!.openedAt + other.closing!.micros / 1000 >= openedAt) return name;
  }
  return newest;
}

const isAtFault = ({ closing }: JournalEnds): boolean =>
  closing !== null &&
  (closing.forfeit !== undefined || (closing.ending.word !== 'quit' && closing.ending.word !== 'void'));

/** The Plywires that may be writing journals. */
export class Writers {
  readonly #own: OwnJournals;
  /** The other running Plywires, as journals name them. */
  readonly #owners: ReadonlySet<string>;
  /** When the oldest of them started, in milliseconds since 1970. */
  readonly #since: number;

  private constructor(own: OwnJournals, alive: readonly Host[]) {
    this.#own = own;
    this.#owners = new Set(alive.map(({ path }) => ownerOf(path)));
    this.#since = Math.min(...alive.map(({ being }) => being.at - tolerance));
  }

  /**
   * Call this after reading the journals' names: a writer registers itself before it creates a journal.
   * @param others reads the register files of the other Plywires of this home, including those left by a crash
   */
  static async now(own: () => OwnJournals, others: () => Promise<readonly Host[]>): Promise<Writers> {
    const hosts = await others();
    const running = await stillRunning(hosts.map(({ being }) => being));
    // If the system does not identify processes exactly, a register file left by a crash counts as a running Plywire.
    const alive = hosts.filter(({ being }) => being.exact === null || running.has(being.pid));
    return new Writers(own(), alive);
  }

  /** As `write`, by path and time only; null if the journal's ends must be read to decide. */
  knows(path: string, openedAt: number): boolean | null {
    if (this.#own.running.has(path)) return true;
    return this.#own.ended.has(path) || openedAt < this.#since ? false : null;
  }

  /** Whether the session of a journal runs or may run. */
  write(path: string, openedAt: number, { facts, closing }: Pick<JournalEnds, 'facts' | 'closing'>): boolean {
    const known = this.knows(path, openedAt);
    if (known !== null) return known;
    return closing === null && this.#mayBe(facts?.owner ?? null);
  }

  #mayBe(owner: string | null): boolean {
    return owner === null || this.#owners.has(owner);
  }
}

/**
 * @param days since the last byte was written, at least; 0 for all journals
 * @param others as for `Writers.now`
 */
export async function endedJournals(
  folder: string,
  days: number,
  own: () => OwnJournals,
  others: () => Promise<readonly Host[]>,
  now: number = Date.now(),
): Promise<EndedJournals> {
  const names = await journalNames(folder);
  const writers = await Writers.now(own, others);
  const journals: EndedJournal[] = [];
  const inUse: EndedJournal[] = [];
  for (let at = 0; at < names.length; at += batch) {
    const some = names.slice(at, at + batch).map(async (name) => {
      const path = join(folder, name);
      const found = await lstat(path).catch(() => null);
      if (!found?.isFile() || (days > 0 && now - found.mtimeMs < days * dayMilliseconds)) return;
      const { openedAt } = nameOf(name)!;
      const runs = writers.knows(path, openedAt) ?? (await mayRun(writers, path, openedAt));
      (runs ? inUse : journals).push({ path, bytes: found.size, openedAt });
    });
    await Promise.all(some);
  }
  return { journals, inUse };
}

/** A journal that cannot be read counts as in use. */
async function mayRun(writers: Writers, path: string, openedAt: number): Promise<boolean> {
  const ends = await readEnds(path).catch(() => null);
  return ends === null || writers.write(path, openedAt, ends);
}

/** The total size of all journals, in bytes. */
export async function takenBy(folder: string): Promise<number> {
  const names = await journalNames(folder);
  let taken = 0;
  for (let at = 0; at < names.length; at += batch) {
    const some = names.slice(at, at + batch).map((name) => lstat(join(folder, name)).catch(() => null));
    for (const found of await Promise.all(some)) taken += found?.size ?? 0;
  }
  return taken;
}

export const bytesOf = (journals: readonly EndedJournal[]): number =>
  journals.reduce((sum, { bytes }) => sum + bytes, 0);
