/** GoS bots that break one rule each. */
import type { Seat } from '../../../games/game.ts';
import {
  columnOf,
  PASS,
  PLACES,
  readMove,
  rowOf,
  SQUARES,
  stoneAt,
  stones,
  type StonesPosition,
} from '../../../games/stones/index.ts';
import type { Finding, Job, Responder, ResponderEvent } from '../../responder.ts';
import type { Thought } from '../../testing/fake-wire.ts';
import {
  altering,
  hearing,
  say,
  saying,
  adding,
  deafTo,
  doubling,
  dyingAt,
  lagging,
  leavingOut,
  mishearing,
  misspeaking,
  outliving,
  staying,
  type Mutant,
  type MutantTable,
  type Program,
} from '../../testing/mutants.ts';
import { createGosResponder } from '../index.ts';
import {
  ATTACK,
  isMessage,
  positionOf,
  readMessage,
  STRENGTHEN,
  type MoveType,
  type Reply,
} from '../messages.ts';
import { ObjectStream } from '../stream.ts';
import { oneAttack, onlyPass } from './gos-talk.ts';
import { breachOf, rules, type Rule } from './moves.ts';

/** Strengthens as White and passes as Black if possible. */
function find(job: Job): Finding {
  const position = job.position as StonesPosition;
  const legal = stones.moves(position);
  const strengthens = (move: number): boolean => {
    const places = readMove(move);
    return places !== null && stoneAt(position.stones, places.to)?.seat === position.mover;
  };
  const wanted = position.mover === 0 ? strengthens : (move: number) => move === PASS;
  const best = legal.find(wanted) ?? legal[0]!;
  return { bestmove: best, score: null, scores: [], line: [best], depth: 1, nodes: 1 };
}

const think = (job: Job): Thought => ({ finding: find(job), milliseconds: 600 });

/** Rewrites what the bot says by the position and the number of requests. */
function seeing(
  bot: Responder,
  alter: (event: ResponderEvent, position: StonesPosition, requests: number) => ResponderEvent,
): Responder {
  const stream = new ObjectStream(isMessage);
  let seat: Seat = 0;
  let requests = 0;
  let position: StonesPosition | null = null;
  return altering(bot, (events, line) => {
    for (const piece of line === null ? [] : stream.read(line)) {
      if (piece.kind !== 'object') continue;
      const message = readMessage(piece.object);
      if (message.kind === 'initiate') seat = message.seat;
      if (message.kind === 'request') {
        position = positionOf(seat, message);
        requests++;
      }
    }
    return events.map((event) =>
      event.kind === 'send' && position !== null ? alter(event, position, requests) : event,
    );
  });
}

const place = (square: number) => ({ X: columnOf(square), Y: rowOf(square) });

/** A move that breaks this rule alone; null if none. */
function wrongMove(position: StonesPosition, rule: Rule): string | null {
  for (const type of [ATTACK, STRENGTHEN] as readonly MoveType[]) {
    for (const from of PLACES) {
      for (let to = 0; to < SQUARES; to++) {
        const [start, end] = [place(from), place(to)];
        const reply: Reply = {
          ...{ type, typeText: String(type), faults: [] },
          from: { kind: 'place', x: start.X, y: start.Y },
          to: { kind: 'place', x: end.X, y: end.Y },
        };
        const broken = rules.filter((each) => breachOf(each, position, reply) !== null);
        if (broken.length !== 1 || broken[0] !== rule) continue;
        return JSON.stringify({ Type: type, From: start, To: end });
      }
    }
  }
  return null;
}

/** Breaks a rule as White, from this request on. */
const breaking =
  (rule: Rule, from = 2) =>
  (bot: Responder): Responder =>
    seeing(bot, (event, position, requests) => {
      const wrong = requests >= from && position.mover === 0 ? wrongMove(position, rule) : null;
      return wrong === null ? event : say(wrong);
    });

/** Answers so on this board. */
const onBoard =
  (board: StonesPosition, answer: string): Mutant['wrap'] =>
  (bot) =>
    seeing(bot, (event, { stones: seen }) =>
      seen.every((value, square) => value === board.stones[square]) ? say(answer) : event,
    );

const lateWith = (
  isLate: (requests: number) => boolean,
  milliseconds: number,
): Pick<Mutant, 'wrap' | 'lag'> => ({
  wrap: (bot) =>
    seeing(bot, (event, _position, requests) => (isLate(requests) ? { ...event, late: true } : event)),
  lag: lagging(milliseconds),
});

const mutants: readonly Mutant[] = [
  { breaks: 'initiate-silent', wrap: adding(/"Color"/, '{"ready":1}', 'before') },
  { breaks: 'request', wrap: leavingOut(/"Type"/) },
  { breaks: 'request-once', wrap: doubling(/"Type"/) },
  { breaks: 'processed-silent', wrap: adding(/"Winner":0/, '{"ready":1}', 'before') },
  {
    breaks: 'request-next',
    wrap: (bot) => {
      let requests = 0;
      return hearing(bot, (line) => (line.includes('"Board"') && ++requests === 2 ? [] : [line]));
    },
  },
  { breaks: 'request-second', wrap: deafTo(/"AllowedMoves":\["?0/) },
  { breaks: 'black', wrap: mishearing(/"Color":-1/, '"Color":1') },
  { breaks: 'members-order', wrap: deafTo(/^\{"AllowedMoves/) },
  { breaks: 'blanks', wrap: deafTo(/^\{ /) },
  { breaks: 'only-json', wrap: adding(/"Color"/, 'Hello', 'before') },
  { breaks: 'only-moves', wrap: adding(/"Board"/, '{"debug":1}', 'before') },
  { breaks: 'type-integer', wrap: misspeaking(/"Type":(\d)/, '"Type":"$1"') },
  { breaks: 'places-integers', wrap: misspeaking(/"X":(\d)/, '"X":"$1"') },
  { breaks: 'names', wrap: misspeaking(/"From"/, '"from"') },
  { breaks: 'no-more-members', wrap: misspeaking(/\}$/, ',"Score":1}') },
  { breaks: 'pass-members', wrap: misspeaking(/"Type":0.*/, '"Type":0}') },

  { breaks: 'allowed-type', wrap: breaking('allowed') },
  { breaks: 'places-valid', wrap: breaking('places') },
  { breaks: 'attack-own', wrap: breaking('attack-own') },
  { breaks: 'attack-opponent', wrap: breaking('attack-opponent') },
  { breaks: 'straight-line', wrap: breaking('line') },
  { breaks: 'clear-line', wrap: breaking('clear') },
  { breaks: 'attack-height', wrap: breaking('height') },
  { breaks: 'strengthen-own', wrap: breaking('strengthen-own', 3) },
  {
    breaks: 'pass-null',
    wrap: misspeaking(/"Type":0,.*/, '"Type":0,"From":{"X":0,"Y":0},"To":{"X":1,"Y":0}}'),
  },
  { breaks: 'plays-on', wrap: breaking('attack-own', 4) },

  { breaks: 'numbers', settings: { enums: 'string' }, wrap: deafTo(/"Color":-?\d/) },
  { breaks: 'strings', wrap: deafTo(/"Color":"/) },
  { breaks: 'one-line', wrap: (bot) => saying(bot, (line) => [line.slice(0, 9), line.slice(9)]) },
  { breaks: 'first-move-time', ...lateWith((requests) => requests === 1, 5500) },
  { breaks: 'move-time', ...lateWith((requests) => requests > 1, 3500) },
  {
    breaks: 'board-alone',
    wrap: misspeaking(
      /"From":\{"X":0,"Y":0\},"To":\{"X":1,"Y":0\}/,
      '"From":{"X":7,"Y":6},"To":{"X":6,"Y":6}',
    ),
  },
  { breaks: 'attack-equal', wrap: onBoard(oneAttack, '{"Type":0,"From":null,"To":null}') },
  { breaks: 'pass-only', wrap: onBoard(onlyPass, '{"Type":1,"From":{"X":3,"Y":0},"To":{"X":3,"Y":1}}') },
  { breaks: 'winner-silent', wrap: adding(/"Winner":1/, '{"won":true}', 'before') },
  { breaks: 'winner-leaves', wrap: staying },
  { breaks: 'winner-code', exitCode: 3 },
  ...outliving,
];

/** Bots that behave as real ones do. */
const programs: readonly Program[] = [
  {
    does: 'dies of enums that are numbers',
    settings: { enums: 'auto string' },
    wrap: dyingAt(/"Color"\s*:\s*-?\d/),
    fails: ['numbers'],
  },
  { does: 'dies of enums that are strings', wrap: dyingAt(/"Color"\s*:\s*"/), fails: ['strings'] },
  { does: 'prints JSON without line ends', endsNoLine: true, fails: ['one-line'] },
  { does: 'reads a line for a whole message', wrap: dyingAt(/^(?!.*\}\s*$)/), fails: [] },
];

export const table: MutantTable = {
  responder: () => createGosResponder({ limit: () => ({ kind: 'none' }) }),
  think,
  mutants,
  programs,
};
