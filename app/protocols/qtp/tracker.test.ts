import { expect, it } from 'vitest';
import { quoridor } from '../../games/quoridor/index.ts';
import { randomCases } from '../../games/testing/effort.ts';
import { Exchanges } from '../conversation.ts';
import { Random } from '../testing/random.ts';
import type { Answered } from './commands.ts';
import { placementOf, readCommand, writeColor, writePlacement } from './messages.ts';
import { PositionTracker } from './tracker.ts';

/** A tracker and the exchange that it explains. */
class Followed {
  readonly tracker = new PositionTracker();
  readonly exchange = new Exchanges();

  follow(line: string, answered: Answered): void {
    this.exchange.goesOut();
    this.exchange.comesIn();
    this.tracker.follow(readCommand(line)!, answered, 'vertex+word', this.exchange);
  }

  get seen(): unknown {
    const { exchange, tracker } = this;
    return { move: exchange.move, about: exchange.position, position: tracker.position };
  }
}

const others = ['undo', 'undo 2', 'walls 3', 'clear_board', 'boardsize 9', 'boardsize 8', 'winner', 'name'];

/** A command, and what an engine answers that mostly follows the rules. */
function commandOf(position: unknown, random: Random): { readonly line: string; readonly lines: string[] } {
  const board = (position ?? quoridor.initial()) as ReturnType<typeof quoridor.initial>;
  if (random.below(12) === 0) return { line: random.pick(others), lines: [''] };
  const legal = quoridor.moves(board);
  const move = random.below(20) === 0 || legal.length === 0 ? random.below(200) : random.pick(legal);
  const placement = placementOf(board.size, move);
  const text = writePlacement(placement, 'vertex+word');
  if (random.below(2) === 0) return { line: `genmove ${writeColor(board.mover)}`, lines: [text] };
  const word = placement.kind === 'pawn' ? 'playmove' : 'playwall';
  return { line: `${word} ${writeColor(board.mover)} ${text}`, lines: [''] };
}

it('says the same whether it is asked about each line or about a few', () => {
  let seen = 0;
  for (let seed = 0; seed < randomCases(24); seed++) {
    const random = new Random(seed);
    const [always, seldom] = [new Followed(), new Followed()];
    for (let count = 0; count < 700; count++) {
      const { line, lines } = commandOf(always.tracker.position, random);
      const answered = { success: random.below(15) !== 0, lines };
      for (const each of [always, seldom]) each.follow(line, answered);
      const isAsked = random.below(seed % 2 === 0 ? 20 : 600) === 0;
      const { seen: expected } = always;
      if (!isAsked) continue;
      seen++;
      expect(seldom.seen).toEqual(expected);
    }
  }
  expect(seen).toBeGreaterThan(15);
});
