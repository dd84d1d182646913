/** Help and completion for messages that a user types. A message is known by its first member. */
import type { Line } from '../../games/line.ts';
import { stones, type StonesPosition } from '../../games/stones/index.ts';
import type { Command, DriverState } from '../../shapes/engines.ts';
import type { Commands } from '../protocol.ts';
import { initiateLine, processedLine, requestLine, type Message } from './messages.ts';
import type { EnumForm } from './settings.ts';
import { decode } from './states.ts';

type Kind = Exclude<Message['kind'], 'unreadable'>;

const idle: readonly DriverState[] = ['idle'];
const unanswered = 'sent after the Color and the answer to the previous request';

const start = stones.initial();

const told: Readonly<Record<Kind, Command>> = {
  initiate: {
    word: '{"Color":',
    args: [{ name: '1 or -1}', takes: 'rest' }],
    help: 'tells the bot its color, 1 for White and -1 for Black; the bot does not answer',
    clause: 'GoS, Initialization',
    example: initiateLine('string', 0),
    when: { states: ['new'], otherwise: 'the bot knows its color' },
  },
  request: {
    word: '{"Board":',
    args: [{ name: '{"state":rows},"AllowedMoves":types', takes: 'rest' }],
    help: 'asks the bot for a move on a board; types are [1] for an attack only, or [0,1,2]',
    clause: 'GoS, Doing a move',
    example: requestLine('string', start),
    when: { states: idle, otherwise: unanswered },
  },
  processed: {
    word: '{"Player":',
    args: [{ name: 'color,"Move":{"Type","From","To"},"Winner":color', takes: 'rest' }],
    help: 'tells the bot of a move that was made and of the winner, 0 for none; the bot does not answer',
    clause: 'GoS, Doing a move',
    example: processedLine('string', { before: start, move: stones.parseMove(start, 'H7G7'), winner: null }),
    when: { states: idle, otherwise: unanswered },
  },
};

export const commands: Commands = {
  table: Object.values(told),
  find(line) {
    const { kind } = decode(line);
    return kind === 'unreadable' ? null : told[kind].word;
  },
};

/** Useful completions of a message at the end of `line`. */
export function offersAt(word: string, line: Line, form: EnumForm): readonly string[] {
  const position = line.position as StonesPosition;
  return linesAt(word, position, form).map((whole) => whole.slice(word.length));
}

function linesAt(word: string, position: StonesPosition, form: EnumForm): readonly string[] {
  if (word === told.initiate.word) return ([0, 1] as const).map((seat) => initiateLine(form, seat));
  if (stones.result(position) !== null) return [];
  if (word === told.request.word) return [requestLine(form, position)];
  if (word !== told.processed.word) return [];
  return stones.moves(position).map((move) => {
    const result = stones.result(stones.play(position, move));
    const winner = result?.kind === 'win' ? result.winner : null;
    return processedLine(form, { before: position, move, winner });
  });
}
