/** GoS: a move request and its answer. */
import { expectNone, waits } from '../../check-talk.ts';
import { Breach } from '../../conformance.ts';
import type { OddityName } from '../messages.ts';
import { expectLegal, type GosTalk, isAnswer, isObject, type Pieces, table } from './gos-talk.ts';

const INITIALIZATION = 'GoS, Initialization';
const MOVE = 'GoS, Doing a move';
const FORMAT = 'GoS, the requests and responses are in JSON format';
const TYPES = 'GoS, Data types';
const PLACE = 'GoS, Board location';
const ORDER = 'GoS, Match order';

/** Adds blanks around all punctuation; none of the strings contains any. */
const spaced = (json: string): string => json.replaceAll(/([{}[\]:,])/g, ' $1 ').trim();

/**
 * Plays one request as White, or two as Black, whose second answer may be a pass. The answers must have none of these
 * deviations.
 */
const without =
  (names: readonly OddityName[], expected: string, seat: 0 | 1 = 0) =>
  async (talk: GosTalk): Promise<void> => {
    for (const { reply, text } of await talk.match(seat, seat + 1)) {
      const fault = reply.faults.find(({ name }) => names.includes(name));
      if (fault) throw new Breach(expected, `${fault.detail ?? fault.name} in ${text}`);
    }
  };

/** Plays one request; the lines may contain no such message. */
const noLines =
  (isWrong: (pieces: Pieces) => boolean, expected: string) =>
  async (talk: GosTalk): Promise<void> => {
    await talk.match(0, 1);
    await talk.listen(waits.thinking);
    const odd = talk.said.find(({ message }) => isWrong(message));
    if (odd) throw new Breach(expected, odd.line);
  };

export const answeringChecks = table([
  {
    id: 'initiate-silent',
    sentence: 'does not respond to its colour',
    clause: INITIALIZATION,
    needs: [],
    advice: 'Remember the colour and print nothing: the first word of a bot is its first move.',
    run: async (talk) => {
      talk.initiate(0);
      await talk.quiet('nothing after the initiate request');
    },
  },
  {
    id: 'request',
    sentence: 'answers a move request with an object that has a Type',
    clause: MOVE,
    needs: [],
    advice:
      'Read a line from stdin, think, print {"Type":…,"From":…,"To":…} with a newline, and flush stdout: output to a pipe is held back otherwise.',
    run: async (talk) => {
      talk.initiate(0);
      await talk.ask();
    },
  },
  {
    id: 'request-once',
    sentence: 'answers a move request once',
    clause: MOVE,
    needs: ['request'],
    advice: 'Print a move in one place only; a second one is taken for the answer to the next request.',
    run: async (talk) => {
      talk.initiate(0);
      await talk.ask();
      expectNone(await talk.listen(waits.quiet), isAnswer, 'one move for one request');
    },
  },
  {
    id: 'processed-silent',
    sentence: 'does not respond to a processed move',
    clause: MOVE,
    needs: ['request-once'],
    advice: 'Take note of the moves of both players and print nothing.',
    run: async (talk) => {
      talk.initiate(0);
      talk.processed(expectLegal(await talk.ask()));
      await talk.quiet('nothing after a processed move of one’s own');
      talk.other();
      await talk.quiet('nothing after a processed move of the opponent’s');
    },
  },
  {
    id: 'request-next',
    sentence: 'answers the first request of its second turn, too',
    clause: ORDER,
    needs: ['request-once'],
    advice:
      'Read on after a move: processed moves first, one’s own and two of the opponent’s, then a request.',
    run: async (talk) => {
      await talk.match(0, 2);
    },
  },
  {
    id: 'request-second',
    sentence: 'answers the second request of a turn, in which every type is allowed',
    clause: ORDER,
    needs: ['request-next'],
    advice: 'Read AllowedMoves: a turn is an attack, and then a request of its own for any move.',
    run: async (talk) => {
      await talk.match(0, 3);
    },
  },
  {
    id: 'black',
    sentence: 'plays Black where its colour is -1',
    clause: INITIALIZATION,
    needs: ['request-once'],
    advice: 'Colour -1 is Black, whose stones are negative, and who receives a move of White first.',
    run: async (talk) => {
      talk.initiate(1);
      talk.other();
      expectLegal(await talk.ask());
    },
  },
  {
    id: 'members-order',
    sentence: 'reads the members of a request in any order',
    clause: FORMAT,
    needs: ['request'],
    advice: 'Read requests with a JSON parser and take members by name.',
    run: async (talk) => {
      talk.initiate(0);
      talk.sendRequest(({ Board, AllowedMoves }) => JSON.stringify({ AllowedMoves, Board }));
      await talk.answered();
    },
  },
  {
    id: 'blanks',
    sentence: 'reads requests with blanks in them',
    clause: FORMAT,
    needs: ['request'],
    advice: 'Read requests with a JSON parser: blanks may stand between any two tokens.',
    run: async (talk) => {
      talk.initiate(0, talk.usual, spaced);
      talk.sendRequest((request) => spaced(JSON.stringify(request)));
      await talk.answered();
    },
  },
  {
    id: 'only-json',
    sentence: 'says nothing but JSON on stdout',
    clause: FORMAT,
    needs: ['request', 'initiate-silent'],
    advice: 'Write remarks to stderr: a referee takes any text on stdout for the move.',
    run: noLines((pieces) => pieces.some(({ kind }) => kind === 'text' || kind === 'mark'), 'JSON alone'),
  },
  {
    id: 'only-moves',
    sentence: 'says no object that is not a move',
    clause: MOVE,
    needs: ['request', 'initiate-silent'],
    advice: 'Print only objects with Type, From and To: a referee reads any other as an invalid move.',
    run: noLines((pieces) => isObject(pieces) && !isAnswer(pieces), 'moves alone'),
  },
  {
    id: 'type-integer',
    sentence: 'writes Type as an integer',
    clause: TYPES,
    needs: ['request-next'],
    advice: 'Write 0, 1 or 2 without quotes. Referees that also take "1" are known, and others are not.',
    run: without(['string-enum', 'named-enum'], 'an integer'),
  },
  {
    id: 'places-integers',
    sentence: 'writes X and Y as integers',
    clause: PLACE,
    needs: ['request-next'],
    advice: 'Write X and Y from 0 to 8, without quotes and without a point.',
    run: without(['quoted-number', 'fraction-form'], 'integers'),
  },
  {
    id: 'names',
    sentence: 'spells Type, From, To, X and Y as the text does',
    clause: MOVE,
    needs: ['request-next'],
    advice: 'Begin each name with a capital: JSON names that differ in case are different names.',
    run: without(['letter-case'], 'the names of the text'),
  },
  {
    id: 'no-more-members',
    level: 'should',
    sentence: 'writes no member that the text does not have, and none twice',
    clause: MOVE,
    needs: ['request-next'],
    advice: 'Leave out scores and remarks; stderr is the place for them.',
    run: without(['extra-member', 'repeated-member'], 'Type, From and To alone'),
  },
  {
    id: 'pass-members',
    level: 'should',
    sentence: 'writes From and To of a pass, too',
    clause: MOVE,
    needs: ['black', 'request-second'],
    advice: 'Write {"Type":0,"From":null,"To":null}.',
    run: without(['missing-member'], 'From and To as null', 1),
  },
]);
