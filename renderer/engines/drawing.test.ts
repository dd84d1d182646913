import { describe, expect, it } from 'vitest';
import { quoridor } from '../../app/games/quoridor/index.ts';
import type { Game } from '../../app/games/game.ts';
import { placeWords, ringsOf, stretchesOf } from './drawing.ts';

const game = quoridor as Game;
const stands = (position: string) => ({ game: 'quoridor', position });

it('parts lines where the drawing differs, beyond their end too, and counts no character twice', () => {
  const spans = [
    { line: 1, from: 2, to: 4 },
    { line: 0, from: 1, to: 3 },
    { line: 0, from: 0, to: 2 },
  ];
  expect(stretchesOf(['abcd', 'xyz', '', 'end'], [{ spans }])).toEqual([
    [
      { text: 'ab', differs: true },
      { text: 'c', differs: true },
      { text: 'd', differs: false },
    ],
    [
      { text: 'xy', differs: false },
      { text: 'z ', differs: true },
    ],
    [],
    [{ text: 'end', differs: false }],
  ]);
});

it('rings the places that differ, walls as they lie', () => {
  const rings = ringsOf(game.geometry({ size: 9, walls: 10 }), ['e2', 'd7h']);
  expect(rings.map(({ id, piece: { look, shape } }) => [id, look, shape.kind])).toEqual([
    ['e2', 'pawn', 'circle'],
    ['d7h', 'wall', 'rect'],
  ]);
});

describe('the place where an engine stands', () => {
  const position = game.initial();
  const text = game.positionText(position);
  const after = (move: string, from: unknown = position): unknown =>
    game.play(from, game.parseMove(from, move));

  it('needs no word where it is the one shown', () => {
    expect(placeWords(stands(text), { game, position }, true)).toBe('');
  });

  it('may be a move ahead: its own answer', () => {
    const ahead = stands(game.positionText(after('e8')));
    expect(placeWords(ahead, { game, position }, false)).toContain('after its own answer e8.');
  });

  it('may have been left by the game since, or be another one', () => {
    const far = after('e2', after('e8'));
    expect(placeWords(stands(text), { game, position: far }, true)).toContain('moved on');
    expect(placeWords(stands(text), { game, position: far }, false)).toContain('different position');
    expect(placeWords({ game: 'morris', position: 'x' }, { game, position }, false)).toContain(
      'different position',
    );
  });
});
