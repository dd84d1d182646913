/** CFSI: a play and the column that answers it; plays that wait, and unreadable ones. */
import { Breach } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { expectNone, waits } from '../../check-talk.ts';
import { isOpen, openColumns } from '../messages.ts';
import {
  columnWords,
  endless,
  isBestmove,
  isKind,
  openOnly,
  positionOf,
  table,
  usual,
  type CfsiTalk,
  type Play,
} from './cfsi-talk.ts';

const PLAY = 'CFSI, Commands, play';
const BESTMOVE = 'CFSI, Responses, bestmove';
const PLACEMENT = 'CFSI, Piece placement';

/** @throws Breach if a play is answered by a column that is not open */
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

const expectOnly = (talk: CfsiTalk, column: number, height?: number): Promise<void> =>
  expectColumn(talk, openOnly(column, height), column, 'the only open column of');

/** Any answer passes. */
const answering =
  (play: Play) =>
  async (talk: CfsiTalk): Promise<void> => {
    talk.play(play);
    await talk.answered();
  };

export const playingChecks = table([
  {
    id: 'play',
    sentence: 'answers `play` with `bestmove`',
    clause: PLAY,
    needs: ['started'],
    advice: 'Read board, token and depth, search that many plies, and print `bestmove` with the column.',
    run: answering(usual),
  },
  {
    id: 'bestmove-form',
    sentence: 'names a column as a whole number from 0, or NULL, behind `bestmove`',
    clause: BESTMOVE,
    needs: ['play'],
    advice: 'Print the column directly behind `bestmove`, counted from 0 at the left.',
    run: async (talk) => {
      talk.play(usual);
      const line = await talk.answered();
      if (!/^bestmove [0-6]( |$)/.test(line))
        throw new Breach('`bestmove` and a column from 0 to 6', quoted(line));
    },
  },
  {
    id: 'play-once',
    sentence: 'says `bestmove` once for a `play`',
    clause: PLAY,
    needs: ['play'],
    advice:
      'Print `bestmove` in one place only; a second one would be taken for the answer to the next play.',
    run: async (talk) => {
      talk.play(usual);
      await talk.answered();
      expectNone(await talk.listen(waits.quiet), isBestmove, 'one `bestmove` for a `play`');
    },
  },
  {
    id: 'open-column',
    sentence: 'finds the open column of a board, counted from 0 at the left',
    clause: PLACEMENT,
    needs: ['bestmove-form', 'play-once'],
    advice: 'Read each row from left to right: x and o are pieces, a number is so many empty columns.',
    run: async (talk) => {
      for (const column of [2, 6, 0]) await expectOnly(talk, column);
    },
  },
  {
    id: 'rows-from-below',
    sentence: 'reads the rows of a board from the bottom up',
    clause: PLACEMENT,
    needs: ['open-column'],
    advice: 'The placement begins with the bottom row, y = 0.',
    run: (talk) => expectOnly(talk, 4, 2),
  },
  {
    id: 'board-sizes',
    sentence: 'plays on boards of other sizes than 7 by 6',
    clause: `${PLACEMENT}; ${BESTMOVE}, examples`,
    needs: ['bestmove-form', 'play-once'],
    advice:
      'Take width and height from the placement: rows are set apart by slashes, and each is as wide as the others.',
    run: async (talk) => {
      await expectOpen(talk, { board: '4/4/4/4', token: 'x', depth: 1 });
      await expectOpen(talk, { ...endless, depth: 1 });
    },
  },
  {
    id: 'long-runs',
    level: 'should',
    sentence: 'reads numbers of two digits in a placement',
    clause: PLACEMENT,
    needs: ['board-sizes'],
    advice: 'Read all digits of a number: 12 is twelve empty columns, not one and two.',
    run: (talk) => expectOpen(talk, { board: '12/12/12/12', token: 'x', depth: 1 }),
  },
  {
    id: 'floating-pieces',
    level: 'should',
    sentence: 'plays on a board whose pieces float, as in the last example of `bestmove`',
    clause: `${BESTMOVE}, examples`,
    needs: ['board-sizes'],
    advice: 'Take the board as it is: a piece falls onto the topmost one of its column.',
    run: (talk) => expectOpen(talk, { board: 'xoxx2/xxoo1o/xxoo1o/ox4', token: 'o', depth: 2 }),
  },
  {
    id: 'token-o',
    sentence: 'plays for `o`, too',
    clause: PLAY,
    needs: ['bestmove-form'],
    advice: 'Play the token that the command names; both may be asked for in one session.',
    run: (talk) => expectOpen(talk, { ...usual, token: 'o' }),
  },
  {
    id: 'full-board',
    sentence: 'answers `bestmove NULL` where no move is available',
    clause: BESTMOVE,
    needs: ['bestmove-form'],
    advice: 'Look for an open column before the search, and print `bestmove NULL` if none is open.',
    run: (talk) =>
      expectColumn(talk, { board: 'xxx/ooo/xxx', token: 'x', depth: 1 }, null, 'for the full board'),
  },
  {
    id: 'decided-board',
    level: 'should',
    sentence: 'answers a `play` on a board that has a four already',
    clause: PLAY,
    needs: ['play'],
    advice: 'Each play is answered: with an open column, or NULL where you see no move.',
    run: answering({ board: 'xxxx3/ooo4/7/7/7/7', token: 'o', depth: 1 }),
  },
  {
    id: 'column',
    sentence: 'plays the column that `--column` names',
    clause: `${PLAY}, --column`,
    needs: ['bestmove-form', 'play-once'],
    advice:
      'With `--column`, search only that move and answer with it: clients use it to evaluate moves of players.',
    run: async (talk) => {
      for (const column of [6, 1])
        await expectColumn(talk, { ...usual, column }, column, 'the column asked for on');
    },
  },
  {
    id: 'column-full',
    level: 'should',
    sentence: 'answers `bestmove NULL` where `--column` names a full column',
    clause: `${BESTMOVE}, column`,
    needs: ['column', 'full-board'],
    advice: 'The column cannot be played, so that no move is available.',
    run: (talk) => expectColumn(talk, { ...openOnly(3), column: 0 }, null, 'as column 0 is full on'),
  },
]);

export const queueingChecks = table([
  {
    id: 'plays-each',
    sentence: 'answers each of several plays that are sent at once',
    clause: PLAY,
    needs: ['play-once'],
    advice: 'Put plays into a queue and answer each of them.',
    run: async (talk) => {
      for (let count = 0; count < 3; count++) talk.play(usual);
      for (let count = 0; count < 3; count++) await talk.answered('three `bestmove` for three `play`');
    },
  },
  {
    id: 'plays-in-order',
    sentence: 'answers plays in the order in which they came, each for its own board',
    clause: 'CFSI, Introduction, key points',
    needs: ['plays-each', 'open-column'],
    advice: 'Work on one play after the other. Answers name no play: their order is all that a client has.',
    run: async (talk) => {
      const columns = [5, 0, 3];
      for (const column of columns) talk.play(openOnly(column));
      for (const column of columns) {
        const answer = await talk.bestmove();
        if (answer.column === column) continue;
        throw new Breach(`${columnWords(column)}, for the play whose turn it is`, columnWords(answer.column));
      }
    },
  },
  {
    id: 'invalid-play',
    level: 'may',
    sentence: 'says that a `play` cannot be read, by a `debug` line',
    clause: 'CFSI, Responses, debug',
    needs: ['play'],
    advice:
      'Print `debug Command PLAY called with invalid arguments.`: a client learns from it that no `bestmove` comes.',
    run: async (talk) => {
      talk.send('play 6/6/6 a 1');
      await talk.untilOne(
        isKind('debug'),
        waits.answer,
        '`debug` after a `play` for a token that there is not',
      );
    },
  },
  {
    id: 'invalid-play-lives',
    sentence: 'answers plays after one that it could not read',
    clause: 'CFSI, Responses, debug',
    needs: ['play'],
    advice: 'Ignore a play that you cannot read, and continue with the next command.',
    run: async (talk) => {
      talk.send('play 6/6/6 a 1');
      await talk.listen(waits.thinking);
      talk.play(usual);
      await talk.answered();
    },
  },
]);
