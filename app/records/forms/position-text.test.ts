import { describe, expect, it } from 'vitest';
import { formsOfGames } from '../../games/forms.ts';
import { gameById } from '../../games/registry.ts';
import { foreignPosition } from './position-text.ts';

const examples = [...formsOfGames].flatMap(([id, forms]) =>
  forms.flatMap((form) =>
    form.kind === 'positions' ? form.examples.map((text) => [id, form.id, text]) : [],
  ),
) as [string, string, string][];

describe('a position of another program', () => {
  it.each(examples)('of %s in the form %s is read: %s', (id, _form, text) => {
    const game = gameById(id);
    for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
      const position = foreignPosition(id, line);
      expect(game.positionText(game.parsePosition(game.positionText(position)))).toBe(
        game.positionText(position),
      );
    }
  });

  it('is read from the position of a form of moves', () => {
    const position = foreignPosition(
      'morris',
      '********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes',
    );
    expect(gameById('morris').positionText(position)).toBe('w:;b:;w;0;0');
  });

  it.each(['', 'nonsense', '9 e9 e1 10 10 - - b', '/ / / /', '{"a":'])('is not %j', (text) => {
    for (const id of formsOfGames.keys()) expect(foreignPosition(id, text)).toBeUndefined();
  });
});
