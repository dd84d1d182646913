/** What is wrong with a line that a person typed, or that somebody else sent. */
import { commandOf, readCommand } from './commands.ts';
import { readJoinedWall } from './entities.ts';
import { quoted } from './oddities.ts';

/** In words, one sentence each; nothing for a line that every engine bears. */
export function misuseOf(line: string, listed: ReadonlySet<string> | null): readonly string[] {
  const command = readCommand(line);
  if (command === null) return ['a line without a command is ignored; some engines wait for more then'];
  const faults: string[] = [];
  if (line.includes('#')) faults.push('some engines cannot read comments, which begin with "#"');
  if (/[\0-\x1f\x7f]/.test(line)) faults.push('some engines cannot read tabs and control characters');
  const { name, args } = command;
  const known = commandOf(name);
  // The dialect with walls of one word has one word less.
  const words = readJoinedWall(args[1]) === null ? args.length : args.length + 1;
  if (known !== null && words < known.words) {
    const wanted = known.words === 1 ? '1 word' : `${known.words} words`;
    faults.push(`${name} wants ${wanted} behind it; some engines wait for them, or crash`);
  }
  if (listed !== null && !listed.has(name))
    faults.push(`the engine does not list the command ${quoted(name)}`);
  return faults;
}
