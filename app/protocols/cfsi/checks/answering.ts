/** CFSI: what the parameters of a bestmove say. */
import { connect4, stoneOf } from '../../../games/connect4/index.ts';
import { Breach, notOffered, type Outcome } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { decodeResponse, isOpen, type BestmoveResponse } from '../messages.ts';
import type { Cell, ColumnScore, OddityName } from '../values.ts';
import { columnWords, positionOf, table, usual, type CfsiTalk, type Play } from './cfsi-talk.ts';

const BESTMOVE = 'CFSI, Responses, bestmove';

/** The text's example of a four that one move makes. */
const oneMove: Play = { board: 'x3/x3/x3/4', token: 'x', depth: 1 };

/** Either side can make a four: x in column 0, o in column 3. */
const oneMoveEach: Play = { board: 'x2o/x2o/x2o/4', token: 'o', depth: 1 };

/** The parameters by which an answer says that its move makes a four. */
const winsBy = ({ score, four, line }: BestmoveResponse): readonly string[] => [
  ...(Number(score) === 1 ? ['--score 1'] : []),
  ...(four === null ? [] : ['--four']),
  ...(line === null ? [] : ['--line']),
];

async function takesFour(talk: CfsiTalk, play: Play, four: number, why: string): Promise<void> {
  const { column } = await talk.ask(play);
  if (column !== four) throw new Breach(`${columnWords(four)} ${on(play)}, ${why}`, columnWords(column));
}

/** An opening, a middle game and a position with a four to make. */
const plays: readonly Play[] = [
  usual,
  { board: '2oxx2/3o3/7/7/7/7', token: 'o', depth: 3 },
  { board: '4/4/4/4', token: 'x', depth: 1 },
  { board: 'xxx4/ooo4/7/7/7/7', token: 'x', depth: 1 },
];

/** Those, and one whose answer makes a four whatever the engine would choose. */
const playsWithFour: readonly Play[] = [...plays, { ...oneMove, column: 0 }];

/** Whether this column makes a four. */
function makesFour(play: Play, column: number): boolean {
  const position = positionOf(play);
  return isOpen(position, column) && connect4.result(connect4.play(position, column))?.kind === 'win';
}

/** The score of the column that is played, and those of the list. */
const allScores = ({ column, score, scores }: BestmoveResponse): readonly ColumnScore[] => [
  ...(score === null || column === null ? [] : [{ column, score }]),
  ...(scores ?? []),
];

/**
 * Examines each answer.
 * @param examine returns whether the answer has the parameter; throws a Breach if it is wrong
 */
const examining =
  (examine: (answer: BestmoveResponse, play: Play) => boolean, asked = plays) =>
  async (talk: CfsiTalk): Promise<Outcome | undefined> => {
    let isOffered = false;
    const answers: [BestmoveResponse, Play][] = [];
    for (const play of asked) answers.push([await talk.ask(play), play]);
    for (const answer of answers) if (examine(...answer)) isOffered = true;
    return isOffered ? undefined : notOffered;
  };

/** Deviations that make a parameter unreadable. */
const unreadable: ReadonlySet<OddityName> = new Set([
  ...(['missing-value', 'repeated-flag', 'unreadable-value', 'unknown-flag', 'unknown-word'] as const),
]);

/** Names the play, for use in a sentence. */
const on = ({ board, token }: Play): string => `on ${board} for ${token}`;

export const answeringChecks = table([
  {
    id: 'parameters-readable',
    sentence: 'writes the parameters of `bestmove` so that they can be read',
    clause: BESTMOVE,
    needs: ['board-sizes'],
    advice:
      'Write each parameter once with its value behind it: numbers as digits with a point, lists with slashes, pairs with a semicolon.',
    run: async (talk) => {
      for (const play of plays) await talk.ask(play);
      for (const { line, message } of talk.said) {
        if (message.kind !== 'bestmove') continue;
        const fault = decodeResponse(line).faults.find(({ name }) => unreadable.has(name));
        if (!fault) continue;
        const instead = `${fault.detail ?? fault.name} in ${quoted(line)}`;
        throw new Breach('parameters as in the syntax of `bestmove`', instead);
      }
    },
  },
  {
    id: 'score-range',
    sentence: 'gives scores from -1 to 1',
    clause: `${BESTMOVE}, --score`,
    needs: ['parameters-readable'],
    advice:
      'Scale the score, and every score of the list, so that 1 is the best for the computer and -1 the worst.',
    run: examining(({ score, scores }, play) => {
      const all = [...(score === null ? [] : [score]), ...(scores ?? []).map((entry) => entry.score)];
      const wrong = all.find((text) => Math.abs(Number(text)) > 1);
      if (wrong !== undefined) throw new Breach(`a score from -1 to 1 ${on(play)}`, wrong);
      return all.length > 0;
    }),
  },
  {
    id: 'four-positive',
    sentence: 'gives no negative score to a move that makes a four of its own',
    clause: `${BESTMOVE}, --score`,
    needs: ['score-range', 'column'],
    advice:
      'Give scores as seen by the computer, whichever token that plays: in a search that changes sides, turn the sign of the last result back.',
    run: examining((answer, play) => {
      const ofFours = allScores(answer).filter(({ column }) => makesFour(play, column));
      const wrong = ofFours.find(({ score }) => Number(score) < 0);
      if (wrong)
        throw new Breach(`no score below 0 for column ${wrong.column} ${on(play)}, a four`, wrong.score);
      return ofFours.length > 0;
    }, playsWithFour),
  },
  {
    id: 'score-one',
    level: 'beyond',
    sentence: 'gives no score of 1 or -1 to a move that makes no four',
    clause:
      'What clients need: a score is divided by ten for each ply of the win, as in the last example of `bestmove`, so that 1 is a win by this move',
    needs: ['score-range'],
    advice:
      'Keep 1 for the four that the move itself makes; the four at ply k is worth 10 to the power of 1 - k (0.01 at ply 3), with a minus where it is the opponent’s (-0.1 at ply 2).',
    run: examining((answer, play) => {
      const all = allScores(answer);
      const wrong = all.find(
        ({ column, score }) => Math.abs(Number(score)) === 1 && !makesFour(play, column),
      );
      if (wrong)
        throw new Breach(
          `a score other than 1 and -1 for column ${wrong.column} ${on(play)}, which makes no four`,
          wrong.score,
        );
      return all.length > 0;
    }),
  },
  {
    id: 'scores-open',
    sentence: 'gives scores for columns that can be played, each once',
    clause: `${BESTMOVE}, --final-scores`,
    needs: ['parameters-readable'],
    advice: 'List the columns that were investigated, counted from 0; full ones are none of them.',
    run: examining(({ scores }, play) => {
      if (scores === null) return false;
      const position = positionOf(play);
      const columns = scores.map(({ column }) => column);
      const wrong = columns.find((column, at) => !isOpen(position, column) || columns.indexOf(column) !== at);
      if (wrong !== undefined) throw new Breach(`open columns, each once, ${on(play)}`, `column ${wrong}`);
      return true;
    }),
  },
  {
    id: 'scores-agree',
    level: 'should',
    sentence: 'gives the column that it plays the same score in the list as by `--score`',
    clause: `${BESTMOVE}, --final-scores`,
    needs: ['score-range', 'scores-open'],
    advice: 'Print both from the same result of the search.',
    run: examining(({ column, score, scores }, play) => {
      if (score === null || !scores) return false;
      const listed = scores.find((entry) => entry.column === column);
      if (!listed) throw new Breach(`a score of column ${column} in the list ${on(play)}`, 'none');
      if (Number(listed.score) !== Number(score))
        throw new Breach(`${score} for column ${column} ${on(play)}`, listed.score);
      return true;
    }),
  },
  {
    id: 'four-begins',
    sentence: 'begins the moves of `--four` with the column that it plays',
    clause: `${BESTMOVE}, --four`,
    needs: ['parameters-readable'],
    advice: 'List your own columns of the win, the one that you play now first.',
    run: examining(({ column, four }, play) => {
      if (four === null) return false;
      if (four[0] !== column) throw new Breach(`--four ${column}… ${on(play)}`, `--four ${four.join('/')}`);
      return true;
    }),
  },
  {
    id: 'four-made',
    sentence: 'names its column alone by `--four` only where that move makes a four',
    clause: `${BESTMOVE}, --four`,
    needs: ['four-begins'],
    advice:
      'Print `--four` only where the search has seen a four, with each own column up to the one that makes it.',
    run: examining(({ column, four }, play) => {
      if (four === null || column === null) return false;
      if (four.length > 1 || makesFour(play, column)) return true;
      throw new Breach(`no four by column ${column} alone ${on(play)}`, `--four ${four.join('/')}`);
    }),
  },
  {
    id: 'line-stands',
    sentence: 'names by `--line` the connected pieces that its move completes, row 0 at the bottom',
    clause: `${BESTMOVE}, --line`,
    needs: ['parameters-readable'],
    advice:
      'List column;row of each of the four pieces, the new one among them, and only where this move makes the four.',
    run: examining(({ column, line }, play) => {
      if (line === null) return false;
      const { width, tops, cells, mover } = positionOf(play);
      const isNew = (cell: Cell): boolean => cell.column === column && cell.row === tops[cell.column];
      const stands = line.every(
        (cell) => isNew(cell) || cells[cell.row * width + cell.column] === stoneOf(mover),
      );
      if (line.length >= 4 && stands && line.some(isNew)) return true;
      throw new Breach(
        `four or more pieces of ${play.token}, the new one among them, ${on(play)}`,
        `--line ${line.map((cell) => `${cell.column};${cell.row}`).join('/')}`,
      );
    }),
  },
  {
    id: 'line-provided',
    level: 'should',
    sentence: 'adds `--line` where it says by `--four` or a score of 1 that its move makes a four',
    clause: `${BESTMOVE}, --line`,
    needs: ['parameters-readable', 'column'],
    advice: 'With a four that this move makes, print the pieces that it connects as well.',
    run: examining((answer, play) => {
      const { column, line } = answer;
      const isTold = winsBy(answer).length > 0;
      if (!isTold || column === null || !makesFour(play, column)) return false;
      if (line === null)
        throw new Breach(`--line with the four by column ${column} ${on(play)}`, 'no such parameter');
      return true;
    }, playsWithFour),
  },
  {
    id: 'token-o-four',
    sentence: 'tells of a four of `o` as of one of `x`',
    clause: 'CFSI, Commands, play, <token>',
    needs: ['parameters-readable', 'token-o', 'column'],
    advice: 'Put the token of the command on the board, and look for a four of the same token.',
    run: async (talk) => {
      const ofX = winsBy(await talk.ask({ ...oneMoveEach, token: 'x', column: 0 }));
      if (ofX.length === 0) return notOffered;
      const ofO = winsBy(await talk.ask({ ...oneMoveEach, column: 3 }));
      const missing = ofX.find((parameter) => !ofO.includes(parameter));
      if (missing !== undefined)
        throw new Breach(
          `${missing} for column 3 ${on(oneMoveEach)}, as for column 0 and x`,
          'no such parameter',
        );
      return undefined;
    },
  },
  {
    id: 'takes-four',
    level: 'beyond',
    sentence: 'completes a four where it can',
    clause: 'No rule: whether moves show that the board was understood',
    needs: ['rows-from-below', 'board-sizes'],
    advice:
      'At depth 1 a search sees this four: look whether it takes x for its own when x is to play. An engine that plays at random fails here, and may.',
    run: (talk) => takesFour(talk, oneMove, 0, "as in the text's example"),
  },
  {
    id: 'takes-four-o',
    level: 'beyond',
    sentence: 'completes a four of `o` where it can',
    clause: 'No rule: whether moves show that the board was understood',
    needs: ['takes-four', 'token-o'],
    advice:
      'Look whether it takes o for its own when o is to play. An engine that plays at random fails here, and may.',
    run: (talk) => takesFour(talk, oneMoveEach, 3, 'which makes a four'),
  },
]);
