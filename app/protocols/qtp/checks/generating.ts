/** QTP: `genmove`. What it answers is judged by the rules of Quoridor. */
import { Breach, type Check } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { expectNone, waits } from '../../check-talk.ts';
import type { Seat } from '../../../games/game.ts';
import { readMove, writeColor, type Placement } from '../messages.ts';
import { Board } from '../position.ts';
import { blackNear, check, commandFor, face, moving, placementOf, type QtpTalk } from './qtp-talk.ts';

const GENMOVE = 'QTP, Commands, genmove';

/** A new game on both boards: the engine's, and one of ours that knows the rules. */
async function begin(talk: QtpTalk, steps: readonly string[] = []): Promise<Board> {
  await talk.game();
  const board = new Board();
  board.setWalls(10);
  for (const step of steps) {
    const [, , ...words] = step.split(' ');
    const { seat, placement } = readMove(words)!;
    board.play(seat, placement);
  }
  await talk.follow(...steps);
  return board;
}

/** @throws Breach where what `genmove` answers is illegal */
async function legal(talk: QtpTalk, board: Board, seat: Seat): Promise<Placement> {
  const placement = await talk.generated(seat);
  if (board.play(seat, placement)) return placement;
  throw new Breach(
    `a legal move of ${writeColor(seat)} from \`genmove ${writeColor(seat)}\``,
    quoted(commandFor(seat, placement)),
  );
}

export const generatingChecks: readonly Check[] = [
  check(
    {
      id: 'genmove',
      level: 'must',
      sentence: `answers \`genmove\` with \`=\`, within the ${moving / 1000} s that the cup gives`,
      clause: `${GENMOVE}; the cup's limit`,
      needs: ['walls'],
      advice: '`genmove` never fails: answer with a move, however little time there was to find it.',
    },
    async (talk) => {
      await talk.game();
      await talk.accepted('genmove black');
    },
  ),
  check(
    {
      id: 'genmove-form',
      level: 'must',
      sentence: 'answers `genmove` with a vertex, and an orientation where it is a wall',
      clause: `${GENMOVE}, output`,
      needs: ['genmove'],
      advice:
        'Print `= E8` for a step and `= E8 horizontal` for a wall, nothing else on the line or below it.',
    },
    async (talk) => {
      await talk.game();
      placementOf(await talk.ask('genmove black'));
    },
  ),
  check(
    {
      id: 'genmove-once',
      level: 'must',
      sentence: 'answers `genmove` once',
      clause: GENMOVE,
      needs: ['genmove', 'answers-once'],
      advice:
        'Print the move in one place only; a second one would be taken for the answer to the next command.',
    },
    async (talk) => {
      await talk.game();
      await talk.accepted('genmove black');
      expectNone(
        await talk.listen(waits.quiet),
        ({ kind }) => kind === 'answer',
        'one response to `genmove`',
      );
    },
  ),
  check(
    {
      id: 'genmove-legal',
      level: 'must',
      sentence: 'generates a legal move at the beginning of a game',
      clause: GENMOVE,
      needs: ['genmove-form'],
      advice: 'Compare the move with the rules, and a wall with the walls that stand and that are left.',
    },
    async (talk) => {
      await legal(talk, await begin(talk), 0);
    },
  ),
  check(
    {
      id: 'genmove-color',
      level: 'must',
      sentence: 'generates a move of White where White is asked for, at the beginning too',
      clause: `${GENMOVE}, player`,
      needs: ['genmove-form'],
      advice: 'Search for the colour that the command names, whoever played last.',
    },
    async (talk) => {
      await legal(talk, await begin(talk), 1);
    },
  ),
  check(
    {
      id: 'genmove-told',
      level: 'must',
      sentence: 'generates legal moves on a board that it was told',
      clause: GENMOVE,
      needs: ['genmove-legal', 'genmove-once', 'playmove-white'],
      advice: 'Search from the board that `playmove` and `playwall` keep.',
    },
    async (talk) => {
      await legal(talk, await begin(talk, face.slice(0, -1)), 0);
      await legal(talk, await begin(talk, face), 1);
    },
  ),
  check(
    {
      id: 'genmove-plays',
      level: 'must',
      sentence: 'plays on its own board what it generates',
      clause: `${GENMOVE}, effects`,
      needs: ['genmove-legal', 'genmove-once', 'illegal-move', 'wall-overlap'],
      advice: 'Make the move before you answer: nobody tells it to you by `playmove`.',
    },
    async (talk) => {
      await talk.game();
      const placement = await talk.generated(0);
      // The pawn stands there already, or the wall does.
      await talk.refused(commandFor(0, placement));
    },
  ),
  check(
    {
      id: 'genmove-again',
      level: 'must',
      sentence: 'generates two moves of one colour in a row',
      clause: `${GENMOVE}, player`,
      needs: ['genmove-plays'],
      advice: 'Search for the colour that the command names, whoever played last.',
    },
    async (talk) => {
      const board = await begin(talk);
      await legal(talk, board, 0);
      await legal(talk, board, 0);
    },
  ),
  check(
    {
      id: 'genmove-game',
      level: 'must',
      sentence: 'plays both sides of a game for four moves, each of them legal',
      clause: GENMOVE,
      needs: ['genmove-plays'],
      advice: 'Look at what the search leaves behind on the board that the next search begins with.',
    },
    async (talk) => {
      const board = await begin(talk);
      for (let ply = 0; ply < 4 && board.winner === null; ply++)
        await legal(talk, board, ply % 2 === 0 ? 0 : 1);
    },
  ),
  check(
    {
      id: 'genmove-wins',
      level: 'beyond',
      sentence: 'steps onto its goal where it can',
      clause: 'No rule: whether moves show that the board was understood',
      needs: ['genmove-told', 'same-color'],
      advice:
        "Black's goal is row 1, White's the top row. An engine that plays at random fails here, and may.",
    },
    async (talk) => {
      const board = await begin(talk, blackNear);
      const placement = await legal(talk, board, 0);
      if (board.winner !== 0)
        throw new Breach('a step of Black from G2 to row 1', quoted(commandFor(0, placement)));
    },
  ),
];
