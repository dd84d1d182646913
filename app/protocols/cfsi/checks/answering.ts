/** CFSI: what stands behind the column of a bestmove. */
import { Breach, notOffered, type Check } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { stoneOf } from '../../../games/connect4/index.ts';
import { isOpen, decodeResponse, type BestmoveResponse } from '../messages.ts';
import { check, positionOf, usual, type CfsiTalk, type Play } from './cfsi-talk.ts';

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

async function answers(talk: CfsiTalk): Promise<readonly (readonly [Play, BestmoveResponse])[]> {
  await talk.start();
  const all: [Play, BestmoveResponse][] = [];
  for (const play of plays) all.push([play, await talk.ask(play)]);
  return all;
}

/** Of its board, as the check says it. */
const on = ({ board, token }: Play): string => `on ${board} for ${token}`;

export const answeringChecks: readonly Check[] = [
  check(
    {
      id: 'parameters-readable',
      level: 'must',
      sentence: 'writes the parameters of `bestmove` so that they can be read',
      clause: BESTMOVE,
      needs: ['board-sizes'],
      advice:
        'Write each parameter once with its value behind it: numbers as digits with a point, lists with slashes, pairs with a semicolon.',
    },
    async (talk) => {
      await answers(talk);
      const wrong = new Set([
        'missing-value',
        'repeated-flag',
        'unreadable-value',
        'unknown-flag',
        'unknown-word',
      ]);
      for (const { line, message } of talk.said) {
        if (message.kind !== 'bestmove') continue;
        const fault = decodeResponse(line).faults.find(({ name }) => wrong.has(name));
        if (fault)
          throw new Breach(
            'parameters as in the syntax of `bestmove`',
            `${fault.detail ?? fault.name} in ${quoted(line)}`,
          );
      }
    },
  ),
  check(
    {
      id: 'score-range',
      level: 'must',
      sentence: 'gives scores from -1 to 1',
      clause: `${BESTMOVE}, --score`,
      needs: ['parameters-readable'],
      advice:
        'Scale the score, and every score of the list, so that 1 is a won game for the computer and -1 a lost one.',
    },
    async (talk) => {
      let seen = false;
      for (const [play, { score, scores }] of await answers(talk)) {
        for (const text of [score, ...(scores ?? []).map((entry) => entry.score)]) {
          if (text === null) continue;
          seen = true;
          if (Math.abs(Number(text)) > 1) throw new Breach(`a score from -1 to 1 ${on(play)}`, text);
        }
      }
      return seen ? undefined : notOffered;
    },
  ),
  check(
    {
      id: 'scores-open',
      level: 'must',
      sentence: 'gives scores for columns that can be played, each once',
      clause: `${BESTMOVE}, --final-scores`,
      needs: ['parameters-readable'],
      advice: 'List the columns that were investigated, counted from 0; full ones are none of them.',
    },
    async (talk) => {
      let seen = false;
      for (const [play, { scores }] of await answers(talk)) {
        if (scores === null) continue;
        seen = true;
        const position = positionOf(play);
        const columns = scores.map(({ column }) => column);
        const wrong = columns.find(
          (column, at) => !isOpen(position, column) || columns.indexOf(column) !== at,
        );
        if (wrong !== undefined) throw new Breach(`open columns, each once, ${on(play)}`, `column ${wrong}`);
      }
      return seen ? undefined : notOffered;
    },
  ),
  check(
    {
      id: 'scores-agree',
      level: 'should',
      sentence: 'gives the column that it plays the same score in the list as by `--score`',
      clause: `${BESTMOVE}, --final-scores`,
      needs: ['score-range', 'scores-open'],
      advice: 'Print both from the same result of the search.',
    },
    async (talk) => {
      let seen = false;
      for (const [play, { column, score, scores }] of await answers(talk)) {
        const listed = scores?.find((entry) => entry.column === column);
        if (score === null || !scores) continue;
        seen = true;
        if (!listed) throw new Breach(`a score of column ${column} in the list ${on(play)}`, 'none');
        if (Number(listed.score) !== Number(score)) {
          throw new Breach(`${score} for column ${column} ${on(play)}`, listed.score);
        }
      }
      return seen ? undefined : notOffered;
    },
  ),
  check(
    {
      id: 'four-begins',
      level: 'must',
      sentence: 'begins the moves of `--four` with the column that it plays',
      clause: `${BESTMOVE}, --four`,
      needs: ['parameters-readable'],
      advice: 'List your own columns of the win, the one that you play now first.',
    },
    async (talk) => {
      let seen = false;
      for (const [play, { column, four }] of await answers(talk)) {
        if (four === null) continue;
        seen = true;
        if (four[0] !== column) throw new Breach(`--four ${column}… ${on(play)}`, `--four ${four.join('/')}`);
      }
      return seen ? undefined : notOffered;
    },
  ),
  check(
    {
      id: 'line-stands',
      level: 'must',
      sentence: 'names by `--line` the connected pieces that its move completes, row 0 at the bottom',
      clause: `${BESTMOVE}, --line`,
      needs: ['parameters-readable'],
      advice:
        'List column;row of each of the four pieces, the new one among them, and only where this move makes the four.',
    },
    async (talk) => {
      let seen = false;
      for (const [play, { column, line }] of await answers(talk)) {
        if (line === null) continue;
        seen = true;
        const { width, tops, cells, mover } = positionOf(play);
        const isNew = (cell: { column: number; row: number }) =>
          cell.column === column && cell.row === tops[cell.column];
        const stands = line.every(
          (cell) => isNew(cell) || cells[cell.row * width + cell.column] === stoneOf(mover),
        );
        if (line.length >= 4 && stands && line.some(isNew)) continue;
        const told = line.map((cell) => `${cell.column};${cell.row}`).join('/');
        throw new Breach(
          `four or more pieces of ${play.token}, the new one among them, ${on(play)}`,
          `--line ${told}`,
        );
      }
      return seen ? undefined : notOffered;
    },
  ),
  check(
    {
      id: 'takes-four',
      level: 'beyond',
      sentence: 'completes a four where it can',
      clause: 'No rule: whether moves show that the board was understood',
      needs: ['rows-from-below', 'board-sizes'],
      advice:
        'At depth 1 a search sees this four: look whether it takes x for its own when x is to play. An engine that plays at random fails here, and may.',
    },
    async (talk) => {
      await talk.start();
      const { column } = await talk.ask(oneMove);
      if (column !== 0)
        throw new Breach(`\`bestmove 0\` ${on(oneMove)}, as in the text's example`, `\`bestmove ${column}\``);
    },
  ),
];
