/** A check's conversation: lines of a wire read by a protocol's own parser, each wait with its deadline. */
import { Breach, pass, type Check, type CheckWire, type Ended, type Outcome } from './conformance.ts';
import { quoted, inSeconds } from './text.ts';

/** Waits of the checks, in milliseconds. */
export const waits = {
  /** To open the conversation: what a session allows too. */
  opening: 10_000,
  /** For any other answer that is due: what a session allows after a stop. */
  answer: 5_000,
  /** Where the text wants it at once or as soon as possible. */
  prompt: 2_000,
  /** How long nothing may come where nothing is due. */
  quiet: 700,
  /** How long an engine is left thinking. */
  thinking: 250,
  /** Between an answer and the next request: a second answer to the same request comes at once. */
  between: 10,
} as const;

/** A line that was heard. */
export interface Said<Message> {
  readonly line: string;
  readonly message: Message;
}

/** Lines of an engine as they may stand in a sentence. */
export function wordsOf(lines: readonly string[]): string {
  const [first, ...rest] = lines;
  if (first === undefined) return 'nothing';
  return rest.length === 0 ? quoted(first) : `${quoted(first)} and ${rest.length} more`;
}

/** How it ended; goes on from "the engine". */
export function endedWords({ exitCode, signal }: Ended): string {
  if (signal !== null) return `was ended by ${signal}`;
  return exitCode === null ? 'ended' : `exited with ${exitCode}`;
}

export class CheckTalk<Message> {
  readonly #wire: CheckWire;
  readonly #read: (line: string) => Message;
  /** Everything that was heard so far. */
  readonly said: Said<Message>[] = [];

  constructor(wire: CheckWire, read: (line: string) => Message) {
    this.#wire = wire;
    this.#read = read;
  }

  send(...lines: readonly string[]): void {
    for (const line of lines) this.#wire.send(line);
  }

  /** Closes the engine's input. */
  end(): void {
    this.#wire.end();
  }

  /**
   * The first line that `pick` gives a value for; others are passed over.
   * @param milliseconds Infinity where the wire itself has an end
   * @throws Breach where none comes in time or the engine ends before
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
      // An engine that floods has its deadline too.
      if (heard.kind === 'silence' || this.#wire.now >= deadline) {
        const last = passed.at(-1);
        const said = last === undefined ? 'silence' : `only other lines, the last ${quoted(last)}`;
        const due = Number.isFinite(milliseconds)
          ? `${expected} within ${inSeconds(milliseconds)}`
          : expected;
        throw new Breach(due, said);
      }
    }
  }

  /** The next line; null where none comes in time, or none any more. */
  async line(milliseconds: number): Promise<Said<Message> | null> {
    const heard = await this.#wire.next(milliseconds);
    return heard.kind === 'line' ? this.#take(heard.text) : null;
  }

  /** Passes over what has been said so far: what came before a request went out does not answer it. */
  async passOver(): Promise<void> {
    for (const line of await this.#wire.unaskedLines(waits.between)) this.#take(line);
  }

  /** What is said in this time. @throws Breach where the engine ends in it */
  async listen(milliseconds: number): Promise<readonly Said<Message>[]> {
    const { said, ended } = await this.#hearOut(milliseconds);
    if (ended) throw new Breach('an engine that goes on running', `the engine ${endedWords(ended)}`, ended);
    return said;
  }

  /** What is said in this time, where the engine may well end in it. */
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

  /**
   * Waits for the end of the process, whatever it says until then.
   * @throws Breach where it goes on
   */
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

  /** As `left`, and it has to exit with 0. @throws Breach */
  async leftCleanly(milliseconds: number, expected: string): Promise<void> {
    const { exitCode, signal } = await this.left(milliseconds, expected);
    if (exitCode !== 0) throw new Breach('exit code 0', signal ?? `exit code ${exitCode}`);
  }

  /** Closes the engine's input and waits for the end of the process. @throws Breach where it goes on */
  async leftAlone(): Promise<void> {
    this.end();
    await this.left(waits.answer, 'the end of the process after the end of its input');
  }

  #take(line: string): Said<Message> {
    const said = { line, message: this.#read(line) };
    this.said.push(said);
    return said;
  }
}

/** Makes a check of what it is about and a script; it passes unless the script says something else. */
export type MakeCheck<T> = (
  fields: Omit<Check, 'run'>,
  script: (talk: T) => Promise<Outcome | undefined> | Promise<void>,
) => Check;

/** A row of a table of checks; its level is `must` where it names none. */
export type CheckRow<T> = Omit<Check, 'run' | 'level'> & {
  readonly level?: Check['level'];
  readonly run: Parameters<MakeCheck<T>>[1];
};

export const tabled =
  <T>(make: MakeCheck<T>) =>
  (rows: readonly CheckRow<T>[]): readonly Check[] =>
    rows.map(({ run, level = 'must', ...fields }) => make({ ...fields, level }, run));

/** Makes checks whose scripts talk in this way over their wire. */
export const scripted =
  <T>(open: (wire: CheckWire) => T): MakeCheck<T> =>
  (fields, script) => ({ ...fields, run: async (wire) => (await script(open(wire))) ?? pass });

/** @throws Breach where something was said that is not due */
export function expectNone<Message>(
  said: readonly Said<Message>[],
  undue: (message: Message) => boolean,
  expected: string,
): void {
  const lines = said.filter(({ message }) => undue(message)).map(({ line }) => line);
  if (lines.length > 0) throw new Breach(expected, wordsOf(lines));
}
