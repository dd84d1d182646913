/** NMM: positions set by `newgame`, verified by the legal moves in them. */
import { formatPosition, morris } from '../../../games/morris/index.ts';
import { waits } from '../../check-talk.ts';
import { shut, steps } from './boards.ts';
import { expectLegal, expectOver, forced, forcedBlack, legalIn, table, told, twoMen } from './nmm-talk.ts';

const NEWGAME = 'NMM, Messages From GUI To Engine, newgame';
const POSITIONS = 'NMM, Notation, Positions';
const GO = 'NMM, Messages From GUI To Engine, go';
const NOTATION = 'NMM, Notation';
const TIMES = 'NMM, no messages at inappropriate times';

/** The text's own example: Black is to move, though the plies say otherwise. */
const example = morris.parsePosition('w:0,2,4;b:1,3;b;4;0');
/** By its plies, men are still to be placed. */
const placing = morris.parsePosition('w:0,5,7;b:9,14,22;w;6;0');
const farPlies = morris.parsePosition('w:5,12,15,17;b:1,8,11,13,14,16,20;w;9998;0');
/** White is blocked. */
const shutIn = morris.parsePosition('w:0,1,2,4;b:3,5,7,9,14;w;30;0');
/** White has one move, from point 10 to 11: no line joins points 10 and 1. */
const beside = morris.parsePosition('w:3,9,10,18;b:0,4,19,21;w;18;0');

export const positionChecks = table([
  {
    id: 'newgame-silent',
    sentence: 'says nothing of a search at `newgame`',
    clause: TIMES,
    needs: ['newgame-first'],
    advice: 'Set up the board at `newgame` and print nothing; an engine thinks at `go` only.',
    run: async (talk) => {
      await talk.prepare();
      await talk.listen(waits.thinking);
      talk.send('newgame', told(forced));
      await talk.quiet('neither `bestmove` nor `info` after `newgame`');
    },
  },
  {
    id: 'newgame-position',
    sentence: 'begins where a `newgame` with a position tells it to',
    clause: NEWGAME,
    needs: ['newgame-first', 'bestmove-form'],
    advice:
      'Read the five fields behind `newgame`: the points of each side as numbers, who moves, the plies, the plies without advancement. From 18 plies on, men move.',
    run: legalIn(forced),
  },
  {
    id: 'position-numbers',
    sentence: 'reads the points of a position as numbers',
    clause: POSITIONS,
    needs: ['newgame-position'],
    advice: 'Read the points behind `w:` and `b:` as numbers from 0 to 23; names may be read beside them.',
    run: async (talk) => {
      await talk.begin();
      talk.sendAsWritten(told(forced));
      await talk.legal(forced);
    },
  },
  {
    id: 'position-turn',
    sentence: 'takes the third field of a position for who moves',
    clause: POSITIONS,
    needs: ['newgame-position'],
    advice: 'Let Black move where the field is `b`.',
    run: legalIn(forcedBlack),
  },
  {
    id: 'position-black-first',
    sentence: 'reads a position in which Black’s men stand before White’s',
    clause: POSITIONS,
    needs: ['newgame-position'],
    advice: 'Look at the letter before the colon: either player may come first.',
    run: legalIn(
      forced,
      `newgame ${formatPosition(forced, 'index').replace(/^(w:[^;]*);(b:[^;]*);/, '$2;$1;')}`,
    ),
  },
  {
    id: 'position-example',
    sentence: 'reads the text’s own example, in which Black is to move at ply 4',
    clause: POSITIONS,
    needs: ['position-turn'],
    advice: 'Take the mover only from the third field, even where the plies seem to say otherwise.',
    run: legalIn(example),
  },
  {
    id: 'position-plies',
    sentence: 'continues to place men where the plies of a position are fewer than 18',
    clause: POSITIONS,
    needs: ['newgame-position'],
    advice: 'Derive the number of men in hand from the plies, not from the men on the board.',
    run: legalIn(placing),
  },
  {
    id: 'position-far-plies',
    sentence: 'reads a position with thousands of plies',
    clause: POSITIONS,
    needs: ['newgame-position'],
    advice: 'The plies go from 0 to 9999: keep them in more than a byte.',
    run: legalIn(farPlies),
  },
  {
    id: 'position-empty',
    sentence: 'reads the initial position as the text writes it, without men',
    clause: POSITIONS,
    needs: ['newgame-position', 'legal-start'],
    advice: 'Read `w:;b:;w;0;0`: an empty list of points means no men.',
    run: async (talk) => {
      await talk.begin(told(forced), 'newgame w:;b:;w;0;0');
      await talk.legal(morris.initial());
    },
  },
  {
    id: 'newgame-start',
    sentence: 'begins with an empty board at a `newgame` without a position',
    clause: NEWGAME,
    needs: ['newgame-position', 'legal-start'],
    advice: 'Clear the board at `newgame`, also in the middle of a game.',
    run: async (talk) => {
      await talk.begin(told(forced), 'newgame');
      await talk.legal(morris.initial());
    },
  },
  {
    id: 'adjacency',
    sentence: 'moves along the lines of the board only',
    clause: NOTATION,
    needs: ['newgame-position'],
    advice:
      'Look at the neighbours of point 10, which are 3, 9, 11 and 18 where points are numbered from top to bottom and left to right.',
    run: legalIn(beside),
  },
  {
    id: 'every-step',
    sentence: 'moves along every line of the board, as either player',
    clause: NOTATION,
    needs: ['adjacency', 'position-turn', 'bestmove-once'],
    advice:
      'Compare your table of neighbours with the board: each of its sixteen lines joins three points, two steps a line.',
    run: async (talk) => {
      await talk.prepare();
      await talk.inEach(steps, (position, answer) => void expectLegal(position, answer));
    },
  },
  {
    id: 'go-over',
    sentence: 'answers `go` with `bestmove none` where the player to move has two men left',
    clause: GO,
    needs: ['position-turn'],
    advice: 'Look at `go` whether the game is over, before you search.',
    run: async (talk) => {
      await talk.begin(told(twoMen));
      await talk.none(twoMen);
    },
  },
  {
    id: 'go-over-shut-in',
    sentence: 'answers `go` with `bestmove none` where the player to move has no legal move',
    clause: GO,
    needs: ['go-over'],
    advice: 'A player of more than three men, none of which can move, has lost: answer `none`.',
    run: async (talk) => {
      await talk.begin(told(shutIn));
      await talk.none(shutIn);
    },
  },
  {
    id: 'go-over-anywhere',
    sentence: 'sees no way between points that no line joins',
    clause: GO,
    needs: ['go-over-shut-in', 'bestmove-once'],
    advice:
      'Compare your table of neighbours with the board: of the player to move, no man can move there, so that the answer is `none`.',
    run: async (talk) => {
      await talk.prepare();
      await talk.inEach(shut, expectOver);
    },
  },
  {
    id: 'newgame-after-over',
    sentence: 'begins another game after one that is over',
    clause: NEWGAME,
    needs: ['go-over', 'bestmove-once'],
    advice: 'Keep no mark of a finished game over a `newgame`.',
    run: async (talk) => {
      await talk.begin(told(twoMen));
      await talk.none(twoMen);
      talk.send(told(forced));
      await talk.legal(forced);
    },
  },
  {
    id: 'commands-in-order',
    sentence: 'carries out after its `bestmove` what came while it thought',
    clause: 'NMM, commands are processed synchronously, in order',
    needs: ['newgame-position', 'bestmove-once'],
    advice: 'Keep what comes during a search, `stop` and `quit` aside, and carry it out in order after it.',
    run: async (talk) => {
      await talk.prepare();
      const early = await talk.think();
      talk.send(...(early ? [] : ['stop']), told(forced));
      if (!early) await talk.answered();
      expectLegal(forced, await talk.go());
    },
  },
]);
