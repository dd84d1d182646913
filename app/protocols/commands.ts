/** The commands of a protocol as a person types them: for completion, for help and for telling what a line does. */
import type { DriverState } from './driver-state.ts';

/** What stands behind a command. */
export interface Argument {
  /** As the form shows it: `seconds`. */
  readonly name: string;
  /** The word that goes before it: `movetime`. */
  readonly keyword?: string;
  readonly optional?: true;
  /** All that it can be, where that is little. */
  readonly choices?: readonly string[];
  /**
   * What it is where that is more than a word of its own: the name of an option, which may hold blanks, and its value;
   * a command of the same table; or everything up to the end of the line.
   */
  readonly takes?: 'option' | 'value' | 'command' | 'rest';
}

export interface Command {
  /** What a line of it begins with, mostly a word. */
  readonly word: string;
  readonly args: readonly Argument[];
  /** What it does: one line, a sentence's beginning without its full stop. */
  readonly help: string;
  /** The place in the protocol's text. */
  readonly clause: string;
  /** A whole line of it. */
  readonly example: string;
  /** Where the text has a place for it, and why it has none elsewhere, in a clause. Absent: any time. */
  readonly when?: { readonly states: readonly DriverState[]; readonly otherwise: string };
  /** It leaves the engine where it was told to stand, and with the options that it was given. */
  readonly harmless?: true;
}

/** What is told of a command beyond its word and its place in the text. */
export type CommandHelp = Omit<Command, 'word' | 'clause'>;

export interface Commands {
  /** In the order of the text. */
  readonly table: readonly Command[];
  /** The word of the command that the parser reads in a line of ours; null where it reads none, or not all it needs. */
  find(line: string): string | null;
}

/** Whether a line, typed by hand, may leave the engine elsewhere than it was told to stand. A blank one says nothing. */
export function disturbs({ table, find }: Commands, line: string): boolean {
  if (line.trim() === '') return false;
  const word = find(line);
  return table.find((command) => command.word === word)?.harmless !== true;
}
