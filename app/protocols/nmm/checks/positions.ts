/** NMM: positions behind `newgame`, seen by the moves that are legal in them. */
import { formatPosition, morris, type MorrisPosition } from '../../../games/morris/index.ts';
import { type Check } from '../../conformance.ts';
import { waits } from '../../check-talk.ts';
import { check, expectLegal, forced, forcedBlack, told, twoMen } from './nmm-talk.ts';

const NEWGAME = 'NMM, Messages From GUI To Engine, newgame';
const POSITIONS = 'NMM, Notation, Positions';
const GO = 'NMM, Messages From GUI To Engine, go';
const NOTATION = 'NMM, Notation';
const TIMES = 'NMM, no messages at inappropriate times';

/** The text's own example: Black is to move, even where the plies say otherwise. */
const example = morris.parsePosition('w:0,2,4;b:1,3;b;4;0');
/** By its plies men are still to be placed. */
const placing = morris.parsePosition('w:0,5,7;b:9,14,22;w;6;0');
const farPlies = morris.parsePosition('w:5,12,15,17;b:1,8,11,13,14,16,20;w;9998;0');
/** Four men of White's, none of which can move. */
const shutIn = morris.parsePosition('w:0,1,2,4;b:3,5,7,9,14;w;30;0');
/** One move, from point 10 to 11: point 10 has no line to point 1. */
const beside = morris.parsePosition('w:3,9,10,18;b:0,4,19,21;w;18;0');

/** Tells a position and expects a legal move. */
const legalIn =
  (position: MorrisPosition, line = told(position)) =>
  async (talk: Parameters<Parameters<typeof check>[1]>[0]): Promise<void> => {
    await talk.begin(line);
    await talk.legal(position);
  };

export const positionChecks: readonly Check[] = [
  check(
    {
      id: 'newgame-silent',
      level: 'must',
      sentence: 'says nothing of a search at `newgame`',
      clause: TIMES,
      needs: ['newgame-first'],
      advice: 'Set up the board at `newgame` and print nothing; an engine thinks at `go` only.',
    },
    async (talk) => {
      await talk.begin();
      await talk.learn();
      await talk.listen(waits.thinking);
      talk.send('newgame', told(forced));
      await talk.quiet('neither `bestmove` nor `info` after `newgame`');
    },
  ),
  check(
    {
      id: 'newgame-position',
      level: 'must',
      sentence: 'begins where a `newgame` with a position tells it to',
      clause: NEWGAME,
      needs: ['newgame-first', 'bestmove-form'],
      advice:
        'Read the five fields behind `newgame`: the points of each side as numbers, who moves, the plies, the plies without advancement. From 18 plies on, men move.',
    },
    legalIn(forced),
  ),
  check(
    {
      id: 'position-numbers',
      level: 'must',
      sentence: 'reads the points of a position as numbers',
      clause: POSITIONS,
      needs: ['newgame-position'],
      advice: 'Read the points behind `w:` and `b:` as numbers from 0 to 23; names may be read beside them.',
    },
    async (talk) => {
      await talk.begin();
      talk.sendAsWritten(told(forced));
      await talk.legal(forced);
    },
  ),
  check(
    {
      id: 'position-turn',
      level: 'must',
      sentence: 'takes the third field of a position for who moves',
      clause: POSITIONS,
      needs: ['newgame-position'],
      advice: 'Let Black move where the field is `b`.',
    },
    legalIn(forcedBlack),
  ),
  check(
    {
      id: 'position-black-first',
      level: 'must',
      sentence: 'reads a position in which Black’s men stand before White’s',
      clause: POSITIONS,
      needs: ['newgame-position'],
      advice: 'Look at the letter before the colon: either player may come first.',
    },
    legalIn(forced, `newgame ${formatPosition(forced, 'index').replace(/^(w:[^;]*);(b:[^;]*);/, '$2;$1;')}`),
  ),
  check(
    {
      id: 'position-example',
      level: 'must',
      sentence: 'reads the text’s own example, in which Black is to move at ply 4',
      clause: POSITIONS,
      needs: ['position-turn'],
      advice: 'Take the mover from the third field alone, even where the plies seem to say otherwise.',
    },
    legalIn(example),
  ),
  check(
    {
      id: 'position-plies',
      level: 'must',
      sentence: 'goes on placing men where the plies of a position are fewer than 18',
      clause: POSITIONS,
      needs: ['newgame-position'],
      advice: 'Tell by the plies, not by the men on the board, how many men are in hand.',
    },
    legalIn(placing),
  ),
  check(
    {
      id: 'position-far-plies',
      level: 'must',
      sentence: 'reads a position with thousands of plies',
      clause: POSITIONS,
      needs: ['newgame-position'],
      advice: 'The plies go from 0 to 9999: keep them in more than a byte.',
    },
    legalIn(farPlies),
  ),
  check(
    {
      id: 'position-empty',
      level: 'must',
      sentence: 'reads the initial position as the text writes it, without men',
      clause: POSITIONS,
      needs: ['newgame-position', 'legal-start'],
      advice: 'Read `w:;b:;w;0;0`: an empty list of points is no man.',
    },
    async (talk) => {
      await talk.begin(told(forced), 'newgame w:;b:;w;0;0');
      await talk.legal(morris.initial());
    },
  ),
  check(
    {
      id: 'newgame-start',
      level: 'must',
      sentence: 'begins with an empty board at a `newgame` without a position',
      clause: NEWGAME,
      needs: ['newgame-position', 'legal-start'],
      advice: 'Clear the board at `newgame`, whatever game was on before.',
    },
    async (talk) => {
      await talk.begin(told(forced), 'newgame');
      await talk.legal(morris.initial());
    },
  ),
  check(
    {
      id: 'adjacency',
      level: 'must',
      sentence: 'moves along the lines of the board only',
      clause: NOTATION,
      needs: ['newgame-position'],
      advice:
        'Look at the neighbours of point 10, which are 3, 9, 11 and 18 where points are numbered from top to bottom and left to right.',
    },
    legalIn(beside),
  ),
  check(
    {
      id: 'go-over',
      level: 'must',
      sentence: 'answers `go` with `bestmove none` where the player to move has two men left',
      clause: GO,
      needs: ['position-turn'],
      advice: 'Look at `go` whether the game is over, before you search.',
    },
    async (talk) => {
      await talk.begin(told(twoMen));
      await talk.none(twoMen);
    },
  ),
  check(
    {
      id: 'go-over-shut-in',
      level: 'must',
      sentence: 'answers `go` with `bestmove none` where the player to move has no legal move',
      clause: GO,
      needs: ['go-over'],
      advice: 'A player of more than three men, none of which can move, has lost: answer `none`.',
    },
    async (talk) => {
      await talk.begin(told(shutIn));
      await talk.none(shutIn);
    },
  ),
  check(
    {
      id: 'newgame-after-over',
      level: 'must',
      sentence: 'begins another game after one that is over',
      clause: NEWGAME,
      needs: ['go-over', 'bestmove-once'],
      advice: 'Keep no mark of a finished game over a `newgame`.',
    },
    async (talk) => {
      await talk.begin(told(twoMen));
      await talk.none(twoMen);
      talk.send(told(forced));
      await talk.legal(forced);
    },
  ),
  check(
    {
      id: 'commands-in-order',
      level: 'must',
      sentence: 'carries out after its `bestmove` what came while it thought',
      clause: 'NMM, commands are processed synchronously, in order',
      needs: ['newgame-position', 'bestmove-once'],
      advice: 'Keep what comes during a search, `stop` and `quit` aside, and carry it out in order after it.',
    },
    async (talk) => {
      await talk.begin();
      await talk.learn();
      const early = await talk.think();
      talk.send(...(early ? [] : ['stop']), told(forced));
      if (!early) await talk.answered();
      expectLegal(forced, await talk.go());
    },
  ),
];
