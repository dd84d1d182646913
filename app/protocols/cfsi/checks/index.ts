/**
 * All checks of CFSI, with those of how a server starts, what a bestmove contains and how lines are written; the probe.
 */
import { hearOut, ifShown, patience, waits, type Probe } from '../../check-talk.ts';
import { stoneOf } from '../../../games/connect4/index.ts';
import { Breach, notOffered, type Check, type CheckWire, type Outcome } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { decodeResponse, isOpen, type BestmoveResponse } from '../messages.ts';
import { oddity, type Cell, type OddityName } from '../values.ts';
import {
  CfsiTalk,
  columnWords,
  isBestmove,
  isKind,
  openOnly,
  positionOf,
  table,
  usual,
  type Play,
} from './cfsi-talk.ts';
import { endingChecks } from './ending.ts';
import { playingChecks, queueingChecks } from './playing.ts';

const START = 'CFSI, Commands, start';
const PING = 'CFSI, Commands, ping';

const startingChecks = table([
  {
    id: 'started',
    sentence: 'answers `start` with `started`',
    clause: START,
    needs: [],
    advice:
      'Read lines from stdin, and at `start` print `started` with a newline and flush stdout at once: output to a pipe is held back otherwise.',
    from: 'process',
    run: (talk) => talk.start(),
  },
  {
    id: 'started-once',
    sentence: 'says `started` once',
    clause: START,
    needs: ['started'],
    advice: 'Print `started` when the initialization is complete, and at no other time.',
    run: (talk) => talk.quiet('one `started`', 'started'),
  },
  {
    id: 'ping',
    sentence: 'answers `ping` with `pong`',
    clause: PING,
    needs: ['started'],
    advice: 'Print `pong` at every `ping`, from where stdin is read.',
    run: (talk) => talk.ping(),
  },
  {
    id: 'ping-unstarted',
    sentence: 'answers `ping` even before `start`',
    clause: PING,
    needs: ['ping'],
    advice: '`ping` can be sent any time: answer it in every state of the server.',
    from: 'process',
    run: (talk) => talk.ping(),
  },
  {
    id: 'ping-each',
    sentence: 'answers each `ping` with one `pong`',
    clause: PING,
    needs: ['ping'],
    advice: 'Print one `pong` for each `ping`: a client uses them to know what has been read.',
    run: async (talk) => {
      const expected = 'three `pong` for three `ping`';
      talk.send('ping', 'ping', 'ping');
      for (let count = 0; count < 3; count++) await talk.untilOne(isKind('pong'), waits.answer, expected);
      await talk.quiet(expected, 'pong');
    },
  },
  {
    id: 'unknown-lives',
    sentence: 'keeps running after a command that it does not know',
    clause: 'CFSI, Responses, debug: syntax errors can be told',
    needs: ['ping'],
    advice: 'Ignore an unknown line, or complain with a `debug` line.',
    run: async (talk) => {
      talk.send('joho', '');
      await talk.listen(waits.thinking);
      await talk.ping();
    },
  },
  {
    id: 'unknown-command',
    level: 'beyond',
    sentence: 'does not answer an unknown command as another one',
    clause: 'What clients need: the text says nothing of such a line',
    needs: ['unknown-lives'],
    advice: 'Ignore an unknown line, or complain with a `debug` line.',
    run: async (talk) => {
      talk.send('joho');
      const said = await talk.listen(waits.thinking);
      const answer = said.find(({ message }) => isKind('bestmove', 'pong')(message));
      if (answer) throw new Breach('no answer to an unknown command', `\`${answer.line}\``);
      await talk.ping();
    },
  },
]);

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

/** Examines each answer. @param examine returns whether the answer has the parameter; throws a Breach if it is wrong */
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

/** Names the play, for use in a sentence. */
const on = ({ board, token }: Play): string => `on ${board} for ${token}`;

const answeringChecks = table([
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

const RESPONSES = 'CFSI, Responses';

async function converse(talk: CfsiTalk): Promise<void> {
  await talk.ping();
  talk.play(usual);
  await talk.answered();
  await talk.listen(waits.thinking);
}

/** @throws Breach at the first line with one of these faults */
async function expectWithout(talk: CfsiTalk, names: readonly string[], expected: string): Promise<void> {
  await converse(talk);
  for (const { line } of talk.said) {
    const fault = decodeResponse(line).faults.find(({ name }) => names.includes(name));
    if (fault) throw new Breach(expected, `${quoted(line)}: ${oddity({ name: fault.name }).text}`);
  }
}

const writingChecks = table([
  {
    id: 'only-responses',
    level: 'should',
    sentence: 'says nothing but responses of the text on stdout',
    clause: RESPONSES,
    needs: ['ping', 'play'],
    advice: 'Write remarks as `info` or `debug` lines, or to stderr: prompts and greetings are for people.',
    run: (talk) =>
      expectWithout(talk, ['noise-line', 'unknown-response', 'blank-line'], 'responses of the text alone'),
  },
  {
    id: 'spelling',
    level: 'should',
    sentence: 'spells its responses as the text does',
    clause: RESPONSES,
    needs: ['ping', 'play'],
    advice:
      'Write responses in lower case, NULL in upper case, with one blank between words and none at the end.',
    run: (talk) => expectWithout(talk, ['letter-case', 'extra-blanks'], 'responses as the text spells them'),
  },
]);

export const cfsiChecks: readonly Check[] = [
  ...startingChecks,
  ...playingChecks,
  ...queueingChecks,
  ...answeringChecks,
  ...endingChecks,
  ...writingChecks,
];

const column = 5;

/**
 * The server answers `start` with `started` and `ping` with `pong`. Then a board with one open column has only one
 * answer.
 */
export const cfsiProbe: Probe = {
  way: '',
  async run(wire: CheckWire) {
    const talk = new CfsiTalk(wire);
    talk.send('start');
    await talk.until(
      // Other words on its line may be foreign.
      (_heard, line) => (line.trim().toLowerCase() === 'started' ? true : undefined),
      patience,
      '`started` after `start`',
    );
    await hearOut(talk, isKind('pong'), 'ping');
    await talk.ping(patience);
    const how = 'answered `start` by `started` and `ping` by `pong`';
    const played = await ifShown(async () => {
      await hearOut(talk, isBestmove, 'play');
      talk.play(openOnly(column));
      const answer = await talk.bestmove(undefined, waits.prompt);
      if (answer.column !== column) throw new Breach(`column ${column}`, `column ${answer.column}`);
      return true;
    });
    return played
      ? { how: `${how}, and played the one column that was open`, sure: true }
      : { how, sure: false };
  },
};
