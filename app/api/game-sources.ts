/**
 * Texts with games that clients have opened: files by their picker ids, and texts that were pasted or dropped. Which form one
 * is of is decided from all of it; each of its games is read when it is wanted.
 */
import { createHash, randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { isWhole, replacement } from '../library/encodings.ts';
import { decideText, undecidedWords } from '../library/text-form.ts';
import { bytesAt, indexFile, unitOf, withFile, type FileIndex } from '../library/record-file.ts';
import { FileChanged, type FileStamp } from '../library/replace-file.ts';
import { textSource, type TextSource } from '../library/text-source.ts';
import type { Decision } from '../records/forms/decide.ts';
import { readNamed } from '../records/forms/games-reader.ts';
import { mainLine } from '../records/forms/played.ts';
import { faultAt, mostFaults, type Fault, type Reading } from '../records/forms/reading.ts';
import { candidatesOf, type Candidate } from '../records/forms/registry.ts';
import type { Unit } from '../records/forms/unit.ts';
import { splitterOf } from '../records/forms/units.ts';
import type { EncodingDoubt } from '../records/text-encoding.ts';
import { LongLoop } from '../sessions/long-loop.ts';
import { pastedName, type FormChoice, type FormFit } from '../shapes/files.ts';
import { Refused } from '../shapes/refused.ts';
import { isRecording, kindOfFile } from './file-kind.ts';

/** The most pasted and dropped texts that are kept, each at most a megabyte. */
const mostTexts = 8;

/** Files whose games are known by their places; another look at one takes as long as it is large. */
const mostIndexed = 16;

/** In characters: a person waits for the decision. */
const enough = 64 * 1024;

/** A game as it stands in its source. */
export interface Found {
  readonly reading: Reading;
  /** SHA-256 of its bytes. */
  readonly digest: string;
  /** The stamp of its file as it was read; null for a text that is in no file. */
  readonly stamp: FileStamp | null;
  /** Why its file may be read wrongly. */
  readonly doubt: EncodingDoubt | null;
}

export interface GameSource {
  readonly id: string;
  readonly name: string;
  /** Null for a text that is in no file. */
  readonly path: string | null;
  readonly candidate: Candidate;
  readonly games: number;
  /** There are more games than these. */
  readonly isCut: boolean;
  /** @param game from 0 @throws Refused */
  find(game: number): Promise<Found>;
}

export type Sought =
  | { readonly kind: 'recording' }
  | { readonly kind: 'source'; readonly source: GameSource }
  | { readonly kind: 'ask'; readonly game: number; readonly ply: number; readonly fits: readonly FormFit[] };

/** A text before its form is known. */
export interface Origin {
  readonly id: string;
  readonly name: string;
  /** A file, or a text that is here. */
  readonly from: { readonly path: string } | { readonly text: string };
  /** What a choice of a form is remembered for. */
  readonly key: string;
}

export const digestOfBytes = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

export class GameSources {
  readonly #texts = new Map<string, Origin>();
  readonly #indexes = new Map<string, FileIndex>();

  /** A text of no file. @param name null if it has none */
  text(text: string, name: string | null): Origin {
    const id = `t-${randomBytes(9).toString('hex')}`;
    const key = name === null ? `text:${digestOfBytes(text)}` : `name:${name}`;
    const origin = { id, name: name ?? pastedName, from: { text }, key };
    this.#texts.set(id, origin);
    for (const old of this.#texts.keys()) if (this.#texts.size > mostTexts) this.#texts.delete(old);
    return origin;
  }

  /** @param id of a text that was given before; null if it is none, or was given long ago */
  textOf(id: string): Origin | null {
    return this.#texts.get(id) ?? null;
  }

  /**
   * @param as the form that the user has chosen; null to find out
   * @throws Refused if it is not a text with games, or too large
   */
  async seek(origin: Origin, as: FormChoice | null, signal?: AbortSignal): Promise<Sought> {
    if (await isRecorded(origin)) return { kind: 'recording' };
    const loop = new LongLoop(signal);
    const pause = async (): Promise<void> => {
      if (loop.isDue) await loop.turn();
    };
    const possible = candidatesOf(as?.form ?? null, as?.game ?? null);
    if (possible.length === 0) throw new Refused('There is no such form.', 'Choose another one.');
    const decided = await decideText(await sourceOf(origin), possible, { pause, enough }).catch(
      (error: unknown) => {
        throw error instanceof FileChanged ? beingWritten(origin.name) : error;
      },
    );
    if (decided.kind === 'several') return { kind: 'ask', ...(await this.#ask(origin, decided)) };
    if (decided.kind !== 'one') throw noGame(origin, decided);
    return { kind: 'source', source: await this.read(origin, decided.candidate, signal) };
  }

  /** A text whose form is known. @throws Refused, or the file system's own errors */
  async read(origin: Origin, candidate: Candidate, signal?: AbortSignal): Promise<GameSource> {
    const { id, name, from } = origin;
    if ('text' in from) return textGames(origin, from.text, candidate);
    const { path } = from;
    const index = await this.index(path, candidate, signal);
    const find = async (game: number): Promise<Found> => {
      const now = await this.index(path, candidate);
      if (game >= now.games)
        throw new Refused(`The file ${name} no longer has a game ${game + 1}.`, 'Open it again.');
      try {
        return await withFile(path, now, async (file) => {
          const bytes = await bytesAt(file, now.span(game));
          const unit = unitOf(bytes, now.encoding, now.layout, now.span(game));
          const { reading, ...rest } = found(unit, bytes, candidate, now);
          const faults = encodingFaults(unit, now, isWhole(bytes, now.encoding));
          return {
            ...rest,
            reading: { ...reading, faults: [...faults, ...reading.faults].slice(0, mostFaults) },
          };
        });
      } catch (error) {
        if (!(error instanceof FileChanged)) throw error;
        throw new Refused(`The file ${name} is being written by another program.`, 'Open it again.');
      }
    };
    return { ...{ id, name, path, candidate, find }, games: index.games, isCut: index.isCut };
  }

  /** The places of the games of a file, as it is now. @throws Refused, or the file system's own errors */
  async index(path: string, { form }: Candidate, signal?: AbortSignal): Promise<FileIndex> {
    const key = `${form.layout} ${path}`;
    const known = this.#indexes.get(key);
    if (known !== undefined && (await isThat(path, known))) return known;
    for (let tries = 0; ; tries++) {
      try {
        const index = await indexFile(path, form.layout, signal);
        this.#indexes.delete(key);
        this.#indexes.set(key, index);
        for (const old of this.#indexes.keys())
          if (this.#indexes.size > mostIndexed) this.#indexes.delete(old);
        return index;
      } catch (error) {
        // A program that writes it all the time.
        if (error instanceof FileChanged && tries < 3) continue;
        if (error instanceof FileChanged) throw beingWritten(basename(path));
        throw error;
      }
    }
  }

  /** Both boards, where two ways to read a text differ. */
  async #ask(
    origin: Origin,
    { candidates, at: { game, ply } }: Extract<Decision, { kind: 'several' }>,
  ): Promise<{ game: number; ply: number; fits: readonly FormFit[] }> {
    const fits: FormFit[] = [];
    for (const candidate of candidates) {
      const source = await this.read(origin, candidate);
      const { reading } = await source.find(Math.min(game, Math.max(0, source.games - 1)));
      if (reading.whole === null) continue;
      const line = mainLine(reading.whole.root);
      const node = line[Math.min(ply, line.length - 1)]!;
      const move = node.parent === null ? null : candidate.game.moveText(node.parent.position, node.move);
      const { form } = candidate;
      fits.push({
        ...{ form: form.id, game: candidate.game.id, name: form.name },
        ...{ position: candidate.game.positionText(node.position), move: node.ply === ply ? move : null },
        before: node.parent === null ? null : candidate.game.positionText(node.parent.position),
      });
    }
    return { game, ply, fits };
  }
}

const beingWritten = (name: string): Refused =>
  new Refused(`The file ${name} is being written by another program.`, 'Try again later.');

async function isThat(path: string, index: FileIndex): Promise<boolean> {
  try {
    await withFile(path, index, () => Promise.resolve());
    return true;
  } catch {
    return false;
  }
}

/** @throws Refused if a file is not text */
async function isRecorded({ name, from }: Origin): Promise<boolean> {
  if ('text' in from) return isRecording(from.text);
  const kind = await kindOfFile(from.path);
  if (kind === 'binary')
    throw new Refused(
      `The file ${name} is not a text file.`,
      'Choose a file with games, such as .sgf or .pgn.',
    );
  return kind === 'recording';
}

function sourceOf({ name, from }: Origin): Promise<TextSource> {
  if ('path' in from) return textSource(from.path, Readable.from([]));
  const { text } = from;
  return Promise.resolve({
    ...{ name, isRepeatable: true },
    pieces: async function* () {
      yield text;
    },
  });
}

const found = (
  unit: Unit,
  bytes: Uint8Array | string,
  candidate: Candidate,
  { stamp, doubt }: Pick<Found, 'stamp' | 'doubt'>,
): Found => ({ reading: readNamed(candidate, unit), digest: digestOfBytes(bytes), stamp, doubt });

/** What is saved over a game has other bytes than those that were not read as they are. */
function encodingFaults(unit: Unit, { doubt }: FileIndex, isRead: boolean): readonly Fault[] {
  const at = (sign: string): number => Math.max(0, unit.text.indexOf(sign));
  return [
    ...(doubt?.isFault === true ? [faultAt(unit, at('CA['), null, `the file ${doubt.words}`)] : []),
    ...(isRead ? [] : [faultAt(unit, at(replacement), null, unreadBytes)]),
  ];
}

const unreadBytes = 'these bytes are not characters in the encoding of the file';

function textGames({ id, name }: Origin, text: string, candidate: Candidate): GameSource {
  const splitter = splitterOf(candidate.form.layout);
  const units = [...splitter.push(text), ...splitter.end()];
  const find = (game: number): Promise<Found> => {
    const unit = units[game];
    if (unit === undefined) throw new Refused(`${name} has no game ${game + 1}.`);
    return Promise.resolve(found(unit, unit.text, candidate, { stamp: null, doubt: null }));
  };
  return { ...{ id, name, path: null, candidate, isCut: false, find }, games: units.length };
}

function noGame({ name, from }: Origin, decision: Exclude<Decision, { kind: 'one' | 'several' }>): Refused {
  const file = name === pastedName && 'text' in from ? name : `The file ${name}`;
  return new Refused(
    `${file} ${undecidedWords(decision)}.`,
    decision.kind === 'none'
      ? 'Nothing was changed. Plywire reads SGF, PGN, lists of moves, positions, and what servers and other programs write.'
      : 'Nothing was changed.',
  );
}
