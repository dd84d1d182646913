import { describe, expect, it } from 'vitest';
import type { Proven } from '../../app/api/contract.ts';
import { quoridor } from '../../app/games/quoridor/index.ts';
import { overlay, type Opinion } from './score.ts';
import { bestMove, movesWords, provenChips } from './proof.ts';

const verdict = (value: Proven['value'], plies: number | null = null): Proven => ({
  ...{ value, plies },
  how: value === 'unknown' ? null : 'search',
  to: value === 'unknown' ? null : 'end',
});

/** The start of Quoridor 5x5 with its first moves proven like this, and the others not. */
function proofsOf(first: readonly Proven[], whole: Proven) {
  const position = quoridor.initial({ size: 5, walls: 1 });
  const texts = quoridor.moves(position).map((move) => quoridor.moveText(position, move));
  expect(texts.length).toBeGreaterThan(20);
  const moves = Object.fromEntries(texts.map((text, at) => [text, first[at] ?? verdict('unknown')]));
  return { position, texts, moves, verdict: whole };
}

const chipsOf = ({ position, ...proofs }: ReturnType<typeof proofsOf>) =>
  provenChips(proofs, quoridor, position).map(({ id, best }) => (best ? `${id}!` : id));

describe('chips of proven moves', () => {
  it('show all that is proven, the best ones marked', () => {
    const proofs = proofsOf([verdict('win', 5), verdict('win', 3), verdict('loss', 2)], verdict('win', 3));
    const [one, two, three] = proofs.texts;
    expect(chipsOf(proofs)).toEqual([one, `${two}!`, three]);
  });

  it('show wins and the best moves alone if all together are too many, then only the best, then none', () => {
    const losses = Array.from({ length: 20 }, () => verdict('loss', 2));
    const won = proofsOf([verdict('win', 5), verdict('win', 3), ...losses], verdict('win', 3));
    expect(chipsOf(won)).toEqual([won.texts[0], `${won.texts[1]}!`]);
    const wins = Array.from({ length: 20 }, () => verdict('win', 7));
    const quick = proofsOf([verdict('win', 3), ...wins], verdict('win', 3));
    expect(chipsOf(quick)).toEqual([`${quick.texts[0]}!`]);
    expect(chipsOf(proofsOf(losses, verdict('loss', 2)))).toEqual([]);
  });

  it('leave no opinion of an engine beside a proof, even where the proof has no chip', () => {
    const { position, texts, ...proofs } = proofsOf(
      Array.from({ length: 20 }, () => verdict('loss', 2)),
      verdict('unknown'),
    );
    const report: Opinion['report'] = {
      ...{ bestmove: texts[0]!, turn: [texts[0]!], text: texts[0]!, fault: null, staticScale: 1 },
      ...{ scores: null, winningMoves: null, depth: 1, nodes: null },
      score: { type: 'static', value: 1 },
      ...{ seconds: 1, truncated: false, exhaustive: false },
    };
    const opinions: Opinion[] = [{ letter: 'A', colour: 0, report }];
    const shown = (state: Parameters<typeof overlay>[3]) =>
      overlay(opinions, quoridor, position, state).chips;
    expect(shown(null)).toHaveLength(1);
    expect(shown({ ...proofs, state: 'done', place: null, note: null, key: null, nodes: [] })).toEqual([]);
  });
});

it('names a move that keeps what is proven of the position, if one is known to', () => {
  const won = proofsOf([verdict('loss', 2), verdict('win', 5), verdict('win', 3)], verdict('win', 3));
  expect(bestMove(won)).toBe(won.texts[2]);
  expect(bestMove(proofsOf([verdict('loss', 2)], verdict('unknown')))).toBeNull();
  expect(bestMove(proofsOf([verdict('loss', 2)], verdict('win')))).toBeNull();
});

it('counts the moves by what is proven of them', () => {
  const { moves, texts } = proofsOf(
    [verdict('win', 5), verdict('loss', 2), verdict('loss')],
    verdict('win', 5),
  );
  expect(movesWords(moves)).toBe(`Of ${texts.length} moves: 1 wins, 2 lose, ${texts.length - 3} not proven`);
});
