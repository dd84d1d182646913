/** Generates the table of commands in docs/command-line.md from the program. */
import type { Argument, Command, Option } from 'commander';
import { makeProgram } from '../../app/cli/program.ts';
import { formatted } from '../support/formatted.ts';

/** Everything before the commands is written by hand. */
const mark = /^<!-- From here on made .*-->\n/m;

/** @throws Error if the document has no mark */
export async function documentOf(file: string, text: string): Promise<string> {
  const found = mark.exec(text);
  if (found === null) throw new Error(`${file} does not say where its commands begin`);
  const byHand = text.slice(0, found.index + found[0].length);
  const program = makeProgram();
  const chapters = commandsBelow(program).map((command) => chapter(command));
  return formatted([byHand, ...chapters].join('\n'));
}

/** Commands with an action, in the order of `--help`. */
const commandsBelow = (command: Command): readonly Command[] =>
  command.commands.flatMap((each) => (each.commands.length > 0 ? commandsBelow(each) : [each]));

function chapter(command: Command): string {
  const rows = [...command.registeredArguments.map(argumentRow), ...command.options.map(optionRow)];
  const table = rows.length === 0 ? [] : ['| word | what it is |', '| --- | --- |', ...rows];
  return [`### \`${usageOf(command)}\``, '', sentence(command.description()), '', ...table, ''].join('\n');
}

function usageOf(command: Command): string {
  const names = [command.name()];
  for (let above = command.parent; above !== null; above = above.parent) names.unshift(above.name());
  const words = command.registeredArguments.map(nameOf);
  return [...names, ...words].join(' ');
}

const nameOf = (argument: Argument): string =>
  argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;

const argumentRow = (argument: Argument): string => row(nameOf(argument), argument.description);

function optionRow(option: Option): string {
  const parts = [
    ...(option.argChoices ? [`one of ${option.argChoices.join(', ')}`] : []),
    ...(option.defaultValue === undefined || option.negate || option.description.includes('(default: ')
      ? []
      : [`default: ${option.defaultValueDescription ?? String(option.defaultValue)}`]),
  ];
  return row(
    option.flags,
    parts.length === 0 ? option.description : `${option.description} (${parts.join('; ')})`,
  );
}

const row = (word: string, what: string): string =>
  `| \`${word.replaceAll('|', '\\|')}\` | ${what.replaceAll('|', '\\|').replace(/([<*_])/g, '\\$1')} |`;

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
