/** `plywire convert`: games from one form into another. Loads no host, and holds one game at a time. */
import { resolve } from 'node:path';
import { counted } from '../games/sentences.ts';
import { examplesOf } from '../records/forms/examples.ts';
import { GamesReader } from '../records/forms/games-reader.ts';
import { wentOnAt, mainLine, type PlayedGame } from '../records/forms/played.ts';
import {
  CannotWrite,
  faultWords,
  type Fault,
  type Lost,
  type Reading,
  type Written,
} from '../records/forms/reading.ts';
import { forms, type Form } from '../records/forms/registry.ts';
import { moveTexts } from '../records/record.ts';
import type { EncodingDoubt } from '../records/text-encoding.ts';
import { replacement } from '../library/encodings.ts';
import { textSource, type TextListener } from '../library/text-source.ts';
import { columns } from '../matches/report/columns.ts';
import { decideForm, requireForm } from './deciding.ts';
import { Exit, exitCodes, inputName, unreadable } from './exit.ts';
import { newFile, type NewFile } from './new-file.ts';
import type { Output } from './output.ts';
import { interruptibly } from './run.ts';
import { drained } from './stdout.ts';

export interface ConvertFlags {
  readonly to?: string;
  readonly from: string;
  readonly game?: string;
  readonly out?: string;
  readonly list?: boolean;
}

/** @throws Exit */
export function convert(output: Output, inputs: readonly string[], flags: ConvertFlags): Promise<void> {
  if (flags.list === true) {
    list(output);
    return Promise.resolve();
  }
  if (flags.to === undefined)
    throw new Exit(exitCodes.usage, 'Say the form to write with --to; see plywire convert --list.');
  if (inputs.length === 0)
    throw new Exit(exitCodes.usage, 'Name a file to read, or - for the standard input.');
  const to = requireForm(flags.to);
  if (to.write === null) {
    const written = [...forms.values()].filter(({ write }) => write !== null).map(({ id }) => id);
    throw new Exit(exitCodes.usage, `The form ${to.id} is only read; written are ${written.join(', ')}.`);
  }
  return interruptibly(async (signal) => {
    const sink = await openSink(output, flags.out, signal);
    let isDone = false;
    try {
      const conversion = new Conversion(output, sink, to, inputs.length);
      for (const path of inputs) await conversion.file(path, flags, signal);
      if (!conversion.isVain) {
        await sink.close();
        isDone = !signal.aborted;
      }
      conversion.conclude();
    } finally {
      // What could be read is kept; a file that was cut short, or got nothing, is not.
      if (!isDone) await sink.discard();
    }
  });
}

/** Told one by one, of a file; all are counted. */
const mostTold = 20;

class Conversion {
  readonly #output: Output;
  readonly #sink: Sink;
  readonly #to: Form;
  #written = 0;
  #unread = 0;
  #unwritten = 0;
  /** Of all that are read. */
  readonly #files: number;
  /** Why files could not be read, or not to their end. */
  readonly #unreadFiles: Exit[] = [];
  readonly #lost = new Map<Lost, number>();

  constructor(output: Output, sink: Sink, to: Form, files: number) {
    this.#output = output;
    this.#sink = sink;
    this.#to = to;
    this.#files = files;
  }

  /** Whether nothing was written, since no file could be read. */
  get isVain(): boolean {
    return this.#written === 0 && this.#unreadFiles.length === this.#files;
  }

  /** One that cannot be read, or whose form cannot be decided, is told and left out. */
  async file(path: string, flags: ConvertFlags, signal: AbortSignal): Promise<void> {
    // Bytes that are not characters. They are counted where the text is read, not where its form is decided.
    let replaced = 0;
    const doubts: EncodingDoubt[] = [];
    let opened: Awaited<ReturnType<typeof openText>>;
    try {
      opened = await openText(path, flags, signal, {
        onReplaced: (count) => (replaced += count),
        onDoubt: (found) => (doubts[0] = found),
      });
    } catch (error) {
      signal.throwIfAborted();
      return this.#leaveOut(path, error);
    }
    const { source, candidate, pieces } = opened;
    const unread = this.#unreadFiles.length;
    if (source.isRepeatable) replaced = 0;
    const reader = new GamesReader(candidate, flags.game === undefined);
    const name = inputName(path);
    const { form, game } = candidate;
    const told = { file: path, form: form.id, game: game.id };
    const counts = { games: 0, faults: 0, wentOn: 0 };
    const take = (readings: Iterable<Reading & { readonly line: number }>): string => {
      let texts = '';
      for (const reading of readings) {
        counts.games++;
        texts += this.#game(told, counts, reading);
      }
      return texts;
    };
    for await (const piece of this.#untilFault(path, pieces, signal)) {
      if (signal.aborted) return;
      await this.#sink.write(take(reader.push(piece)));
      // Objects are written without waiting.
      await drained(signal);
      this.#output.passing(`${name}: ${counted(counts.games, 'game')}`);
    }
    await this.#sink.write(take(reader.end()));
    this.#output.passing('');
    const { faults, wentOn } = counts;
    if (counts.games === 0 && this.#unreadFiles.length === unread)
      this.#leaveOut(path, new Exit(exitCodes.usage, `${name} has no game.`));
    const doubt = doubts[0] ?? null;
    if (this.#output.json) {
      const object = { kind: 'file', ...told, ...counts, replaced, encodingDoubt: doubt?.words ?? null };
      this.#output.object(object);
    }
    if (doubt !== null) this.#output.remark(`${name} ${doubt.words}`);
    if (replaced > 0) {
      const where = counted(replaced, 'place');
      this.#output.remark(
        `${name}: bytes in ${where} are not characters in its encoding, and became ${replacement}`,
      );
    }
    if (faults > mostTold) this.#output.remark(`${name}: ${faults - mostTold} more places cannot be read`);
    if (wentOn > mostTold) this.#output.remark(`${name}: ${wentOn - mostTold} more games go on after a draw`);
    this.#unread += faults + replaced + (doubt?.isFault === true ? 1 : 0);
  }

  /** What is left to say of all files. @throws Exit if not everything could be read and written */
  conclude(): void {
    const lost = Object.fromEntries(this.#lost);
    if (this.#output.json) this.#output.object({ kind: 'summary', written: this.#written, lost });
    else if (this.#lost.size > 0) {
      const words = [...this.#lost].map(
        ([what, games]) => `${what} of ${games === 1 ? 'a game' : `${games} games`}`,
      );
      this.#output.remark(`${this.#to.id} has no room for ${words.join(', ')}`);
    }
    const [unreadFile] = this.#unreadFiles;
    if (unreadFile !== undefined && this.#files === 1) throw unreadFile;
    if (this.#unread === 0 && this.#unwritten === 0 && unreadFile === undefined) return;
    const words = [
      ...(unreadFile === undefined ? [] : [`${counted(this.#unreadFiles.length, 'file')} could not be read`]),
      ...(this.#unread > 0 ? [`${counted(this.#unread, 'place')} could not be read`] : []),
      ...(this.#unwritten > 0
        ? [`${counted(this.#unwritten, 'game')} could not be written as ${this.#to.id}`]
        : []),
    ];
    const written = `${counted(this.#written, 'game')} ${this.#written === 1 ? 'was' : 'were'} written`;
    throw new Exit(exitCodes.usage, `${words.join(', ')}; ${written}.`);
  }

  /** The pieces of a text; where it cannot be read on, that is told, and they end. */
  async *#untilFault(
    path: string,
    pieces: AsyncIterable<string>,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    try {
      yield* pieces;
    } catch (error) {
      signal.throwIfAborted();
      this.#leaveOut(path, error);
    }
  }

  /** @throws what does not say why a file cannot be read */
  #leaveOut(path: string, error: unknown): void {
    if (!(error instanceof Exit)) throw error;
    this.#unreadFiles.push(error);
    if (this.#output.json) this.#output.object({ kind: 'fault', file: path, why: error.message });
    // Of one file alone it is the last word.
    else if (this.#files > 1) this.#output.remark(error.message);
  }

  #game(
    told: { readonly file: string },
    counts: { games: number; faults: number; wentOn: number },
    { whole, faults }: Reading,
  ): string {
    for (const fault of faults) {
      if (this.#output.json) this.#output.object({ kind: 'fault', ...told, number: counts.games, ...fault });
      else if (counts.faults < mostTold) this.#output.remark(`${inputName(told.file)}, ${faultWords(fault)}`);
      counts.faults++;
    }
    if (whole === null || isUnbegun(whole, faults)) return '';
    const past = wentOnAt(whole);
    if (past !== null && counts.wentOn++ < mostTold && !this.#output.json) {
      this.#output.remark(
        `${inputName(told.file)}: game ${counts.games} goes on after ply ${past.ply}, a draw (${past.reason})`,
      );
    }
    const written = this.#write(told.file, counts.games, whole);
    if (written === null) return '';
    this.#written++;
    for (const what of written.lost) this.#lost.set(what, (this.#lost.get(what) ?? 0) + 1);
    if (!this.#output.json) return written.text;
    const object = {
      kind: 'game',
      ...told,
      game: whole.game.id,
      number: counts.games,
      ...contents(whole),
      lost: written.lost,
      wentOn: past,
    };
    this.#output.object(this.#sink.isFile ? object : { ...object, text: written.text });
    return this.#sink.isFile ? written.text : '';
  }

  #write(file: string, number: number, whole: PlayedGame): Written | null {
    try {
      if (this.#to.layout === 'file' && this.#written > 0) {
        throw new CannotWrite(`a file of ${this.#to.id} holds one game`);
      }
      if (!this.#to.games.includes(whole.game.id)) {
        throw new CannotWrite(`${this.#to.id} is not a form of ${whole.game.name}`);
      }
      return this.#to.write!(whole);
    } catch (error) {
      if (!(error instanceof CannotWrite)) throw error;
      this.#unwritten++;
      if (this.#output.json) this.#output.object({ kind: 'unwritten', file, number, why: error.message });
      else if (this.#unwritten <= mostTold)
        this.#output.remark(`${inputName(file)}: game ${number}: ${error.message}`);
      return null;
    }
  }
}

/** Whether not even the first move could be read: what is left is a game that the text does not have. */
const isUnbegun = ({ root }: PlayedGame, faults: readonly Fault[]): boolean =>
  root.children.length === 0 && faults.some(({ ply }) => ply !== null);

/** @throws Exit if it cannot be read, or its form cannot be decided; the signal's reason */
async function openText(path: string, wanted: ConvertFlags, signal: AbortSignal, listener: TextListener) {
  const source = await textSource(path, process.stdin, signal, listener).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  return { source, ...(await decideForm(path, wanted, signal, source)) };
}

/** A game as JSON: canonical texts, as the contract has them. */
function contents({ game, root, headers }: PlayedGame): object {
  const line = mainLine(root).slice(1);
  return {
    setup: game.setupOf(root.position),
    start: game.positionText(root.position),
    moves: moveTexts(
      game,
      root.position,
      line.map(({ move }) => move),
    ),
    headers,
  };
}

function list(output: Output): void {
  for (const form of output.json ? forms.values() : []) {
    const { id, name, games, write } = form;
    const examples = examplesOf(form);
    output.object({ kind: 'form', id, name, games, reads: true, writes: write !== null, examples });
  }
  const rows = [...forms.values()].map((form) => [
    form.id,
    form.write === null ? 'read' : 'read, write',
    form.games.join(', '),
    form.name,
    oneLine(examplesOf(form)[0]!.text),
  ]);
  output.lines(columns([['FORM', 'CAN', 'GAMES', 'WHAT IT IS', 'EXAMPLE'], ...rows]));
}

/** In characters. */
const exampleLength = 60;

const oneLine = (text: string): string => {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length > exampleLength ? `${flat.slice(0, exampleLength - 1)}…` : flat;
};

/** Where texts go, at the pace at which they are taken. */
interface Sink extends NewFile {
  readonly isFile: boolean;
}

/** @throws Exit if the file exists */
async function openSink(output: Output, out: string | undefined, signal: AbortSignal): Promise<Sink> {
  if (out !== undefined) return { isFile: true, ...(await newFile(resolve(out), { flag: '--out' })) };
  return {
    isFile: false,
    async write(text) {
      if (text === '') return;
      if (process.stdout.isTTY) output.piece(text.toString());
      else process.stdout.write(text);
      await drained(signal);
    },
    close: () => Promise.resolve(),
    discard: () => Promise.resolve(),
  };
}
