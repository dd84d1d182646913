/** QTP: `winner` and `showboard`. */
import { Breach, notOffered, type Check } from '../../conformance.ts';
import { wordsOf } from '../commands.ts';
import { readBoolean, readColor, writeColor } from '../messages.ts';
import type { Seat } from '../../../games/game.ts';
import {
  blackNear,
  check,
  isUnknown,
  nothing,
  optional,
  told,
  walk,
  type QtpTalk,
  type Response,
} from './qtp-talk.ts';

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

/** Whether they stand among these words in this order. */
function inOrder(words: readonly string[], expected: readonly string[]): boolean {
  let next = 0;
  for (const word of words) if (word === expected[next]) next++;
  return next === expected.length;
}

async function drawing(talk: QtpTalk): Promise<readonly string[]> {
  await talk.game();
  return talk.printed('showboard');
}

export const showingChecks: readonly Check[] = [
  check(
    {
      id: 'winner',
      level: 'must',
      sentence: 'answers `winner` with `true` or `false`',
      clause: WINNER,
      needs: ['walls'],
      ...optional,
      advice: 'It never fails: print `= false`, or `= true` and the colour.',
    },
    async (talk) => {
      await talk.game();
      const response = await talk.ask('winner');
      if (isUnknown(response)) return notOffered;
      if (!response.success || endOf(response) === null)
        throw new Breach('`= true` or `= false`', told(response));
      return undefined;
    },
  ),
  check(
    {
      id: 'winner-false',
      level: 'must',
      sentence: 'says by `winner` that a game goes on',
      clause: WINNER,
      needs: ['winner', 'playmove'],
      advice: 'Print `= false` until a pawn stands on its goal row.',
    },
    async (talk) => {
      await talk.game();
      await expectRunning(talk);
      await talk.accepted('playmove black E8');
      await expectRunning(talk);
    },
  ),
  check(
    {
      id: 'winner-black',
      level: 'must',
      sentence: 'says by `winner` that Black has won on row 1',
      clause: WINNER,
      needs: ['winner', 'same-color'],
      advice: 'Print `= true black`: hosts end the game by it.',
    },
    (talk) => expectWon(talk, 0, [...blackNear, ...walk('black', 'G1')]),
  ),
  check(
    {
      id: 'winner-white',
      level: 'must',
      sentence: 'says by `winner` that White has won on the top row',
      clause: WINNER,
      needs: ['winner', 'same-color', 'white-first'],
      advice: 'Print `= true white`: hosts end the game by it.',
    },
    (talk) => expectWon(talk, 1, walk('white', 'F1 G1 G2 G3 G4 G5 G6 G7 G8 G9')),
  ),
  check(
    {
      id: 'showboard',
      level: 'must',
      sentence: 'answers `showboard` with `=`',
      clause: SHOWBOARD,
      needs: ['walls'],
      ...optional,
      advice: 'It never fails: print `=`, the drawing, and a blank line only after its end.',
    },
    async (talk) => {
      await talk.game();
      return (await talk.offered('showboard')) ? undefined : notOffered;
    },
  ),
  check(
    {
      id: 'showboard-letters',
      level: 'should',
      sentence: 'writes the letters of the columns from the left to the right at its drawing',
      clause: SHOWBOARD,
      needs: ['showboard', 'walls'],
      advice: 'Write A to I in a row above or below the board.',
    },
    async (talk) => {
      const lines = await drawing(talk);
      const columns = [...'ABCDEFGHI'];
      if (!lines.some((line) => inOrder(line.toUpperCase().match(/[A-Z]/g) ?? [], columns)))
        throw new Breach('A to I in one row of the drawing', 'no such row');
    },
  ),
  check(
    {
      id: 'showboard-numbers',
      level: 'should',
      sentence: 'writes the numbers of the rows from the bottom to the top at its drawing',
      clause: SHOWBOARD,
      needs: ['showboard', 'walls'],
      advice: 'Write each row with its number at the left or at the right, 1 at the bottom.',
    },
    async (talk) => {
      const lines = await drawing(talk);
      const isNumbered = [/^\W*(\d{1,2})\b/, /\b(\d{1,2})\W*$/].some((edge) =>
        inOrder(
          lines.flatMap((line) => edge.exec(line)?.[1] ?? []),
          rows,
        ),
      );
      if (!isNumbered) throw new Breach('the numbers 9 to 1 down an edge of the drawing', 'another order');
    },
  ),
  check(
    {
      id: 'queries-harmless',
      level: 'must',
      sentence: 'leaves the game as it was where it was only asked something',
      clause: "QTP, The engine's state",
      needs: ['answers-once', 'unknown-fails', 'same-color'],
      explainedBy: ['name', 'known-command', 'known-false', 'list-commands', 'winner', 'showboard'],
      advice: '`name`, `known_command`, `list_commands`, `winner` and `showboard` have no effect.',
    },
    async (talk) => {
      await talk.game();
      await talk.accepted('playmove black E8');
      for (const line of ['name', 'known_command undo', 'list_commands', 'winner', 'showboard', nothing])
        await talk.ask(line);
      await talk.accepted('playmove black E7');
    },
  ),
];
