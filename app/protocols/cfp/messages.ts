/**
 * Converts lines of the Connect Four Protocol to typed messages and back. One table has each command of both
 * directions: its word, its clause, its reader and its writer.
 */
import { fitLine } from '../text.ts';
import {
  readOption,
  writeOption,
  noteInto,
  quote,
  readValue,
  spanOf,
  wordsOf,
  writeValue,
  type Note,
  type Word,
} from './options.ts';
import type { EngineOption, Oddity } from '../../shapes/engines.ts';

/** Messages of the GUI. */
export type GuiMessage =
  | { readonly kind: 'cfp' }
  | { readonly kind: 'debug'; readonly on: boolean }
  | { readonly kind: 'isready' }
  /** `value` is null if none, as for a button. */
  | { readonly kind: 'setoption'; readonly name: string; readonly value: string | null }
  | { readonly kind: 'cfpnewgame' }
  /** `position` is 43 digits, `startpos`, or other text in its place, which the rules interpret. */
  | { readonly kind: 'position'; readonly position: string }
  | { readonly kind: 'go'; readonly seconds: number | null }
  | { readonly kind: 'stop' }
  | { readonly kind: 'quit' };

/** Messages of the engine. */
export type EngineMessage =
  | { readonly kind: 'id'; readonly field: 'name' | 'author'; readonly value: string }
  | { readonly kind: 'cfpok' }
  | { readonly kind: 'readyok' }
  /** `column` counts from 0 and may lie off the board. */
  | { readonly kind: 'bestmove'; readonly column: number }
  | { readonly kind: 'info'; readonly text: string }
  | { readonly kind: 'option'; readonly option: EngineOption };

/** A known command with unreadable words; `rest` is the text after the command. */
export interface Unreadable {
  readonly kind: 'unreadable';
  readonly command: string;
  readonly rest: string;
  readonly fault: string;
}

/** The result of reading a line. `message` is null if the line has no command. */
export interface Heard<Message> {
  readonly message: Message | Unreadable | null;
  readonly oddities: readonly Oddity[];
}

/** The words after a command, and their line. */
interface Rest {
  readonly line: string;
  /** The text after the command and one blank, unchanged. */
  readonly raw: string;
  readonly words: readonly Word[];
}

interface Command<Message> {
  readonly clause: string;
  /** Its words are prose, which is not checked. */
  readonly prose?: true;
  /** @returns the message, or a description of the error */
  read(rest: Rest, note: Note): Message | string;
  write(message: Message): string;
}

type Table<Message extends { kind: string }> = {
  readonly [Kind in Message['kind']]: Command<Extract<Message, { kind: Kind }>>;
};

const GUI = 'CFP, GUI to Engine, ';
const ENGINE = 'CFP, Engine to GUI, ';
const UNKNOWN = 'CFP, Description, unknown command or token';

function bare<Kind extends string>(clause: string, kind: Kind): Command<{ readonly kind: Kind }> {
  return {
    clause,
    read(rest, note) {
      noteExtra(rest, 0, clause, note);
      return { kind };
    },
    write: () => kind,
  };
}

function noteExtra(rest: Rest, from: number, clause: string, note: Note): void {
  const extra = rest.words.slice(from);
  if (extra.length > 0) note('extra-words', clause, `${quote(spanOf(rest.line, extra))} is ignored.`);
}

/** The index of the first word that passes the test. The words before it are unknown tokens and are skipped. */
function firstWord(rest: Rest, note: Note, test: (word: Word) => boolean): number {
  const at = rest.words.findIndex(test);
  if (at > 0) {
    note('unknown-word', UNKNOWN, `${quote(spanOf(rest.line, rest.words.slice(0, at)))} is skipped.`);
  }
  return at;
}

/** The index of a keyword, preferably in the text's letter case. */
function keywordAt(words: readonly Word[], keyword: string, from: number): number {
  const exact = words.findIndex((word, index) => index >= from && word.text === keyword);
  return exact >= 0 ? exact : words.findIndex((word, index) => index >= from && word.lower === keyword);
}

function readSeconds(text: string): number | string {
  const seconds = /^\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(seconds) ? seconds : `${quote(text)} is not a number of seconds`;
}

export const guiCommands: Table<GuiMessage> = {
  cfp: bare(`${GUI}cfp`, 'cfp'),
  debug: {
    clause: `${GUI}debug`,
    read(rest, note) {
      const at = firstWord(rest, note, ({ lower }) => lower === 'on' || lower === 'off');
      if (at < 0) return 'it says neither on nor off';
      noteExtra(rest, at + 1, this.clause, note);
      return { kind: 'debug', on: rest.words[at]!.lower === 'on' };
    },
    write: ({ on }) => `debug ${on ? 'on' : 'off'}`,
  },
  isready: bare(`${GUI}isready`, 'isready'),
  setoption: {
    clause: `${GUI}setoption`,
    read(rest, note) {
      const nameAt = keywordAt(rest.words, 'name', 0);
      if (nameAt < 0) return 'it has no name';
      if (nameAt > 0) {
        note('unknown-word', UNKNOWN, `${quote(spanOf(rest.line, rest.words.slice(0, nameAt)))} is skipped.`);
      }
      const valueAt = keywordAt(rest.words, 'value', nameAt + 1);
      const name = spanOf(rest.line, rest.words.slice(nameAt + 1, valueAt < 0 ? undefined : valueAt));
      if (name === '') return 'the name is empty';
      if (valueAt < 0) return { kind: 'setoption', name, value: null };
      return { kind: 'setoption', name, value: readValue(spanOf(rest.line, rest.words.slice(valueAt + 1))) };
    },
    write: ({ name, value }) =>
      value === null ? `setoption name ${name}` : `setoption name ${name} value ${writeValue(value)}`,
  },
  cfpnewgame: bare(`${GUI}cfpnewgame`, 'cfpnewgame'),
  position: {
    clause: `${GUI}position`,
    read(rest, note) {
      const known = ({ text, lower }: Word): boolean => lower === 'startpos' || /^[012]{43}$/.test(text);
      const at = rest.words.some(known) ? firstWord(rest, note, known) : 0;
      const word = rest.words[at];
      if (!word) return 'it names no position';
      noteExtra(rest, at + 1, this.clause, note);
      return { kind: 'position', position: word.lower === 'startpos' ? 'startpos' : word.text };
    },
    write: ({ position }) => `position ${position}`,
  },
  go: {
    clause: `${GUI}go`,
    read(rest, note) {
      if (rest.words.length === 0) return { kind: 'go', seconds: null };
      const at = firstWord(rest, note, ({ lower }) => lower === 'movetime');
      if (at < 0) {
        noteExtra(rest, 0, this.clause, note);
        return { kind: 'go', seconds: null };
      }
      noteExtra(rest, at + 2, this.clause, note);
      const seconds = readSeconds(rest.words[at + 1]?.text ?? '');
      if (typeof seconds === 'number') return { kind: 'go', seconds };
      note('unreadable-movetime', this.clause, `${seconds}; the search has no time limit.`);
      return { kind: 'go', seconds: null };
    },
    write: ({ seconds }) => (seconds === null ? 'go' : `go movetime ${seconds.toFixed(6)}`),
  },
  stop: bare(`${GUI}stop`, 'stop'),
  quit: bare(`${GUI}quit`, 'quit'),
};

export const engineCommands: Table<EngineMessage> = {
  id: {
    clause: `${ENGINE}id`,
    read(rest, note) {
      const at = firstWord(rest, note, ({ lower }) => lower === 'name' || lower === 'author');
      if (at < 0) return 'it says neither name nor author';
      const value = spanOf(rest.line, rest.words.slice(at + 1));
      if (value === '') return `the ${rest.words[at]!.lower} is empty`;
      return { kind: 'id', field: rest.words[at]!.lower as 'name' | 'author', value };
    },
    write: ({ field, value }) => `id ${field} ${value}`,
  },
  cfpok: bare(`${ENGINE}cfpok`, 'cfpok'),
  readyok: bare(`${ENGINE}readyok`, 'readyok'),
  bestmove: {
    clause: `${ENGINE}bestmove`,
    read(rest, note) {
      const isNumber = ({ text }: Word): boolean => /^[+-]?\d{1,15}$/.test(text);
      if (rest.words.length === 0) return 'it names no column';
      if (!rest.words.some(isNumber)) return `${quote(spanOf(rest.line, rest.words))} is not a column`;
      const at = firstWord(rest, note, isNumber);
      noteExtra(rest, at + 1, this.clause, note);
      // Adding 0 turns -0 into 0.
      return { kind: 'bestmove', column: Number(rest.words[at]!.text) + 0 };
    },
    write: ({ column }) => `bestmove ${column}`,
  },
  info: {
    clause: `${ENGINE}info`,
    prose: true,
    read: (rest) => ({ kind: 'info', text: rest.raw }),
    write: ({ text }) => `info ${text}`,
  },
  option: {
    clause: `${ENGINE}option`,
    read: (rest, note) => ({ kind: 'option', option: readOption(rest.line, rest.words, note) }),
    write: ({ option }) => writeOption(option),
  },
};

/**
 * Forms not in the text that a real program sends: Konnect4 of 2019 wrote milliseconds, and `go movetime` as one word.
 */
const guiAliases: Readonly<Record<string, Command<GuiMessage>>> = {
  gomovetime: {
    clause: `${GUI}go`,
    read(rest, note) {
      note('joined-movetime', this.clause, 'gomovetime is read as go movetime, in milliseconds.');
      const number = readSeconds(rest.words[0]?.text ?? '');
      noteExtra(rest, 1, this.clause, note);
      return { kind: 'go', seconds: typeof number === 'number' ? number / 1000 : null };
    },
    write: (message) => formatGui(message),
  },
};

/**
 * Reads a line of prose without splitting it into words, if it begins as the text writes it. Engines send `info` lines by
 * the million, and splitting is most of the cost of reading one.
 */
function proseOf<Message>(
  line: string,
  commands: ReadonlyMap<string, Command<Message>>,
): { readonly command: Command<Message>; readonly raw: string } | null {
  const end = line.indexOf(' ');
  const command = commands.get(end === -1 ? line : line.slice(0, end));
  return command?.prose ? { command, raw: end === -1 ? '' : line.slice(end + 1) } : null;
}

function listen<Message>(line: string, commands: ReadonlyMap<string, Command<Message>>): Heard<Message> {
  const oddities: Oddity[] = [];
  const note = noteInto(oddities);
  const prose = proseOf(line, commands);
  if (prose !== null) {
    const message = prose.command.read({ line, raw: prose.raw, words: [] }, note) as Message;
    return { message, oddities };
  }
  const words = wordsOf(line);
  const at = words.findIndex(({ lower }) => commands.has(lower));
  const word = words[at];
  if (!word) {
    if (words.length === 0) note('empty-line', 'CFP, Description', 'The line is empty.');
    else note('unknown-line', UNKNOWN, `${quote(spanOf(line, words))} holds no command.`);
    return { message: null, oddities };
  }
  const command = commands.get(word.lower)!;
  if (at > 0) note('unknown-word', UNKNOWN, `${quote(spanOf(line, words.slice(0, at)))} is skipped.`);
  if (word.text !== word.lower) {
    note('letter-case', command.clause, `${quote(word.text)} is read as ${word.lower}.`);
  }
  if (!command.prose && words.map(({ text }) => text).join(' ') !== line) {
    note('extra-blanks', 'CFP, Description', 'Words are set apart by more than one blank.');
  }
  const rest = { line, raw: line.slice(word.end + 1), words: words.slice(at + 1) };
  const read = command.read(rest, note);
  if (typeof read !== 'string') return { message: read, oddities };
  note('unreadable', command.clause, `${word.lower}: ${read}.`);
  const text = spanOf(line, rest.words);
  return { message: { kind: 'unreadable', command: word.lower, rest: text, fault: read }, oddities };
}

// Each entry gets only its own kind of message, which the type cannot express.
const entries = <Message extends { kind: string }>(table: Table<Message>): [string, Command<Message>][] =>
  Object.entries(table) as unknown as [string, Command<Message>][];

const guiByWord = new Map([...entries(guiCommands), ...Object.entries(guiAliases)]);
const engineByWord = new Map(entries(engineCommands));

/** Reads a line of the GUI. Never throws. */
export const readGui = (line: string): Heard<GuiMessage> => listen(line, guiByWord);
/** Reads a line of the engine. Never throws. */
export const readEngine = (line: string): Heard<EngineMessage> => listen(line, engineByWord);

export const formatGui = (message: GuiMessage): string =>
  fitLine(guiByWord.get(message.kind)!.write(message));
export const formatEngine = (message: EngineMessage): string =>
  fitLine(engineByWord.get(message.kind)!.write(message));

/** The clause of a command, for oddities. */
export const clauseOf = (command: EngineMessage['kind'] | GuiMessage['kind']): string =>
  (guiByWord.get(command) ?? engineByWord.get(command))!.clause;
