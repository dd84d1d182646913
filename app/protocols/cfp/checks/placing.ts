/** CFP: the position that is searched. */
import { Breach, type Check } from '../../conformance.ts';
import { clauseOf } from '../messages.ts';
import { check, emptyBoard, openOnly, secondToPlay, type CfpTalk } from './cfp-talk.ts';

/** @throws Breach where an engine plays anything but the one open column */
async function expectOnly(talk: CfpTalk, column: number, board = openOnly(column)): Promise<void> {
  const chosen = await talk.choose(board);
  if (chosen === column) return;
  throw new Breach(
    `\`bestmove ${column}\`, the only open column of ${board}`,
    `\`bestmove ${chosen}\`, a full column or none`,
  );
}

export const placingChecks: readonly Check[] = [
  check(
    {
      id: 'position-cells',
      level: 'must',
      sentence: 'finds the open column of a board, counted from 0 at the left',
      clause: 'CFP, Representations (1) Positions',
      needs: ['bestmove-form', 'go-again', 'cfpnewgame'],
      advice:
        'Read character row * 7 + column of the position: 0 is empty, 1 and 2 are the players. A column is open where its topmost cell is empty; answer with its index.',
    },
    async (talk) => {
      await talk.open();
      for (const column of [2, 6, 0]) await expectOnly(talk, column);
    },
  ),
  check(
    {
      id: 'position-rows',
      level: 'must',
      sentence: 'reads the rows of a position from the top down',
      clause: 'CFP, Representations (1) Positions',
      needs: ['position-cells'],
      advice: 'The first seven characters are the top row, the last seven before the mover the bottom row.',
    },
    async (talk) => {
      await talk.open();
      await expectOnly(talk, 4, openOnly(4, 2));
    },
  ),
  check(
    {
      id: 'position-latest',
      level: 'must',
      sentence: 'searches the position that it was told last',
      clause: clauseOf('position'),
      needs: ['position-cells'],
      advice: 'Let each `position` replace the one before it, whether or not that was searched.',
    },
    async (talk) => {
      await talk.open();
      talk.send(`position ${openOnly(1)}`);
      await talk.ready();
      await expectOnly(talk, 5);
    },
  ),
  check(
    {
      id: 'position-startpos',
      level: 'must',
      sentence: 'takes `position startpos` for the empty board',
      clause: clauseOf('position'),
      needs: ['stop-answers'],
      advice: 'Read `startpos` as the empty board with player 1 to play.',
    },
    async (talk) => {
      await talk.open();
      await talk.think('position startpos');
      await talk.stop();
    },
  ),
  check(
    {
      id: 'position-second',
      level: 'must',
      sentence: 'searches where player 2 is to play',
      clause: 'CFP, Representations (1) Positions',
      needs: ['stop-answers'],
      advice: 'Take the player to move from the 43rd character; both players may be yours in one session.',
    },
    async (talk) => {
      await talk.open();
      await talk.think(`position ${secondToPlay}`);
      await talk.stop();
    },
  ),
  check(
    {
      id: 'position-silent',
      level: 'must',
      sentence: 'says no `bestmove` at `position`: it waits for `go`',
      clause: 'CFP, Description, start calculating',
      needs: ['isready'],
      advice: 'Only set the board up at `position`, and begin to think at `go`.',
    },
    async (talk) => {
      await talk.open();
      talk.send(`position ${emptyBoard}`);
      await talk.quiet('no `bestmove` at `position`');
    },
  ),
];
