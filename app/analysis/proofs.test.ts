import { describe, expect, it } from 'vitest';
import { connect4 } from '../games/connect4/index.ts';
import { gameById } from '../games/registry.ts';
import type { Line } from '../games/line.ts';
import { opened, type OpenTree, playedAt, showing } from '../records/open-tree.ts';
import { newTree } from '../records/tree.ts';
import { makeProver } from '../truth/registry.ts';
import { type PositionTruth, unknown } from '../truth/verdict.ts';
import { Proofs } from './proofs.ts';
import { counted } from './testing/truth.ts';
import type { AskTruth } from './truth-asker.ts';

const game = gameById('connect4');

/** A game on the small board, with its last node shown. */
function played(moves: string): OpenTree {
  let open = opened(newTree(game, 'g-1', { setup: { width: 4, height: 4 } }));
  for (const move of moves) {
    const { node, ...after } = playedAt(open, open.shown, move);
    open = showing(after.open, node);
  }
  return open;
}

const textsOf = ({ position }: Line, truth: PositionTruth<unknown>): PositionTruth<string> => ({
  ...truth,
  moves: truth.moves.map(({ move, verdict }) => ({ move: game.moveText(position, move), verdict })),
});

/** Answers at once, and counts the questions. */
function prover(): { readonly ask: AskTruth; readonly asked: string[] } {
  const real = makeProver('connect4');
  const asked: string[] = [];
  const ask: AskTruth = (line) => {
    asked.push(game.movesText(line.start, line.moves));
    return Promise.resolve(
      textsOf(
        line,
        real.prove(line.position, () => false),
      ),
    );
  };
  return { ask, asked };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('what is proven of the place shown', () => {
  it('is asked for once, while it is on', async () => {
    const { ask, asked } = prover();
    const proofs = new Proofs(ask, () => undefined);
    const open = played('2322');
    proofs.follow(open);
    expect(proofs.standing.state).toBe('off');
    proofs.turn(true);
    expect(proofs.standing).toMatchObject({ state: 'proving', place: { game: 'g-1', node: 4 } });
    await settled();
    const empty = connect4.initial({ width: 4, height: 4 });
    const at = connect4
      .parseMoves(empty, '2322')
      .reduce((before, move) => connect4.play(before, move), empty);
    const truth = counted(at, new Map());
    expect(proofs.standing).toMatchObject({ state: 'done', verdict: { value: truth.outcome } });
    expect(Object.keys(proofs.standing.moves)).toEqual(
      connect4.moves(at).map((move) => connect4.moveText(at, move)),
    );
    proofs.turn(false);
    expect(proofs.standing.state).toBe('off');
    proofs.turn(true);
    expect(proofs.standing.state).toBe('done');
    expect(asked).toEqual(['2322']);
  });

  it('climbs from later positions to those before them', async () => {
    const { ask } = prover();
    // The prover knows only positions of at least six stones.
    const shy: AskTruth = async (line, seconds, signal) => {
      const truth = await ask(line, seconds, signal);
      if (line.moves.length >= 6) return truth;
      return { verdict: unknown, moves: truth.moves.map(({ move }) => ({ move, verdict: unknown })) };
    };
    const proofs = new Proofs(shy, () => undefined);
    proofs.turn(true);
    // The first side wins at once in column 1 after these.
    const won = played('1212131');
    proofs.follow(showing(won, 6));
    await settled();
    const { verdict } = proofs.standing;
    expect(verdict).toMatchObject({ value: 'win', plies: 1 });
    proofs.follow(showing(won, 5));
    await settled();
    // The move that allows it is proven to lose; the others are not known.
    expect(proofs.standing.moves['3']).toMatchObject({ value: 'loss', plies: 2 });
    expect(proofs.standing.verdict.value).toBe('unknown');
    const nodes = new Map(proofs.standing.nodes.map(({ node, verdict: { value } }) => [node, value]));
    expect(nodes.get(6)).toBe('loss');
    expect(nodes.get(7)).toBe('win');
  });

  it('belongs to the place shown, however late an answer comes, and is kept for its own', async () => {
    const { ask } = prover();
    const waiting: (() => void)[] = [];
    const slow: AskTruth = async (line, seconds, signal) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      expect(signal!.aborted).toBe(line.moves.length === 6);
      return ask(line, seconds, signal);
    };
    const proofs = new Proofs(slow, () => undefined);
    proofs.turn(true);
    const open = played('1212131');
    proofs.follow(showing(open, 6));
    proofs.follow(showing(open, 4));
    waiting[0]!();
    await settled();
    expect(proofs.standing).toMatchObject({
      state: 'proving',
      place: { node: 4 },
      verdict: { value: 'unknown' },
    });
    waiting[1]!();
    await settled();
    expect(proofs.standing).toMatchObject({ state: 'done', place: { node: 4 } });
    expect(proofs.standing.verdict.value).not.toBe('unknown');
  });

  it('says why nothing could be proven', async () => {
    const proofs = new Proofs(
      () => Promise.reject(new Error('out of memory')),
      () => undefined,
    );
    proofs.turn(true);
    proofs.follow(played('1'));
    await settled();
    expect(proofs.standing).toMatchObject({
      state: 'failed',
      note: 'The search for proofs failed: out of memory',
    });
  });
});

describe('the line of proof', () => {
  it('is played by the rules to the end that is proven', async () => {
    const { ask } = prover();
    const proofs = new Proofs(ask, () => undefined);
    const empty = connect4.initial({ width: 4, height: 4 });
    const start = connect4.parseMoves(empty, '2322').reduce((at, move) => connect4.play(at, move), empty);
    for (const move of connect4.moves(start)) {
      const line: Line = { game, gameKey: 'g-1', start, moves: [], position: start };
      let position = start;
      const forecasts: unknown[] = [];
      let over = false;
      for await (const event of proofs.line(line, move)) {
        if (event.kind === 'move') {
          position = connect4.play(position, connect4.parseMove(position, event.move));
          if (event.forecast !== null) forecasts.push(event.forecast);
        } else {
          ({ over } = event);
          expect(event.proven).toBe(true);
          const winner = connect4.result(position)?.kind === 'win' ? event.winner : null;
          expect(event.winner).toBe(winner);
        }
      }
      expect(over).toBe(true);
      expect(connect4.result(position)).not.toBeNull();
      // What is foretold never changes on the way.
      expect(new Set(forecasts.map((forecast) => JSON.stringify(forecast))).size).toBe(1);
    }
  });
});
