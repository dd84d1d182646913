/** GoS: a move request and the object that answers it. */
import { expectNone, waits } from '../../check-talk.ts';
import { Breach, type Check } from '../../conformance.ts';
import { type OddityName, readReply } from '../messages.ts';
import { check, expectLegal, type GosTalk, isAnswer, isObject, linesOf } from './gos-talk.ts';

const INITIALIZATION = 'GoS, Initialization';
const MOVE = 'GoS, Doing a move';
const FORMAT = 'GoS, the requests and responses are in JSON format';
const TYPES = 'GoS, Data types';
const PLACE = 'GoS, Board location';
const ORDER = 'GoS, Match order';

/** With blanks around what stands between members; none of the strings holds any of it. */
const spaced = (json: string): string => json.replaceAll(/([{}[\]:,])/g, ' $1 ').trim();

/**
 * Looks at one answer as White, and at two as Black, whose second may be a pass.
 * @throws Breach where they depart from the text in one of these ways
 */
async function expectWithout(talk: GosTalk, seat: 0 | 1, names: readonly OddityName[], expected: string) {
  for (const { object, reply, text } of await talk.match(seat, seat + 1)) {
    const faults = [...readReply(object).faults, ...reply.faults];
    const fault = faults.find(({ name }) => names.includes(name));
    if (fault) throw new Breach(expected, `${fault.detail ?? fault.name} in ${text}`);
  }
}

export const answeringChecks: readonly Check[] = [
  check(
    {
      id: 'initiate-silent',
      level: 'must',
      sentence: 'does not respond to its colour',
      clause: INITIALIZATION,
      needs: [],
      advice: 'Remember the colour and print nothing: the first word of a bot is its first move.',
    },
    async (talk) => {
      talk.initiate(0);
      await talk.quiet('nothing after the initiate request');
    },
  ),
  check(
    {
      id: 'request',
      level: 'must',
      sentence: 'answers a move request with an object that has a Type',
      clause: MOVE,
      needs: [],
      advice:
        'Read a line from stdin, think, print {"Type":…,"From":…,"To":…} with a newline, and flush stdout: output to a pipe is held back otherwise.',
    },
    async (talk) => {
      talk.initiate(0);
      await talk.ask();
    },
  ),
  check(
    {
      id: 'request-once',
      level: 'must',
      sentence: 'answers a move request once',
      clause: MOVE,
      needs: ['request'],
      advice: 'Print a move in one place only; a second one is taken for the answer to the next request.',
    },
    async (talk) => {
      talk.initiate(0);
      await talk.ask();
      expectNone(await talk.listen(waits.quiet), isAnswer, 'one move for one request');
    },
  ),
  check(
    {
      id: 'processed-silent',
      level: 'must',
      sentence: 'does not respond to a processed move',
      clause: MOVE,
      needs: ['request-once'],
      advice: 'Take note of the move and print nothing, whoever made it.',
    },
    async (talk) => {
      talk.initiate(0);
      talk.processed(expectLegal(await talk.ask()));
      await talk.quiet('nothing after a processed move of one’s own');
      talk.other();
      await talk.quiet('nothing after a processed move of the opponent’s');
    },
  ),
  check(
    {
      id: 'request-next',
      level: 'must',
      sentence: 'answers the first request of its second turn, too',
      clause: ORDER,
      needs: ['request-once'],
      advice:
        'Read on after a move: processed moves first, one’s own and two of the opponent’s, then a request.',
    },
    async (talk) => {
      await talk.match(0, 2);
    },
  ),
  check(
    {
      id: 'request-second',
      level: 'must',
      sentence: 'answers the second request of a turn, in which every type is allowed',
      clause: ORDER,
      needs: ['request-next'],
      advice: 'Read AllowedMoves: a turn is an attack, and then a request of its own for any move.',
    },
    async (talk) => {
      await talk.match(0, 3);
    },
  ),
  check(
    {
      id: 'black',
      level: 'must',
      sentence: 'plays Black where its colour is -1',
      clause: INITIALIZATION,
      needs: ['request-once'],
      advice: 'Colour -1 is Black, whose stones are negative, and who hears a move of White’s first.',
    },
    async (talk) => {
      talk.initiate(1);
      talk.other();
      expectLegal(await talk.ask());
    },
  ),
  check(
    {
      id: 'members-order',
      level: 'must',
      sentence: 'reads the members of a request in whatever order',
      clause: FORMAT,
      needs: ['request'],
      advice: 'Read requests with a JSON parser and take members by name.',
    },
    async (talk) => {
      talk.initiate(0);
      talk.sendRequest(({ Board, AllowedMoves }) => JSON.stringify({ AllowedMoves, Board }));
      await talk.answered();
    },
  ),
  check(
    {
      id: 'blanks',
      level: 'must',
      sentence: 'reads requests with blanks in them',
      clause: FORMAT,
      needs: ['request'],
      advice: 'Read requests with a JSON parser: blanks may stand between any two tokens.',
    },
    async (talk) => {
      talk.initiate(0, talk.usual, spaced);
      talk.sendRequest((request) => spaced(JSON.stringify(request)));
      await talk.answered();
    },
  ),
  check(
    {
      id: 'only-json',
      level: 'must',
      sentence: 'says nothing but JSON on stdout',
      clause: FORMAT,
      needs: ['request', 'initiate-silent'],
      advice: 'Write remarks to stderr: a referee takes whatever stands on stdout for the move.',
    },
    async (talk) => {
      await talk.match(0, 1);
      await talk.listen(waits.thinking);
      const odd = talk.said.filter(({ message }) =>
        message.some(({ kind }) => kind === 'text' || kind === 'mark'),
      );
      if (odd.length > 0) throw new Breach('JSON alone', linesOf(odd)[0]!);
    },
  ),
  check(
    {
      id: 'only-moves',
      level: 'must',
      sentence: 'says no object that is not a move',
      clause: MOVE,
      needs: ['request', 'initiate-silent'],
      advice: 'Print objects with Type, From and To alone: a referee reads any other as an invalid move.',
    },
    async (talk) => {
      await talk.match(0, 1);
      await talk.listen(waits.thinking);
      const odd = talk.said.filter(({ message }) => isObject(message) && !isAnswer(message));
      if (odd.length > 0) throw new Breach('moves alone', linesOf(odd)[0]!);
    },
  ),
  check(
    {
      id: 'type-integer',
      level: 'must',
      sentence: 'writes Type as an integer',
      clause: TYPES,
      needs: ['request-next'],
      advice: 'Write 0, 1 or 2 without quotes. Referees that also take "1" are known, and others are not.',
    },
    (talk) => expectWithout(talk, 0, ['string-enum', 'named-enum'], 'an integer'),
  ),
  check(
    {
      id: 'places-integers',
      level: 'must',
      sentence: 'writes X and Y as integers',
      clause: PLACE,
      needs: ['request-next'],
      advice: 'Write X and Y from 0 to 8, without quotes and without a point.',
    },
    (talk) => expectWithout(talk, 0, ['quoted-number', 'fraction-form'], 'integers'),
  ),
  check(
    {
      id: 'names',
      level: 'must',
      sentence: 'spells Type, From, To, X and Y as the text does',
      clause: MOVE,
      needs: ['request-next'],
      advice: 'Begin each name with a capital: JSON names that differ in case are different names.',
    },
    (talk) => expectWithout(talk, 0, ['letter-case'], 'the names of the text'),
  ),
  check(
    {
      id: 'no-more-members',
      level: 'should',
      sentence: 'writes no member that the text does not have, and none twice',
      clause: MOVE,
      needs: ['request-next'],
      advice: 'Leave out scores and remarks; stderr is the place for them.',
    },
    (talk) => expectWithout(talk, 0, ['extra-member', 'repeated-member'], 'Type, From and To alone'),
  ),
  check(
    {
      id: 'pass-members',
      level: 'should',
      sentence: 'writes From and To of a pass, too',
      clause: MOVE,
      needs: ['black', 'request-second'],
      advice: 'Write {"Type":0,"From":null,"To":null}.',
    },
    (talk) => expectWithout(talk, 1, ['missing-member'], 'From and To as null'),
  ),
];
