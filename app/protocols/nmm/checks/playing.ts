/** NMM: moves on the engine's own board. */
import {
  formatPosition,
  morris,
  packMove,
  readMove,
  type MorrisPosition,
} from '../../../games/morris/index.ts';
import { Breach } from '../../conformance.ts';
import { waits } from '../../check-talk.ts';
import { moveLine } from '../commands.ts';
import { writeMove } from '../messages.ts';
import { mills } from './boards.ts';
import { expectLegal, forced, legalIn, table, told, twoMen, winning } from './nmm-talk.ts';

const MOVE = 'NMM, Messages From GUI To Engine, move';
const GO = 'NMM, Messages From GUI To Engine, go';
const VALID = 'NMM, Messages From GUI To Engine, stop, a valid best move';
const TIMES = 'NMM, no messages at inappropriate times';
const RULES = 'No rule of the text: how the game is played everywhere';

/** Eighteen placings without a mill, after which White can move. */
const PLACED = [0, 1, 2, 3, 4, 6, 5, 7, 8, 9, 10, 12, 11, 14, 13, 16, 15, 18];

/** After `M21-9` Black has one move. */
const shutting = morris.parsePosition('w:2,4,6,10,14,17,21;b:0,1,3,11;w;18;0');
const SHUTS = packMove({ from: 21, to: 9, taken: null });
/** After `M19-22` Black has one move, to the point that is left. */
const leaving = morris.parsePosition('w:3,4,7,8,9,13,15,19,20;b:12,16,17,21;w;18;0');
const LEAVES = packMove({ from: 19, to: 22, taken: null });
/** Men on all points on which none of `PLACED` is placed. */
const crowded = morris.parsePosition('w:0,1,3;b:17,19,20,21,22,23;w;18;0');
/** White has three men, all of them blocked, so every legal move is a jump. */
const flying = morris.parsePosition('w:21,22,23;b:0,4,5,9,13,14,17,19;w;18;0');
/** The same with colours exchanged. */
const flyingBlack = morris.parsePosition('w:0,4,5,9,13,14,17,19;b:21,22,23;b;19;0');
/** `M14-2` closes a mill, and no man of Black's is in a mill. */
const closing = morris.parsePosition('w:0,1,14,22;b:4,9,13,19,21,23;w;18;0');
/** The same, with three of Black's men in a mill. */
const guarded = morris.parsePosition('w:0,1,14,22;b:9,10,11,13;w;18;0');
/** The takings by which White wins in `winning`, of one digit and of two. */
const TAKES = [9, 13].map((taken) => packMove({ from: 14, to: 2, taken }));

/** Enough plies to place men and close mills. */
const PLIES = 20;

/** An engine that misses a mill may still make the quiet move by chance, so it is asked again. */
const ROUNDS = 3;

const placings = PLACED.map((to) => packMove({ from: null, to, taken: null }));

export const playingChecks = table([
  {
    id: 'move-silent',
    sentence: 'says nothing of a search at `move`',
    clause: TIMES,
    needs: ['newgame-first'],
    advice: 'Play the move on the board at `move` and print nothing; whether to answer is up to `go`.',
    run: async (talk) => {
      await talk.prepare();
      talk.send('newgame');
      await talk.listen(waits.thinking);
      talk.send('move P0');
      await talk.quiet('neither `bestmove` nor `info` after `move`');
    },
  },
  {
    id: 'move',
    sentence: 'plays each `move` that it is sent on its board',
    clause: MOVE,
    needs: ['legal-start', 'newgame-first'],
    advice:
      'Read `move P4` with a numbered point, for the player to move, and change the board. After nine men of each player, men move.',
    run: async (talk) => {
      await talk.begin('newgame', ...placings.map((move) => moveLine(move, 'index')));
      await talk.legal(placings.reduce(morris.play, morris.initial()));
    },
  },
  {
    id: 'newgame-clears',
    sentence: 'keeps no man of the game before at a `newgame` without a position',
    clause: 'NMM, Messages From GUI To Engine, newgame',
    needs: ['move', 'newgame-start'],
    advice: 'Take all men off at `newgame`, not only the counts of them.',
    run: async (talk) => {
      await talk.begin(told(crowded), 'newgame', ...placings.map((move) => moveLine(move, 'index')));
      await talk.legal(placings.reduce(morris.play, morris.initial()));
    },
  },
  {
    id: 'move-numbers',
    sentence: 'reads the points of a `move` as numbers',
    clause: 'NMM, Notation, Moves',
    needs: ['move'],
    advice: 'Read `move P0` beside names like `move Pa7`: the text has numbers from 0 to 23.',
    run: async (talk) => {
      const move = packMove({ from: null, to: 0, taken: null });
      await talk.begin('newgame');
      talk.sendAsWritten(moveLine(move, 'index'));
      await talk.legal(morris.play(morris.initial(), move));
    },
  },
  {
    id: 'move-along',
    sentence: 'plays a `move` from point to point',
    clause: MOVE,
    needs: ['move', 'newgame-position', 'bestmove-once'],
    advice: 'Read `move M21-9`: the man leaves the first point and stands on the second.',
    run: async (talk) => {
      await talk.begin(told(shutting), moveLine(SHUTS, 'index'));
      await talk.legal(morris.play(shutting, SHUTS));
      talk.send(told(leaving), moveLine(LEAVES, 'index'));
      await talk.legal(morris.play(leaving, LEAVES));
    },
  },
  {
    id: 'move-take',
    sentence: 'takes off the man that a `move` names behind `T`',
    clause: MOVE,
    needs: ['move', 'go-over', 'bestmove-once'],
    advice: 'Read `move M14-2T9`: the man on point 9 is gone; with two men left the game is over.',
    run: async (talk) => {
      await talk.prepare();
      for (const move of TAKES) {
        talk.send(told(winning), moveLine(move, 'index'));
        await talk.none(morris.play(winning, move));
      }
    },
  },
  {
    id: 'move-over',
    sentence: 'does nothing at a `move` where the game is over',
    clause: MOVE,
    needs: ['go-over', 'move-silent'],
    advice: 'Ignore a `move` in a position where the game is over: no crash, no output, the same board.',
    run: async (talk) => {
      await talk.settle(told(twoMen));
      talk.send('move M3-10');
      await talk.quiet('nothing after a `move` where the game is over');
      await talk.none(twoMen);
    },
  },
  {
    id: 'go-plays',
    sentence: 'plays the move that answers `go` on its board',
    clause: GO,
    needs: ['newgame-position', 'bestmove-once'],
    advice: 'After `go` the other player is to move: no `move` comes for what you have answered.',
    run: async (talk) => {
      await talk.begin(told(forced));
      const after = morris.play(forced, await talk.legal(forced));
      await talk.legal(after);
    },
  },
  {
    id: 'go-noplay',
    sentence: 'does not change its board at `go noplay`',
    clause: GO,
    needs: ['newgame-position', 'bestmove-once'],
    advice: 'Look at the second token: behind `noplay` the answer is not played.',
    run: async (talk) => {
      await talk.begin(told(forced));
      await talk.legal(forced, 'go noplay');
      await talk.legal(forced, 'go noplay');
    },
  },
  {
    id: 'plays-on',
    sentence: `plays legal moves, one after the other, for both players over ${PLIES} plies`,
    clause: VALID,
    needs: ['legal-start', 'go-plays'],
    advice:
      'Compare the board that you think you have with the moves that were said, and how mills are closed and men are taken.',
    run: async (talk) => {
      await talk.begin('newgame');
      let position = morris.initial();
      for (let ply = 0; ply < PLIES && !morris.result(position); ply++) {
        position = morris.play(position, await talk.legal(position));
      }
    },
  },
  {
    id: 'mill-takes',
    sentence: 'takes a man by the same move by which it closes a mill',
    clause: 'NMM, Notation, Moves',
    needs: ['newgame-position'],
    advice: 'Write `T` and the point behind a move that closes a mill, and nothing behind another.',
    run: legalIn(closing),
  },
  {
    id: 'go-noplay-take',
    sentence: 'takes no man off its board at `go noplay`',
    clause: GO,
    needs: ['go-noplay', 'mill-takes'],
    advice: 'Behind `noplay` neither the move nor the taking of the answer is played.',
    run: async (talk) => {
      await talk.begin(told(closing));
      await talk.legal(closing, 'go noplay');
      await talk.legal(closing, 'go noplay');
    },
  },
  {
    id: 'every-mill',
    sentence: 'takes a man at a mill on every line of the board, as either player',
    clause: 'NMM, Notation, Moves',
    needs: ['mill-takes', 'every-step'],
    advice: 'Compare your table of mills with the board: sixteen lines, each with three points in a row.',
    run: async (talk) => {
      await talk.prepare();
      let asked = mills;
      for (let round = 0; round < ROUNDS && asked.length > 0; round++) {
        const quiet: MorrisPosition[] = [];
        await talk.inEach(asked, (position, answer) => {
          if (readMove(expectLegal(position, answer)).taken === null) quiet.push(position);
        });
        asked = quiet;
      }
    },
  },
  {
    id: 'mill-guards',
    level: 'beyond',
    sentence: 'takes no man out of a mill where another can be taken',
    clause: RULES,
    needs: ['mill-takes'],
    advice: 'Leave out the men in mills when you list what can be taken, unless all are in mills.',
    run: legalIn(guarded),
  },
  {
    id: 'flying',
    level: 'beyond',
    sentence: 'knows that a player of three men may move to any point',
    clause: RULES,
    needs: ['position-turn', 'bestmove-once'],
    advice: 'With three men left, a man of either player flies: its moves go to every empty point.',
    run: async (talk) => {
      await talk.begin(told(flying));
      await talk.legal(flying);
      talk.send(told(flyingBlack));
      await talk.legal(flyingBlack);
    },
  },
  {
    id: 'takes-last',
    level: 'beyond',
    sentence: 'takes the man that wins the game at once',
    clause: 'No rule: whether moves show that the board was understood',
    needs: ['mill-takes'],
    advice:
      'One ply of search sees this win: look whether it is White’s men that you move. An engine that plays at random fails here, and may.',
    run: async (talk) => {
      await talk.begin(told(winning));
      const move = await talk.legal(winning);
      if (readMove(move).taken === null) {
        throw new Breach(
          `M14-2 and a man taken in ${formatPosition(winning, 'index')}`,
          writeMove(move, 'index'),
        );
      }
    },
  },
]);
