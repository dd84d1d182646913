/** What is remembered of the user's files with games: which game is from which, those opened last, and chosen forms. */
import * as v from 'valibot';
import { count, Id, list, text } from '../shapes/base.ts';
import { Kept, type Keeping } from './files.ts';

/** Games, paths and choices that are remembered; beyond that, some are forgotten. */
const mostLinks = 1000;
export const mostRecent = 20;
const mostChoices = 500;

const Path = text(32_768);
const Digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'not a SHA-256'));

/** The place of a game in a file of the user's. */
export const FileLink = v.strictObject({
  path: Path,
  /** The id of the form. */
  form: text(64),
  /** Which game of the file, counted from 0. */
  at: count,
  /** The digest of the game's bytes in the file, when it was read or written last. */
  written: Digest,
  /** The digest of the game as the file has it. */
  saved: Digest,
  /** What of its text could not be read, and would be lost if the game were written over it; null if nothing. */
  unread: v.nullable(text(1000)),
  /** What the form has no room for, and the user lets go. */
  accepted: v.pipe(list(text(64)), v.maxLength(20)),
});
export type FileLink = v.InferOutput<typeof FileLink>;

const Form = v.strictObject({ form: text(64), game: text(64) });
export type ChosenForm = v.InferOutput<typeof Form>;

const Stored = v.strictObject({
  version: v.literal(1),
  /** The one opened last first. */
  recent: v.pipe(list(v.strictObject({ path: Path, openedAt: v.number() })), v.maxLength(mostRecent)),
  /** By the keys of games, those linked last at the end. */
  links: v.pipe(list(v.tuple([Id, FileLink])), v.maxLength(mostLinks)),
  /** By source, the newest last. */
  choices: v.pipe(list(v.tuple([text(33_000), Form])), v.maxLength(mostChoices)),
});
type Stored = v.InferOutput<typeof Stored>;

const nothing: Stored = { version: 1, recent: [], links: [], choices: [] };

const put = <T>(entries: readonly (readonly [string, T])[], key: string, value: T | null): [string, T][] => {
  const others = entries.filter(([each]) => each !== key).map(([each, old]): [string, T] => [each, old]);
  return value === null ? others : [...others, [key, value] as [string, T]];
};

/** What the host has of a game: the link of one that is nowhere is let go before that of a stored one, open ones last. */
export type Standing = 'open' | 'stored' | 'nowhere';

const inOrderOfLoss: readonly Standing[] = ['nowhere', 'stored', 'open'];

/** Without as many as there are too many; of each standing, the oldest go first. */
function spared(links: Stored['links'], standingOf: (game: string) => Standing): Stored['links'] {
  const surplus = links.length - mostLinks;
  if (surplus <= 0) return links;
  const standings = new Map(links.map(([game]) => [game, standingOf(game)]));
  const lost = inOrderOfLoss
    .flatMap((standing) => links.filter(([game]) => standings.get(game) === standing))
    .slice(0, surplus);
  return links.filter((link) => !lost.includes(link));
}

export class FileLinks {
  readonly #kept: Kept<Stored>;
  /** The links of `#of`, by the key of their game. */
  #byGame: ReadonlyMap<string, FileLink> = new Map();
  #of: Stored['links'] | null = null;

  private constructor(kept: Kept<Stored>) {
    this.#kept = kept;
  }

  /** An invalid file is put aside; `trouble` is then a sentence for the user. */
  static async open(
    path: string,
    keeping?: Keeping,
  ): Promise<{ readonly links: FileLinks; readonly trouble: string | null }> {
    const { kept, trouble } = await Kept.open<Stored>(path, Stored, nothing, keeping);
    return { links: new FileLinks(kept), trouble };
  }

  get recent(): Stored['recent'] {
    return this.#kept.value.recent;
  }

  /** The link of a game, by its key; null if it is from no file. */
  linkOf(game: string): FileLink | null {
    const { links } = this.#kept.value;
    if (links !== this.#of) {
      this.#of = links;
      this.#byGame = new Map(links);
    }
    return this.#byGame.get(game) ?? null;
  }

  /** Every file that is remembered. */
  paths(): ReadonlySet<string> {
    const { recent, links } = this.#kept.value;
    return new Set([...recent.map(({ path }) => path), ...links.map(([, { path }]) => path)]);
  }

  /** The form that the user chose for a source; null if none. */
  choiceOf(source: string): ChosenForm | null {
    return this.#kept.value.choices.find(([each]) => each === source)?.[1] ?? null;
  }

  /**
   * What cannot be written stays in effect, and is reported as trouble.
   * @param standingOf asked only if there are too many links
   */
  link(game: string, link: FileLink, standingOf: (game: string) => Standing): Promise<void> {
    return this.#change((stored) => ({
      ...stored,
      links: spared(put(stored.links, game, link), standingOf),
    }));
  }

  /** A game that is stored nowhere is gone. */
  async unlink(games: readonly string[]): Promise<void> {
    const linked = games.filter((game) => this.linkOf(game) !== null);
    if (linked.length === 0) return;
    await this.#change((stored) => ({
      ...stored,
      links: stored.links.filter(([game]) => !linked.includes(game)),
    }));
  }

  choose(source: string, form: ChosenForm | null): Promise<void> {
    return this.#change((stored) => ({
      ...stored,
      choices: put(stored.choices, source, form).slice(-mostChoices),
    }));
  }

  /** @param openedAt milliseconds since 1970; null forgets the file */
  remember(path: string, openedAt: number | null): Promise<void> {
    return this.#change((stored) => {
      const others = stored.recent.filter((each) => each.path !== path);
      const recent = openedAt === null ? others : [{ path, openedAt }, ...others];
      return { ...stored, recent: recent.slice(0, mostRecent) };
    });
  }

  save(): Promise<void> {
    return this.#kept.save();
  }

  #change(edit: (stored: Stored) => Stored): Promise<void> {
    return this.#kept.change(edit).catch(() => undefined);
  }
}
