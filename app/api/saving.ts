/**
 * Writes games into the user's files. Of a file with several games only the one that is saved is replaced; what would be lost
 * by it is asked first. A file is replaced as a whole or not at all.
 */
import { basename, dirname, join } from 'node:path';
import { capital } from '../games/sentences.ts';
import { Refused } from '../shapes/refused.ts';
import type { FileLink } from '../library/file-links.ts';
import { encoded, NotEncodable } from '../library/encodings.ts';
import { bytesAt, withFile, withSpan, type FileIndex, type Span } from '../library/record-file.ts';
import { FileChanged, replaceFile, stampOf, type FileStamp } from '../library/replace-file.ts';
import type { OpenGame } from '../play/open-game.ts';
import type { PlayedGame } from '../records/forms/played.ts';
import { CannotWrite, type Written } from '../records/forms/reading.ts';
import { candidatesOf, forms, type Candidate, type Form } from '../records/forms/registry.ts';
import { Queue } from '../sessions/queue.ts';
import type { SaveConsent, Saving, WritableForm } from '../shapes/files.ts';
import { digestOfBytes } from './game-sources.ts';
import { requireCandidate, type RecordFiles } from './record-files.ts';
import { contentDigest, recordOf } from './saved-record.ts';
import { causeOf } from './trouble.ts';

/** The form that a new file has, by its extension. */
export const formOfName = (name: string): string =>
  /\.pgn$/i.test(name) ? 'pgn' : /\.txt$/i.test(name) ? 'moves' : 'sgf';

interface Prepared {
  readonly game: OpenGame;
  readonly form: Form;
  readonly record: PlayedGame;
  readonly written: Written;
}

export class Saver {
  readonly #files: RecordFiles;
  /** Two saves of one file at once would each undo the other. */
  readonly #saving = new Queue();

  constructor(files: RecordFiles) {
    this.#files = files;
  }

  /** Into the file that the game is from. @throws Refused */
  save(game: OpenGame, consents: readonly SaveConsent[] = []): Promise<Saving> {
    return this.#saving.run(() => this.#save(game, consents));
  }

  /**
   * Into another file, which the game is of from then on.
   * @throws Refused
   */
  saveAs(game: OpenGame, path: string, form: string, consents: readonly SaveConsent[]): Promise<Saving> {
    return this.#saving.run(() => this.#saveAs(game, path, form, consents));
  }

  /** The text of a game, to be kept elsewhere. @throws Refused */
  text(
    game: OpenGame,
    id: string,
  ): { readonly name: string; readonly text: string; readonly lost: readonly string[] } {
    const { form, written } = this.#prepare(game, id);
    return {
      name: `${nameOf(game)}.${form.extension}`,
      text: `${withoutEnd(written.text)}\n`,
      lost: written.lost,
    };
  }

  /** The forms in which a game can be written, and what each has no room for. */
  formsOf(game: OpenGame): readonly WritableForm[] {
    const whole = this.#record(game);
    return [...forms.values()].flatMap((form): WritableForm[] => {
      if (form.write === null || !form.games.includes(game.game.id)) return [];
      const written = attempt(form, whole);
      if (written === null) return [];
      return [{ form: form.id, name: form.name, extension: form.extension, lost: [...written.lost] }];
    });
  }

  async #save(game: OpenGame, consents: readonly SaveConsent[]): Promise<Saving> {
    const link = this.#files.ports.links.linkOf(game.key);
    if (link === null) return { kind: 'unnamed', reason: '' };
    const name = basename(link.path);
    const form = forms.get(link.form);
    if (form === undefined || form.write === null)
      return { kind: 'unnamed', reason: `${name} is in a form that Plywire only reads (${link.form}).` };
    if (!(await this.#reaches(link.path)))
      return { kind: 'unnamed', reason: `${name} is outside the folders that this Plywire may write to.` };
    const record = this.#record(game);
    let written: Written;
    try {
      written = form.write(record);
    } catch (error) {
      if (!(error instanceof CannotWrite)) throw error;
      return { kind: 'unnamed', reason: `${name} cannot hold this game: ${error.message}.` };
    }
    const lost = written.lost.filter((each) => !link.accepted.includes(each));
    if (lost.length > 0 && !consents.includes('lost')) {
      const words = `The form of ${name} (${form.id}) has no room for ${lost.join(', ')}.`;
      return { kind: 'asks', consent: 'lost', words };
    }
    if (link.unread !== null && !consents.includes('unread')) {
      const words = `A part of this game in ${name} could not be read, and would be gone from the file: ${link.unread}.`;
      return { kind: 'asks', consent: 'unread', words };
    }
    return this.#write({ game, form, record, written }, link, consents);
  }

  /** Into the place of the game in its file. */
  async #write(prepared: Prepared, link: FileLink, consents: readonly SaveConsent[]): Promise<Saving> {
    const { game, form, written } = prepared;
    const { path } = link;
    const name = basename(path);
    const { tree } = game;
    const done = async (bytes: Uint8Array, at: number, stamp: FileStamp): Promise<Saving> => {
      const accepted = [...new Set([...link.accepted, ...written.lost])];
      const saved = { path, form: form.id, at, written: digestOfBytes(bytes), saved: contentDigest(tree) };
      await this.#files.linked(tree, { ...saved, unread: null, accepted }, stamp);
      return { kind: 'saved', name, lost: [...written.lost] };
    };
    const consented = consents.includes('changed');
    const asks = (words: string): Saving => ({ kind: 'asks', consent: 'changed', words });
    try {
      if ((await stampOf(path)) === null) {
        if (!consented) return asks(`${name} no longer exists. Saving makes it anew, with this game alone.`);
        const bytes = Buffer.from(withoutEnd(written.text));
        return await done(bytes, 0, await replaceFile(path, [bytes, newline], null));
      }
      const candidate = requireCandidate({ form: form.id, game: game.game.id });
      const index = await this.#files.sources.index(path, candidate);
      return await withFile(path, index, async (file) => {
        const digestAt = async (at: number): Promise<string> =>
          digestOfBytes(await bytesAt(file, index.span(at)));
        const at = await placeOf(link, index, digestAt);
        if (at === null && !consented) {
          const several = index.games === 1 ? '' : `, and its game ${link.at + 1} is another one now`;
          const what = index.games === 1 ? 'replaces what it has' : 'adds this game at its end';
          return asks(`${name} was changed by another program${several}. Saving ${what}.`);
        }
        const isAlone = index.games <= 1;
        const span = at === null ? (isAlone ? wholeSpan(index) : endSpan(index)) : index.span(at);
        const old = at === null ? Buffer.alloc(0) : await bytesAt(file, span);
        const lineEnd = await lineEndOf(file, index);
        const bytes = encode(prepared, index, lineEnd, name);
        if (bytes === null) {
          const whole = Buffer.from(withLineEnds(withoutEnd(written.text), lineEnd));
          return done(whole, 0, await replaceFile(path, [whole, newline], index.stamp));
        }
        const isNew = at === null && !isAlone;
        const put = isNew ? Buffer.concat([separator(index), bytes, endOf(index)]) : bytes;
        if (!isNew && old.equals(bytes)) return done(bytes, at ?? 0, index.stamp);
        const stamp = await replaceFile(path, withSpan(file, index.stamp.bytes, span, put), index.stamp);
        return done(bytes, isNew ? index.games : (at ?? 0), stamp);
      });
    } catch (error) {
      throw this.#refused(path, error);
    }
  }

  /** What is asked before a file is replaced; null if nothing is. */
  async #replaced(
    { key }: OpenGame,
    path: string,
    consents: readonly SaveConsent[],
  ): Promise<Extract<Saving, { kind: 'asks' }> | null> {
    if (consents.includes('several')) return null;
    const name = basename(path);
    const link = this.#files.ports.links.linkOf(key);
    const [known] = link?.path === path ? candidatesOf(link.form, null) : [];
    const games = await this.#gamesOf(path, known);
    if (games > 1) {
      const words = `${name} has ${games} games. Saving replaces all of them with this one.`;
      return { kind: 'asks', consent: 'several', words };
    }
    if (consents.includes('exists')) return null;
    const words = `${name} exists already. Saving replaces it with this game.`;
    return { kind: 'asks', consent: 'exists', words };
  }

  /** How many games a file has; 0 if it is of no form. @param known its form */
  async #gamesOf(path: string, known: Candidate | undefined): Promise<number> {
    const { sources } = this.#files;
    try {
      if (known !== undefined) return (await sources.index(path, known)).games;
      const sought = await sources.seek(this.#files.originOf(path), null);
      if (sought.kind === 'source') return sought.source.games;
      const [fit] = sought.kind === 'ask' ? sought.fits : [];
      return fit === undefined ? 0 : (await sources.index(path, requireCandidate(fit))).games;
    } catch (error) {
      // A file without games, or one too large to be opened here, is replaced as any other.
      if (error instanceof Refused) return 0;
      throw error;
    }
  }

  async #saveAs(game: OpenGame, path: string, id: string, consents: readonly SaveConsent[]): Promise<Saving> {
    const { form, written } = this.#prepare(game, id);
    const { tree } = game;
    const bytes = Buffer.from(withoutEnd(written.text));
    try {
      const before = await stampOf(path);
      const asks = before === null ? null : await this.#replaced(game, path, consents);
      if (asks !== null) return asks;
      const stamp = await replaceFile(path, [bytes, newline], before);
      const link = { path, form: form.id, at: 0, written: digestOfBytes(bytes), saved: contentDigest(tree) };
      // A file in the place of one that was open is another one.
      await this.#files.linked(tree, { ...link, unread: null, accepted: [...written.lost] }, stamp);
      return { kind: 'saved', name: basename(path), lost: [...written.lost] };
    } catch (error) {
      throw this.#refused(path, error);
    }
  }

  /** @throws Refused if the form cannot hold the game */
  #prepare(game: OpenGame, id: string): Prepared {
    const { form } = requireCandidate({ form: id, game: game.game.id });
    if (form.write === null) throw new Refused(`The form ${id} is only read.`, 'Choose another one.');
    try {
      const record = this.#record(game);
      return { game, form, record, written: form.write(record) };
    } catch (error) {
      if (!(error instanceof CannotWrite)) throw error;
      throw new Refused(`${capital(error.message)}.`, 'Choose another form; SGF holds every game.');
    }
  }

  #record(game: OpenGame): PlayedGame {
    const { evaluations, games } = this.#files.ports;
    return recordOf(game, evaluations, games.enginesOf(game.key));
  }

  /** A file may be gone; its folder then must be one that may be written to. */
  async #reaches(path: string): Promise<boolean> {
    const { picker } = this.#files.ports;
    return (
      (await picker.reaches(path)) ||
      ((await stampOf(path).catch(() => null)) === null && picker.reaches(dirname(path)))
    );
  }

  #refused(path: string, error: unknown): unknown {
    if (error instanceof FileChanged) {
      return new Refused(
        `The file ${basename(path)} is being written by another program; nothing was saved.`,
        'Save again, or save under another name.',
      );
    }
    if (!(error instanceof Error) || (error as NodeJS.ErrnoException).code === undefined) return error;
    return new Refused(
      `The file ${basename(path)} was not saved: ${causeOf(error)}. The file is as it was, and the game is kept in Plywire.`,
      'Free some space, or save under another name in another folder.',
    );
  }
}

const newline = Buffer.from('\n');

const attempt = (form: Form, whole: PlayedGame): Written | null => {
  try {
    return form.write!(whole);
  } catch (error) {
    if (error instanceof CannotWrite) return null;
    throw error;
  }
};

/** The most games of a file in which a game that has moved is looked for. */
const mostSought = 20_000;

/** Where the file has the game as it was read: where it was, or at one other place. Null if nowhere, or at several. */
async function placeOf(
  { at, written }: FileLink,
  index: FileIndex,
  digestAt: (at: number) => Promise<string>,
): Promise<number | null> {
  if (at < index.games && (await digestAt(at)) === written) return at;
  if (index.games > mostSought) return null;
  const found: number[] = [];
  for (let other = 0; other < index.games && found.length < 2; other++)
    if ((await digestAt(other)) === written) found.push(other);
  return found.length === 1 ? found[0]! : null;
}

const wholeSpan = (index: FileIndex): Span => (index.games === 0 ? endSpan(index) : index.span(0));

const endSpan = ({ stamp }: FileIndex): Span => ({ begin: stamp.bytes, end: stamp.bytes, line: 1 });

/** What stands between two games of a file. */
const separator = ({ encoding }: FileIndex): Buffer => encoded('\n\n', encoding);
const endOf = ({ encoding }: FileIndex): Buffer => encoded('\n', encoding);

/** Without a pattern, which takes minutes where a comment has very many line ends. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end--;
  return text.slice(0, end);
}

const withLineEnds = (text: string, end: string): string =>
  end === '\n' ? text : text.replaceAll('\n', end);

/** In bytes: where the first line of a file ends, as a rule. */
const headBytes = 64 * 1024;

/** As the file has them. */
async function lineEndOf(
  file: Parameters<typeof bytesAt>[0],
  { encoding, stamp }: FileIndex,
): Promise<string> {
  const head = await bytesAt(file, { begin: 0, end: Math.min(stamp.bytes, headBytes) });
  return /^[^\n]*\r\n/.test(new TextDecoder(encoding).decode(head)) ? '\r\n' : '\n';
}

/**
 * The text in the encoding of its file; null if the file has this game alone and is better written anew, as UTF-8.
 * @throws Refused if other games of the file have an encoding that this one does not fit
 */
function encode(
  { form, record, written }: Prepared,
  { encoding, games }: FileIndex,
  lineEnd: string,
  name: string,
): Buffer | null {
  const bytesOf = ({ text }: Written): Buffer => encoded(withLineEnds(withoutEnd(text), lineEnd), encoding);
  if (encoding.startsWith('utf-')) return bytesOf(written);
  if (games <= 1) return null;
  try {
    return bytesOf(form.write!(record, encoding));
  } catch (error) {
    if (!(error instanceof NotEncodable)) throw error;
    throw new Refused(
      `${name} is in an old encoding that has no "${error.message}".`,
      'Save the game under another name.',
    );
  }
}

/** In characters: the most of a header that the name of a file has. */
const mostNamed = 200;

/** For a new file: who plays, else the event or the game. */
export function nameOf({ game, tree: { headers } }: OpenGame): string {
  const players = [headers['white'], headers['black']].filter(Boolean).join(' - ');
  const plain = (players === '' ? (headers['event'] ?? game.name) : players)
    .slice(0, mostNamed)
    .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 80);
  return plain === '' ? game.name : plain;
}

/** A path for a new file in a folder. @throws Refused if the name is none */
export function pathIn(folder: string, name: string): string {
  const isPlain =
    /^[^\u0000-\u001f\u007f/\\]{1,200}$/.test(name) && !/^\.{1,2}$/.test(name) && name.trim() === name;
  if (!isPlain || (process.platform === 'win32' && /[<>:"|?*]|[. ]$/.test(name)))
    throw new Refused(`"${name.slice(0, 40)}" cannot be the name of a file.`, 'Choose another name.');
  return join(folder, name);
}
