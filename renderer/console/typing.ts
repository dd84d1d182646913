/**
 * Parses a line that is being typed by the table of the protocol's commands: the argument at the end of the line, and
 * what may stand there. Also keeps the lines that were typed before.
 */
import type { CommandArgument, EngineState, Command } from '../../app/api/contract.ts';

/** The position of the end of a line in its command. */
export interface Standing {
  /** Null unless the first word is a command of the table. */
  readonly command: Command | null;
  /**
   * The index in `command.args` of the argument being typed; null at the command's word and after the last argument.
   */
  readonly argument: number | null;
  /** Whether the keyword of that argument is incomplete. */
  readonly atKeyword: boolean;
  /** The offset of the part being typed, and of the text after the command's word. */
  readonly from: number;
  readonly restFrom: number;
}

export interface Candidate {
  /** Replaces everything from `from` on. */
  readonly text: string;
  readonly from: number;
  /** A description. */
  readonly detail: string;
  /** Why the candidate cannot be used now, in words; null if it can. */
  readonly otherwise: string | null;
}

/** Facts that the table does not contain. */
export interface Surroundings {
  /** The state of the session. */
  readonly state: string;
  readonly options: EngineState['options'];
  /** Texts that can follow the command's word in the position shown. */
  readonly offers: readonly string[];
}

/** The most rows of a list. */
const mostCandidates = 200;

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
const begins = (text: string, beginning: string): boolean =>
  text.length >= beginning.length && same(text.slice(0, beginning.length), beginning);

/** Whether a command is recognised by a whole first word, not by the prefix of a message. */
const isWord = ({ word }: Command): boolean => /\w$/.test(word);

export function standingIn(line: string, commands: readonly Command[]): Standing {
  const start = line.search(/\S|$/);
  const text = line.slice(start);
  const message = commands.find((command) => !isWord(command) && text.startsWith(command.word));
  if (message !== undefined) {
    const from = start + message.word.length;
    return {
      command: message,
      argument: message.args.length > 0 ? 0 : null,
      atKeyword: false,
      from,
      restFrom: from,
    };
  }
  const end = text.search(/\s/);
  const first = end === -1 ? text : text.slice(0, end);
  const command = commands.find((each) => isWord(each) && same(each.word, first)) ?? null;
  if (end === -1 || command === null) {
    return { command, argument: null, atKeyword: false, from: start, restFrom: line.length };
  }
  const restFrom = start + end + text.slice(end).search(/\S|$/);
  return { command, ...argumentAt(line, restFrom, command.args), restFrom };
}

/** Matches the arguments with the words of the line, of which the last is being typed. */
function argumentAt(
  line: string,
  restFrom: number,
  args: readonly CommandArgument[],
): Pick<Standing, 'argument' | 'atKeyword' | 'from'> {
  const placed = [...line.slice(restFrom).matchAll(/\S+/g)].map((match) => ({
    text: match[0],
    at: restFrom + match.index,
  }));
  if (placed.length === 0 || /\s$/.test(line)) placed.push({ text: '', at: line.length });
  let next = 0;
  for (const [argument, { keyword, takes }] of args.entries()) {
    const token = placed[next]!;
    const isLast = next === placed.length - 1;
    if (keyword !== undefined) {
      if (isLast) return { argument, atKeyword: true, from: token.at };
      // The optional argument is absent.
      if (!same(token.text, keyword)) continue;
      next++;
    }
    const value = placed[next]!;
    if (takes === 'rest' || takes === 'value') return { argument, atKeyword: false, from: value.at };
    if (takes === 'option') {
      const stop = args[argument + 1]?.keyword;
      const stopAt = placed.findIndex(
        ({ text }, index) =>
          index > next && index < placed.length - 1 && stop !== undefined && same(text, stop),
      );
      if (stopAt === -1) return { argument, atKeyword: false, from: value.at };
      next = stopAt;
      continue;
    }
    if (next === placed.length - 1) return { argument, atKeyword: false, from: value.at };
    next++;
  }
  return { argument: null, atKeyword: false, from: line.length };
}

/** Returns the candidates to complete a line, the likeliest first; empty if it is complete. */
export function candidatesFor(
  line: string,
  commands: readonly Command[],
  around: Surroundings,
): readonly Candidate[] {
  const standing = standingIn(line, commands);
  const typed = line.slice(standing.from);
  const found =
    standing.argument === null &&
    standing.restFrom === line.length &&
    (!/\s$/.test(line) || line.trim() === '')
      ? wordsFor(typed, standing.from, commands, around.state)
      : [
          ...offersFor(line, standing, around.offers),
          ...argumentsFor(line, standing, commands, around.options),
        ];
  const fresh = found.filter(
    ({ text, from }, index) =>
      text !== line.slice(from) &&
      found.findIndex((each) => each.text === text && each.from === from) === index,
  );
  return fresh.slice(0, mostCandidates);
}

function wordsFor(
  typed: string,
  from: number,
  commands: readonly Command[],
  state: string,
): readonly Candidate[] {
  return commands
    .filter(({ word }) => begins(word, typed))
    .map((command) => ({
      text: command.word,
      from,
      detail: command.help,
      otherwise: objectionTo(command, state),
    }));
}

/** Why a command cannot be used in this state of its session, in words; null if it can, or if that is unknown. */
export function objectionTo({ when }: Command, state: string): string | null {
  if (when === undefined || when.states.some((allowed) => allowed === state)) return null;
  return state === 'starting' ? 'the engine is starting' : when.otherwise;
}

function offersFor(line: string, { restFrom }: Standing, offers: readonly string[]): readonly Candidate[] {
  const rest = line.slice(restFrom);
  return offers
    .filter((offer) => begins(offer, rest))
    .map((text) => ({ text, from: restFrom, detail: 'in the current position', otherwise: null }));
}

function argumentsFor(
  line: string,
  { command, argument, atKeyword, from, restFrom }: Standing,
  commands: readonly Command[],
  options: EngineState['options'],
): readonly Candidate[] {
  if (command === null || argument === null) return [];
  const { keyword, choices, takes, name, optional } = command.args[argument]!;
  const typed = line.slice(from);
  const those = (texts: readonly string[], detail = ''): readonly Candidate[] =>
    texts.filter((text) => begins(text, typed)).map((text) => ({ text, from, detail, otherwise: null }));
  if (atKeyword && keyword !== undefined)
    return those([keyword], optional ? 'optional' : `the ${name} follows`);
  switch (takes) {
    case 'option':
      return optionsFor(typed, from, options, command.args[argument + 1]?.keyword);
    case 'value':
      return those(valuesOf(options, line.slice(restFrom, from)));
    case 'command':
      return those(commands.map(({ word }) => word));
    default:
      return those(choices ?? []);
  }
}

/** Returns candidates for the name of an option; after a complete name, the keyword of its value. */
function optionsFor(
  typed: string,
  from: number,
  options: EngineState['options'],
  keyword: string | undefined,
): readonly Candidate[] {
  return options.flatMap((option): Candidate[] => {
    const { name } = option;
    const detail = option.type === 'unreadable' ? 'cannot be read' : option.type;
    if (begins(name, typed)) return [{ text: name, from, detail, otherwise: null }];
    if (keyword === undefined || option.type === 'button' || !begins(typed, `${name} `)) return [];
    const whole = `${name} ${keyword}`;
    return begins(whole, typed) ? [{ text: whole, from, detail: 'its value follows', otherwise: null }] : [];
  });
}

/** Returns the values of the option that the text before names: `name Play Style value `. */
function valuesOf(options: EngineState['options'], before: string): readonly string[] {
  const named = /^name\s+(.*?)\s+value\s*$/i.exec(before)?.[1];
  const option = options.find(({ name }) => named !== undefined && same(name, named));
  switch (option?.type) {
    case 'check':
      return ['true', 'false'];
    case 'combo':
      return option.vars;
    case 'spin':
      return [...new Set([option.default, option.min, option.max])].map(String);
    default:
      return [];
  }
}

/** A part of a command's syntax; `current` if it is being typed. */
export interface FormPiece {
  readonly text: string;
  readonly current: boolean;
}

/** Returns the syntax of a command: `setoption name <name> [value <value>]`. */
export function formOf({ word, args }: Command, argument: number | null): readonly FormPiece[] {
  const pieces: FormPiece[] = [{ text: word, current: argument === null }];
  for (const [index, { name, keyword, choices, optional }] of args.entries()) {
    // An optional argument with a single choice is shown as that choice.
    const value = choices?.length === 1 && optional ? choices[0]! : `<${name}>`;
    const whole = keyword === undefined ? value : `${keyword} ${value}`;
    pieces.push({ text: optional ? `[${whole}]` : whole, current: index === argument });
  }
  return pieces;
}

/** The typed lines, for the arrow keys; the draft is kept while older lines are shown. */
export class History {
  readonly #most: number;
  #lines: string[] = [];
  /** The index of the shown line; `#lines.length` for the draft. */
  #at = 0;
  #draft = '';

  /** @param most the most lines to keep */
  constructor(most = 200) {
    this.#most = most;
  }

  add(line: string): void {
    if (line !== '' && line !== this.#lines.at(-1)) {
      this.#lines.push(line);
      if (this.#lines.length > this.#most) this.#lines.shift();
    }
    this.#at = this.#lines.length;
    this.#draft = '';
  }

  /** Steps to the line before the shown one and returns it; null if there is none. */
  older(shown: string): string | null {
    if (this.#at === 0) return null;
    if (this.#at === this.#lines.length) this.#draft = shown;
    this.#at--;
    return this.#lines[this.#at] ?? null;
  }

  /** Steps to the line after the shown one, or finally to the draft, and returns it; null at the draft. */
  newer(): string | null {
    if (this.#at === this.#lines.length) return null;
    this.#at++;
    return this.#lines[this.#at] ?? this.#draft;
  }
}
