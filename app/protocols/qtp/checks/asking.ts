/** QTP: questions that change nothing: `name`, `known_command`, `list_commands`, `winner` and `showboard`. */
import { Breach, notOffered } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { commandOf, wordsOf } from '../commands.ts';
import { readBoolean, readColor, writeColor } from '../messages.ts';
import {
  blackNear,
  isUnknown,
  nothing,
  optional,
  table,
  told,
  walk,
  type QtpTalk,
  type Response,
} from './qtp-talk.ts';
import type { Seat } from '../../../games/game.ts';

const NAME = 'QTP, Commands, name';
const KNOWN = 'QTP, Commands, known_command';
const LIST = 'QTP, Commands, list_commands';

/** Sent in this order. Commands that some engines never answer are omitted. */
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

async function listed(talk: QtpTalk): Promise<readonly string[]> {
  return talk.printed('list_commands');
}

export const askingChecks = table([
  {
    id: 'name',
    sentence: 'answers `name` with `=`',
    clause: NAME,
    needs: ['response'],
    advice: '`name` never fails: hosts ask it first.',
    offers: 'name',
  },
  {
    id: 'name-text',
    level: 'should',
    sentence: 'tells its name',
    clause: NAME,
    needs: ['name'],
    advice: 'Print the name of your engine behind `=`, on one line.',
    async run(talk) {
      if ((await talk.accepted('name')).lines.join('') === '') throw new Breach('a name', 'none');
    },
  },
  {
    id: 'known-command',
    sentence: 'answers `known_command` with `true` or `false`',
    clause: KNOWN,
    needs: ['response'],
    ...optional,
    advice: 'It never fails: print `= true` or `= false`.',
    async run(talk) {
      const response = await talk.ask('known_command boardsize');
      if (isUnknown(response)) return notOffered;
      if (!response.success || readBoolean(response.lines[0]) === null)
        throw new Breach('`= true` or `= false`', told(response));
      return undefined;
    },
  },
  {
    id: 'known-true',
    sentence: 'says `true` of commands that it knows',
    clause: KNOWN,
    needs: ['known-command', 'walls'],
    advice: 'Look the word up in the table of your commands, and do not say the opposite.',
    async run(talk) {
      for (const command of ['boardsize', 'clear_board', 'walls']) await expectKnown(talk, command, true);
    },
  },
  {
    id: 'known-false',
    sentence: 'says `false` of a command that it does not know',
    clause: KNOWN,
    needs: ['known-command'],
    advice: 'Answer `= false`, not `?`: to be asked about an unknown command is not a failure.',
    run: (talk) => expectKnown(talk, nothing, false),
  },
  {
    id: 'list-commands',
    sentence: 'answers `list_commands` with `=`',
    clause: LIST,
    needs: ['response'],
    ...optional,
    advice: '`list_commands` never fails: partners learn from it what they may ask.',
    offers: 'list_commands',
  },
  {
    id: 'list-rows',
    sentence: 'lists commands one a row',
    clause: LIST,
    needs: ['list-commands'],
    advice: 'Print each name on a line of its own, nothing else on it, and a blank line after the last.',
    async run(talk) {
      const rows = await listed(talk);
      const wrong = rows.find((row) => /\s/.test(row));
      if (wrong !== undefined) throw new Breach('one command a row', quoted(wrong));
      if (rows.length === 0) throw new Breach('commands, `list_commands` among them', 'none');
    },
  },
  {
    id: 'list-known',
    sentence: 'says `true` by `known_command` of every command that it lists',
    clause: `${LIST}; ${KNOWN}`,
    needs: ['list-rows', 'known-true'],
    advice: 'Make both answers from the same table.',
    async run(talk) {
      for (const command of await listed(talk)) await expectKnown(talk, command, true);
    },
  },
  {
    id: 'list-complete',
    sentence: 'lists every command of the text that it knows, and none that it does not',
    clause: LIST,
    needs: ['list-rows', 'answers-once', 'unknown-fails', 'walls'],
    explainedBy: ['playmove', 'playwall', 'name', 'known-command'],
    advice:
      'Make the list from the table by which you look commands up. A misspelt name there is a command that cannot be found.',
    async run(talk) {
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
  },
]);

const WINNER = 'QTP, Commands, winner';
const SHOWBOARD = 'QTP, Commands, showboard';

const endOf = ({ lines }: Response): boolean | null => readBoolean(wordsOf(lines)[0]);

async function expectRunning(talk: QtpTalk): Promise<void> {
  const response = await talk.accepted('winner');
  if (endOf(response) !== false) throw new Breach('`= false`, as the game goes on', told(response));
}

async function expectWon(talk: QtpTalk, seat: Seat, steps: readonly string[]): Promise<void> {
  await talk.game();
  await talk.follow(...steps);
  const response = await talk.accepted('winner');
  const color = writeColor(seat);
  if (endOf(response) === true && readColor(wordsOf(response.lines)[1]) === seat) return;
  throw new Breach(`\`= true ${color}\`, as ${color} has arrived`, told(response));
}

const rows = ['9', '8', '7', '6', '5', '4', '3', '2', '1'];

/** Whether the words contain the expected ones in this order. */
function inOrder(words: readonly string[], expected: readonly string[]): boolean {
  let next = 0;
  for (const word of words) if (word === expected[next]) next++;
  return next === expected.length;
}

async function drawing(talk: QtpTalk): Promise<readonly string[]> {
  await talk.game();
  return talk.printed('showboard');
}

export const showingChecks = table([
  {
    id: 'winner',
    sentence: 'answers `winner` with `true` or `false`',
    clause: WINNER,
    needs: ['walls'],
    ...optional,
    advice: 'It never fails: print `= false`, or `= true` and the colour.',
    async run(talk) {
      await talk.game();
      const response = await talk.ask('winner');
      if (isUnknown(response)) return notOffered;
      if (!response.success || endOf(response) === null)
        throw new Breach('`= true` or `= false`', told(response));
      return undefined;
    },
  },
  {
    id: 'winner-false',
    sentence: 'says by `winner` that a game goes on',
    clause: WINNER,
    needs: ['winner', 'playmove'],
    advice: 'Print `= false` until a pawn stands on its goal row.',
    async run(talk) {
      await talk.game();
      await expectRunning(talk);
      await talk.accepted('playmove black E8');
      await expectRunning(talk);
    },
  },
  {
    id: 'winner-black',
    sentence: 'says by `winner` that Black has won on row 1',
    clause: WINNER,
    needs: ['winner', 'same-color'],
    advice: 'Print `= true black`: hosts end the game by it.',
    run: (talk) => expectWon(talk, 0, [...blackNear, ...walk('black', 'G1')]),
  },
  {
    id: 'winner-white',
    sentence: 'says by `winner` that White has won on the top row',
    clause: WINNER,
    needs: ['winner', 'same-color', 'white-first'],
    advice: 'Print `= true white`: hosts end the game by it.',
    run: (talk) => expectWon(talk, 1, walk('white', 'F1 G1 G2 G3 G4 G5 G6 G7 G8 G9')),
  },
  {
    id: 'showboard',
    sentence: 'answers `showboard` with `=`',
    clause: SHOWBOARD,
    needs: ['walls'],
    ...optional,
    advice: 'It never fails: print `=`, the drawing, and a blank line only after its end.',
    async run(talk) {
      await talk.game();
      return (await talk.offered('showboard')) ? undefined : notOffered;
    },
  },
  {
    id: 'showboard-letters',
    level: 'should',
    sentence: 'writes the letters of the columns from the left to the right at its drawing',
    clause: SHOWBOARD,
    needs: ['showboard', 'walls'],
    advice: 'Write A to I in a row above or below the board.',
    async run(talk) {
      const lines = await drawing(talk);
      const columns = [...'ABCDEFGHI'];
      if (!lines.some((line) => inOrder(line.toUpperCase().match(/[A-Z]/g) ?? [], columns)))
        throw new Breach('A to I in one row of the drawing', 'no such row');
    },
  },
  {
    id: 'showboard-numbers',
    level: 'should',
    sentence: 'writes the numbers of the rows from the bottom to the top at its drawing',
    clause: SHOWBOARD,
    needs: ['showboard', 'walls'],
    advice: 'Write each row with its number at the left or at the right, 1 at the bottom.',
    async run(talk) {
      const lines = await drawing(talk);
      const isNumbered = [/^\W*(\d{1,2})\b/, /\b(\d{1,2})\W*$/].some((edge) =>
        inOrder(
          lines.flatMap((line) => edge.exec(line)?.[1] ?? []),
          rows,
        ),
      );
      if (!isNumbered) throw new Breach('the numbers 9 to 1 down an edge of the drawing', 'another order');
    },
  },
  {
    id: 'queries-harmless',
    sentence: 'leaves the game as it was where it was only asked something',
    clause: "QTP, The engine's state",
    needs: ['answers-once', 'unknown-fails', 'same-color'],
    explainedBy: ['name', 'known-command', 'known-false', 'list-commands', 'winner', 'showboard'],
    advice: '`name`, `known_command`, `list_commands`, `winner` and `showboard` have no effect.',
    async run(talk) {
      await talk.game();
      await talk.accepted('playmove black E8');
      for (const line of ['name', 'known_command undo', 'list_commands', 'winner', 'showboard', nothing])
        await talk.ask(line);
      await talk.accepted('playmove black E7');
    },
  },
]);
