/** The conversation of a check or a probe: a wire's lines, read by a protocol's parser, with a deadline for each wait. */
import {
  Breach,
  pass,
  Silence,
  type Check,
  type CheckWire,
  type Ended,
  type Outcome,
} from './conformance.ts';
import { quoted, inSeconds } from './text.ts';

/** In milliseconds. */
export const waits = {
  /** For the opening, as in a session. */
  opening: 10_000,
  /** For any other answer, as in a session after a stop. */
  answer: 5_000,
  /** For an answer that the text requires at once or as soon as possible. */
  prompt: 2_000,
  /** For silence while no line is due. */
  quiet: 700,
  /** For an engine to think. */
  thinking: 250,
  /** Between an answer and the next request: a second answer to the same request arrives at once. */
  between: 10,
} as const;

/** A line of the engine. */
export interface Said<Message> {
  readonly line: string;
  readonly message: Message;
  /** Whether it had no line end; absent if that is not known. */
  readonly isUnended?: boolean;
}

/** Quotes an engine's lines for use in a sentence. */
export function wordsOf(lines: readonly string[]): string {
  const [first, ...rest] = lines;
  if (first === undefined) return 'nothing';
  return rest.length === 0 ? quoted(first) : `${quoted(first)} and ${rest.length} more`;
}

/** How the process ended; continues "the engine". */
export function endedWords({ exitCode, signal }: Ended): string {
  if (signal !== null) return `was ended by ${signal}`;
  return exitCode === null ? 'ended' : `exited with code ${exitCode}`;
}

export class CheckTalk<Message> {
  readonly #wire: CheckWire;
  readonly #read: (line: string) => Message;
  /** All lines so far. */
  readonly said: Said<Message>[] = [];

  constructor(wire: CheckWire, read: (line: string) => Message) {
    this.#wire = wire;
    this.#read = read;
  }

  send(...lines: readonly string[]): void {
    for (const line of lines) this.#wire.send(line);
  }

  end(): void {
    this.#wire.end();
  }

  /**
   * The value of the first line for which `pick` returns one.
   * @param milliseconds Infinity if the wire has a limit of its own
   * @throws Breach if none arrives in time or the engine ends first
   */
  async until<Value>(
    pick: (message: Message, line: string) => Value | undefined,
    milliseconds: number,
    expected: string,
  ): Promise<Value> {
    const deadline = this.#wire.now + milliseconds;
    const passed: string[] = [];
    for (;;) {
      const heard = await this.#wire.next(Math.max(0, deadline - this.#wire.now));
      if (heard.kind === 'line') {
        const value = pick(this.#take(heard.text).message, heard.text);
        if (value !== undefined) return value;
        if (heard.text.trim() !== '') passed.push(heard.text);
      }
      if (heard.kind === 'ended') throw new Breach(expected, `the engine ${endedWords(heard)}`, heard);
      // The deadline also applies to an engine that floods.
      if (heard.kind === 'silence' || this.#wire.now >= deadline) {
        const last = passed.at(-1);
        const due = Number.isFinite(milliseconds)
          ? `${expected} within ${inSeconds(milliseconds)}`
          : expected;
        throw last === undefined
          ? new Silence(due)
          : new Breach(due, `only other lines, the last ${quoted(last)}`);
      }
    }
  }

  /** Like `until`, for the first line that fits. */
  untilOne(
    fits: (message: Message, line: string) => boolean,
    milliseconds: number,
    expected: string,
  ): Promise<Said<Message>> {
    return this.until(
      (message, line) => (fits(message, line) ? { line, message } : undefined),
      milliseconds,
      expected,
    );
  }

  /** The next line; null if none arrives in time or the engine has ended. */
  async line(milliseconds: number): Promise<Said<Message> | null> {
    const heard = await this.#wire.next(milliseconds);
    return heard.kind === 'line' ? this.#take(heard.text) : null;
  }

  /** Skips lines that arrived before the next request, since they cannot answer it. */
  async passOver(): Promise<void> {
    for (const line of await this.#wire.unaskedLines(waits.between)) this.#take(line, false);
  }

  /** The lines that arrive within this time. @throws Breach if the engine ends */
  async listen(milliseconds: number): Promise<readonly Said<Message>[]> {
    const { said, ended } = await this.#hearOut(milliseconds);
    if (ended) throw new Breach('an engine that goes on running', `the engine ${endedWords(ended)}`, ended);
    return said;
  }

  /** The lines that arrive within this time. The engine may end meanwhile. */
  async lastWords(milliseconds: number): Promise<readonly Said<Message>[]> {
    return (await this.#hearOut(milliseconds)).said;
  }

  async #hearOut(
    milliseconds: number,
  ): Promise<{ readonly said: readonly Said<Message>[]; readonly ended: Ended | null }> {
    const deadline = this.#wire.now + milliseconds;
    const from = this.said.length;
    while (this.#wire.now < deadline) {
      const heard = await this.#wire.next(deadline - this.#wire.now);
      if (heard.kind === 'silence') break;
      if (heard.kind === 'ended') return { said: this.said.slice(from), ended: heard };
      this.#take(heard.text);
    }
    return { said: this.said.slice(from), ended: null };
  }

  /** Waits for the process to exit. @throws Breach if it keeps running */
  async left(milliseconds: number, expected: string): Promise<Ended> {
    const deadline = this.#wire.now + milliseconds;
    for (;;) {
      const heard = await this.#wire.next(Math.max(0, deadline - this.#wire.now));
      if (heard.kind === 'ended') return heard;
      if (heard.kind === 'line') this.#take(heard.text);
      if (heard.kind === 'silence' || this.#wire.now >= deadline) {
        throw new Breach(`${expected} within ${inSeconds(milliseconds)}`, 'it still runs');
      }
    }
  }

  /** Like `left`, and requires exit code 0. @throws Breach */
  async leftCleanly(milliseconds: number, expected: string): Promise<void> {
    const { exitCode, signal } = await this.left(milliseconds, expected);
    if (exitCode !== 0) throw new Breach('exit code 0', signal ?? `exit code ${exitCode}`);
  }

  /** Closes the engine's input and waits for the process to exit. @throws Breach if it keeps running */
  async leftAlone(): Promise<void> {
    this.end();
    await this.left(waits.answer, 'the end of the process after the end of its input');
  }

  #take(line: string, isUnended = this.#wire.isUnended ?? false): Said<Message> {
    const said = { line, message: this.#read(line), isUnended };
    this.said.push(said);
    return said;
  }
}

/** Makes a check from its fields and a script; it passes unless the script returns another outcome. */
export type MakeCheck<T> = (
  fields: Omit<Check, 'run'>,
  script: (talk: T) => Promise<Outcome | undefined> | Promise<void>,
) => Check;

/** A row of a table of checks; its level is `must` by default. */
export type CheckRow<T> = Omit<Check, 'run' | 'level'> & {
  readonly level?: Check['level'];
  readonly run: Parameters<MakeCheck<T>>[1];
};

export const tabled =
  <T>(make: MakeCheck<T>) =>
  (rows: readonly CheckRow<T>[]): readonly Check[] =>
    rows.map(({ run, level = 'must', ...fields }) => make({ ...fields, level }, run));

/** A row of a table whose scripts begin at named points of a conversation. */
export type RowFrom<T, Place extends string> = CheckRow<T> & { readonly from?: Place };

/**
 * Like `tabled`, with scripts that begin at the point that `from` names.
 * @param beginnings how to get to each point
 * @param usual the point for rows without `from`
 */
export const tabledFrom =
  <T, Place extends string>(
    make: MakeCheck<T>,
    beginnings: Readonly<Record<Place, (talk: T) => Promise<unknown>>>,
    usual: NoInfer<Place>,
  ) =>
  (rows: readonly RowFrom<T, Place>[]): readonly Check[] =>
    tabled(make)(
      rows.map(({ from = usual, run, ...row }) => ({
        ...row,
        run: async (talk) => {
          await beginnings[from](talk);
          return (await run(talk)) ?? undefined;
        },
      })),
    );

/** @param open creates the conversation for a script */
export const scripted =
  <T>(open: (wire: CheckWire) => T): MakeCheck<T> =>
  (fields, script) => ({ ...fields, run: async (wire) => (await script(open(wire))) ?? pass });

/** @throws Breach if there is such a message */
export function expectNone<Message>(
  said: readonly Said<Message>[],
  undue: (message: Message) => boolean,
  expected: string,
): void {
  const lines = said.filter(({ message }) => undue(message)).map(({ line }) => line);
  if (lines.length > 0) throw new Breach(expected, wordsOf(lines));
}

export interface Proof {
  /** Continues "it": "answered `cfp` by `cfpok`". */
  readonly how: string;
  /** Whether the program has shown that it knows the game, not just the words. */
  readonly sure: boolean;
}

/**
 * A probe finds out whether a program speaks a protocol: it sends a few lines that the text allows to a process of its
 * own and looks for proof in the answers. An answer counts only if it arrived after its question, which rules out a
 * banner or a printed recording, and is not part of the question, which rules out an echo.
 */
export interface Probe {
  /** What distinguishes it from the protocol's other probes, as the end of a sentence; empty for an only probe. */
  readonly way: string;
  /**
   * @param wire reports silence once the time for all probes is over
   * @throws Breach if the program does not speak the protocol
   */
  run(wire: CheckWire): Promise<Proof>;
}

/** No limit but the wire's own. */
export const patience = Infinity;

/** In milliseconds: unasked or repeated lines arrive at once. */
export const settling = 150;

/** Skips unasked lines before a question. @throws Breach if one looks like its answer */
export async function hearOut<Message>(
  talk: CheckTalk<Message>,
  isAnswer: (message: Message, line: string) => boolean,
  question: string,
): Promise<void> {
  await talk.lastWords(settling);
  const early = talk.said.find(({ message, line }: Said<Message>) => isAnswer(message, line));
  if (early) throw new Breach(`an answer behind \`${question}\``, `${quoted(early.line)} before it`);
}

/** The result of a further step; null if the program fails it. */
export async function ifShown<Value>(work: () => Promise<Value>): Promise<Value | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Breach) return null;
    throw error;
  }
}
