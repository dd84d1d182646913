/** CFSI: a play and the column that answers it. */
import { Breach, type Check } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { expectNone, waits } from '../../check-talk.ts';
import { isOpen, openColumns } from '../messages.ts';
import {
  check,
  columnWords,
  endless,
  isBestmove,
  openOnly,
  positionOf,
  usual,
  type CfsiTalk,
  type Play,
} from './cfsi-talk.ts';

const PLAY = 'CFSI, Commands, play';
const BESTMOVE = 'CFSI, Responses, bestmove';
const PLACEMENT = 'CFSI, Piece placement';

/** @throws Breach where a play is answered by a column that is not open */
async function expectOpen(talk: CfsiTalk, play: Play): Promise<void> {
  const { column } = await talk.ask(play);
  const position = positionOf(play);
  if (column !== null && isOpen(position, column)) return;
  const open = openColumns(position).join(', ');
  throw new Breach(`an open column of ${play.board}: ${open}`, columnWords(column));
}

async function expectColumn(talk: CfsiTalk, play: Play, expected: number | null, why: string): Promise<void> {
  const { column } = await talk.ask(play);
  if (column !== expected)
    throw new Breach(`${columnWords(expected)}, ${why} ${play.board}`, columnWords(column));
}

export const playingChecks: readonly Check[] = [
  check(
    {
      id: 'play',
      level: 'must',
      sentence: 'answers `play` with `bestmove`',
      clause: PLAY,
      needs: ['started'],
      advice: 'Read board, token and depth, search that many plies, and print `bestmove` with the column.',
    },
    async (talk) => {
      await talk.start();
      talk.play(usual);
      await talk.answered();
    },
  ),
  check(
    {
      id: 'bestmove-form',
      level: 'must',
      sentence: 'names a column as a whole number from 0, or NULL, behind `bestmove`',
      clause: BESTMOVE,
      needs: ['play'],
      advice: 'Print the column directly behind `bestmove`, counted from 0 at the left.',
    },
    async (talk) => {
      await talk.start();
      talk.play(usual);
      const line = await talk.answered();
      if (!/^bestmove [0-6]( |$)/.test(line))
        throw new Breach('`bestmove` and a column from 0 to 6', quoted(line));
    },
  ),
  check(
    {
      id: 'play-once',
      level: 'must',
      sentence: 'says `bestmove` once for a `play`',
      clause: PLAY,
      needs: ['play'],
      advice:
        'Print `bestmove` in one place only; a second one would be taken for the answer to the next play.',
    },
    async (talk) => {
      await talk.start();
      talk.play(usual);
      await talk.answered();
      expectNone(await talk.listen(waits.quiet), isBestmove, 'one `bestmove` for a `play`');
    },
  ),
  check(
    {
      id: 'open-column',
      level: 'must',
      sentence: 'finds the open column of a board, counted from 0 at the left',
      clause: PLACEMENT,
      needs: ['bestmove-form', 'play-once'],
      advice: 'Read each row from left to right: x and o are pieces, a number is so many empty columns.',
    },
    async (talk) => {
      await talk.start();
      for (const column of [2, 6, 0])
        await expectColumn(talk, openOnly(column), column, 'the only open column of');
    },
  ),
  check(
    {
      id: 'rows-from-below',
      level: 'must',
      sentence: 'reads the rows of a board from the bottom up',
      clause: PLACEMENT,
      needs: ['open-column'],
      advice: 'The placement begins with the bottom row, y = 0.',
    },
    async (talk) => {
      await talk.start();
      await expectColumn(talk, openOnly(4, 2), 4, 'the only open column of');
    },
  ),
  check(
    {
      id: 'board-sizes',
      level: 'must',
      sentence: 'plays on boards of other sizes than 7 by 6',
      clause: `${PLACEMENT}; ${BESTMOVE}, examples`,
      needs: ['bestmove-form', 'play-once'],
      advice:
        'Take width and height from the placement: rows are set apart by slashes, and each is as wide as the others.',
    },
    async (talk) => {
      await talk.start();
      await expectOpen(talk, { board: '4/4/4/4', token: 'x', depth: 1 });
      await expectOpen(talk, { ...endless, depth: 1 });
    },
  ),
  check(
    {
      id: 'long-runs',
      level: 'should',
      sentence: 'reads numbers of two digits in a placement',
      clause: PLACEMENT,
      needs: ['board-sizes'],
      advice: 'Read all digits of a number: 12 is twelve empty columns, not one and two.',
    },
    async (talk) => {
      await talk.start();
      await expectOpen(talk, { board: '12/12/12/12', token: 'x', depth: 1 });
    },
  ),
  check(
    {
      id: 'floating-pieces',
      level: 'should',
      sentence: 'plays on a board whose pieces float, as in the last example of `bestmove`',
      clause: `${BESTMOVE}, examples`,
      needs: ['board-sizes'],
      advice: 'Take the board as it is: a piece falls onto the topmost one of its column.',
    },
    async (talk) => {
      await talk.start();
      await expectOpen(talk, { board: 'xoxx2/xxoo1o/xxoo1o/ox4', token: 'o', depth: 2 });
    },
  ),
  check(
    {
      id: 'token-o',
      level: 'must',
      sentence: 'plays for `o`, too',
      clause: PLAY,
      needs: ['bestmove-form'],
      advice: 'Play the token that the command names; both may be asked for in one session.',
    },
    async (talk) => {
      await talk.start();
      await expectOpen(talk, { ...usual, token: 'o' });
    },
  ),
  check(
    {
      id: 'full-board',
      level: 'must',
      sentence: 'answers `bestmove NULL` where no move is available',
      clause: BESTMOVE,
      needs: ['bestmove-form'],
      advice: 'Look for an open column before the search, and print `bestmove NULL` where there is none.',
    },
    async (talk) => {
      await talk.start();
      await expectColumn(talk, { board: 'xxx/ooo/xxx', token: 'x', depth: 1 }, null, 'for the full board');
    },
  ),
  check(
    {
      id: 'decided-board',
      level: 'should',
      sentence: 'answers a `play` on a board that has a four already',
      clause: PLAY,
      needs: ['play'],
      advice: 'Each play is answered: with an open column, or NULL where you see no move.',
    },
    async (talk) => {
      await talk.start();
      talk.play({ board: 'xxxx3/ooo4/7/7/7/7', token: 'o', depth: 1 });
      await talk.answered();
    },
  ),
  check(
    {
      id: 'column',
      level: 'must',
      sentence: 'plays the column that `--column` names',
      clause: `${PLAY}, --column`,
      needs: ['bestmove-form', 'play-once'],
      advice:
        'With `--column`, search that move alone and answer with it: clients have moves of players judged by it.',
    },
    async (talk) => {
      await talk.start();
      for (const column of [6, 1]) {
        await expectColumn(talk, { ...usual, column }, column, `the column asked for on`);
      }
    },
  ),
  check(
    {
      id: 'column-full',
      level: 'should',
      sentence: 'answers `bestmove NULL` where `--column` names a full column',
      clause: `${BESTMOVE}, column`,
      needs: ['column', 'full-board'],
      advice: 'The column cannot be played, so that no move is available.',
    },
    async (talk) => {
      await talk.start();
      await expectColumn(talk, { ...openOnly(3), column: 0 }, null, 'as column 0 is full on');
    },
  ),
];
