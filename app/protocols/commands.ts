/** The commands of a protocol as a person types them: for completion, for help and for telling what a line does. */
import type { Command } from '../shapes/engines.ts';

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
