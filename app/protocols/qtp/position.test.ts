/** The engine's position by its answers, and by its drawings where those leave it open. */
import { describe, expect, it } from 'vitest';
import { quoridor, type QuoridorPosition } from '../../games/quoridor/index.ts';
import { drawBoard } from './responder.ts';
import { openProbe } from './driver.fixture.ts';

const drawingOf = (moves: string): readonly string[] => {
  const [start, seats] = [quoridor.initial(), { b: 0, w: 1 } as const];
  const position = moves.split(' ').reduce((before: QuoridorPosition, word) => {
    const turned = { ...before, mover: seats[word[0] as 'b' | 'w'] };
    return quoridor.play(turned, quoridor.parseMoves(turned, word.slice(1))[0]!);
  }, start);
  return drawBoard(position);
};

describe('a drawing', () => {
  const stands = (shown: string): string | null => {
    const probe = openProbe();
    for (const [command, answer] of [
      ['boardsize 9', '='],
      ['clear_board', '='],
      ['walls 10', '='],
      ['playmove black E8', '='],
      ['playmove black E7', '? not your turn'],
      ['playwall white C3 horizontal', '? illegal move'],
    ] as const) {
      probe.type(command);
      probe.hear(answer, '');
    }
    probe.type('showboard');
    probe.hear('=', ...drawingOf(shown), '');
    const position = probe.of('drawing')[0]!.position as QuoridorPosition | null;
    return position && quoridor.positionText(position).replace(/ [bw]$/, '');
  };

  it.each([
    ['be8', '9 e8 e1 10 10 - -', 'neither'],
    ['be8 be7', '9 e7 e1 10 10 - -', 'the move out of turn'],
    ['be8 wc3h', '9 e8 e1 10 9 - c3h', 'the wall'],
    ['be8 be7 wc3h', '9 e7 e1 10 9 - c3h', 'both'],
    ['be8 wd1', '9 e8 e1 10 10 - -', 'something else, which is left as it is'],
  ])('of %s shows that the engine obeyed %#', (shown, text) => expect(stands(shown)).toBe(text));
});
