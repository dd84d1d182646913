/** QTP: `name`, `known_command` and `list_commands`. */
import { Breach, notOffered, type Check } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { commandOf } from '../commands.ts';
import { readBoolean } from '../messages.ts';
import { check, isUnknown, nothing, offers, optional, told, type QtpTalk } from './qtp-talk.ts';

const NAME = 'QTP, Commands, name';
const KNOWN = 'QTP, Commands, known_command';
const LIST = 'QTP, Commands, list_commands';

/** One after the other, in this order; what some engines never answer is left out. */
const probes = [
  ...['name', 'known_command name', 'list_commands', 'boardsize 9', 'clear_board', 'walls 10'],
  ...['playmove black E8', 'playwall black D5 horizontal', 'winner', 'showboard', 'genmove black'],
];

async function knows(talk: QtpTalk, command: string): Promise<boolean> {
  const response = await talk.ask(`known_command ${command}`);
  const known = response.success ? readBoolean(response.lines[0]) : null;
  if (known === null) throw new Breach(`true or false for \`known_command ${command}\``, told(response));
  return known;
}

async function expectKnown(talk: QtpTalk, command: string, due: boolean): Promise<void> {
  if ((await knows(talk, command)) !== due)
    throw new Breach(`${due} for \`known_command ${command}\``, `${!due}`);
}

/** The rows of its list. */
async function listed(talk: QtpTalk): Promise<readonly string[]> {
  return talk.printed('list_commands');
}

export const askingChecks: readonly Check[] = [
  offers(
    {
      id: 'name',
      level: 'must',
      sentence: 'answers `name` with `=`',
      clause: NAME,
      needs: ['response'],
      advice: '`name` never fails: hosts ask it first.',
    },
    'name',
  ),
  check(
    {
      id: 'name-text',
      level: 'should',
      sentence: 'tells its name',
      clause: NAME,
      needs: ['name'],
      advice: 'Print the name of your engine behind `=`, on one line.',
    },
    async (talk) => {
      if ((await talk.accepted('name')).lines.join('') === '') throw new Breach('a name', 'none');
    },
  ),
  check(
    {
      id: 'known-command',
      level: 'must',
      sentence: 'answers `known_command` with `true` or `false`',
      clause: KNOWN,
      needs: ['response'],
      ...optional,
      advice: 'It never fails: print `= true` or `= false`.',
    },
    async (talk) => {
      const response = await talk.ask('known_command boardsize');
      if (isUnknown(response)) return notOffered;
      if (!response.success || readBoolean(response.lines[0]) === null)
        throw new Breach('`= true` or `= false`', told(response));
      return undefined;
    },
  ),
  check(
    {
      id: 'known-true',
      level: 'must',
      sentence: 'says `true` of commands that it knows',
      clause: KNOWN,
      needs: ['known-command', 'walls'],
      advice: 'Look the word up in the table of your commands, and do not say the opposite.',
    },
    async (talk) => {
      for (const command of ['boardsize', 'clear_board', 'walls']) await expectKnown(talk, command, true);
    },
  ),
  check(
    {
      id: 'known-false',
      level: 'must',
      sentence: 'says `false` of a command that it does not know',
      clause: KNOWN,
      needs: ['known-command'],
      advice: 'Answer `= false`, not `?`: to be asked about an unknown command is no failure.',
    },
    (talk) => expectKnown(talk, nothing, false),
  ),
  offers(
    {
      id: 'list-commands',
      level: 'must',
      sentence: 'answers `list_commands` with `=`',
      clause: LIST,
      needs: ['response'],
      ...optional,
      advice: '`list_commands` never fails: partners learn from it what they may ask.',
    },
    'list_commands',
  ),
  check(
    {
      id: 'list-rows',
      level: 'must',
      sentence: 'lists commands one a row',
      clause: LIST,
      needs: ['list-commands'],
      advice: 'Print each name on a line of its own, nothing else on it, and a blank line after the last.',
    },
    async (talk) => {
      const rows = await listed(talk);
      const wrong = rows.find((row) => /\s/.test(row));
      if (wrong !== undefined) throw new Breach('one command a row', quoted(wrong));
      if (rows.length === 0) throw new Breach('commands, `list_commands` among them', 'none');
    },
  ),
  check(
    {
      id: 'list-known',
      level: 'must',
      sentence: 'says `true` by `known_command` of every command that it lists',
      clause: `${LIST}; ${KNOWN}`,
      needs: ['list-rows', 'known-true'],
      advice: 'Make both answers from the same table.',
    },
    async (talk) => {
      for (const command of await listed(talk)) await expectKnown(talk, command, true);
    },
  ),
  check(
    {
      id: 'list-complete',
      level: 'must',
      sentence: 'lists every command of the text that it knows, and none that it does not',
      clause: LIST,
      needs: ['list-rows', 'answers-once', 'unknown-fails', 'walls'],
      explainedBy: ['playmove', 'playwall', 'name', 'known-command'],
      advice:
        'Make the list from the table by which you look commands up. A name that is misspelt there is a command that nobody finds.',
    },
    async (talk) => {
      const rows = await listed(talk);
      const misspelt = rows.find((row) => commandOf(row) === null && commandOf(row.toLowerCase()) !== null);
      if (misspelt !== undefined)
        throw new Breach(`\`${misspelt.toLowerCase()}\` in the list`, quoted(misspelt));
      for (const probe of probes) {
        const name = probe.split(' ')[0]!;
        const isKnown = !isUnknown(await talk.ask(probe));
        if (isKnown === rows.includes(name)) continue;
        throw new Breach(
          isKnown ? `\`${name}\` in the list, as it is known` : `an answer to \`${name}\`, as it is listed`,
          isKnown ? 'it is not listed' : 'it is unknown',
        );
      }
    },
  ),
];
