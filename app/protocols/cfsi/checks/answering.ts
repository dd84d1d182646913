/** CFSI: what stands behind the column of a bestmove. */
import { Breach, notOffered, type Outcome } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { stoneOf } from '../../../games/connect4/index.ts';
import { isOpen, decodeResponse, type BestmoveResponse } from '../messages.ts';
import type { OddityName, Cell } from '../values.ts';
import { positionOf, table, usual, type CfsiTalk, type Play } from './cfsi-talk.ts';

const BESTMOVE = 'CFSI, Responses, bestmove';

/** The text's example of a four that one move makes. */
const oneMove: Play = { board: 'x3/x3/x3/4', token: 'x', depth: 1 };

/** An opening, a middle game and a four to be made. */
const plays: readonly Play[] = [
  usual,
  { board: '2oxx2/3o3/7/7/7/7', token: 'o', depth: 3 },
  { board: '4/4/4/4', token: 'x', depth: 1 },
  { board: 'xxx4/ooo4/7/7/7/7', token: 'x', depth: 1 },
];

/** Looks at each answer. @param examine whether the answer has the parameter; throws a Breach where that is wrong */
const examining =
  (examine: (answer: BestmoveResponse, play: Play) => boolean) =>
  async (talk: CfsiTalk): Promise<Outcome | undefined> => {
    let isOffered = false;
    const answers: [BestmoveResponse, Play][] = [];
    for (const play of plays) answers.push([await talk.ask(play), play]);
    for (const answer of answers) if (examine(...answer)) isOffered = true;
    return isOffered ? undefined : notOffered;
  };

/** Deviations that make a parameter unreadable. */
const unreadable: ReadonlySet<OddityName> = new Set([
  ...(['missing-value', 'repeated-flag', 'unreadable-value', 'unknown-flag', 'unknown-word'] as const),
]);

/** Names the play in a sentence. */
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
      'Scale the score, and every score of the list, so that 1 is a won game for the computer and -1 a lost one.',
    run: examining(({ score, scores }, play) => {
      const all = [...(score === null ? [] : [score]), ...(scores ?? []).map((entry) => entry.score)];
      const wrong = all.find((text) => Math.abs(Number(text)) > 1);
      if (wrong !== undefined) throw new Breach(`a score from -1 to 1 ${on(play)}`, wrong);
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
    id: 'takes-four',
    level: 'beyond',
    sentence: 'completes a four where it can',
    clause: 'No rule: whether moves show that the board was understood',
    needs: ['rows-from-below', 'board-sizes'],
    advice:
      'At depth 1 a search sees this four: look whether it takes x for its own when x is to play. An engine that plays at random fails here, and may.',
    run: async (talk) => {
      const { column } = await talk.ask(oneMove);
      if (column !== 0)
        throw new Breach(`\`bestmove 0\` ${on(oneMove)}, as in the text's example`, `\`bestmove ${column}\``);
    },
  },
]);
