import { describe, expect, it } from 'vitest';
import { connect4 } from '../../games/connect4/index.ts';
import type { Game } from '../../games/game.ts';
import { makeLine } from '../../games/line.ts';
import { quoridor, type QuoridorPosition } from '../../games/quoridor/index.ts';
import { Random } from '../testing/random.ts';
import { lineOf } from './driver.fixture.ts';
import { Board } from './position.ts';
import {
  commandsOf,
  readCommand,
  readMove,
  readWall,
  tellingOf,
  tokenObjection,
  type Telling,
} from './messages.ts';

const told = (moves: string, setup?: Parameters<typeof lineOf>[1]): Telling => {
  const telling = tellingOf(lineOf(moves, setup));
  if (typeof telling === 'string') throw new Error(telling);
  return telling;
};

/** The position of an engine that obeys. */
function stands(telling: Telling): QuoridorPosition {
  const board = new Board();
  for (const line of commandsOf(telling, 'vertex+word')) {
    const { name, args } = readCommand(line)!;
    if (name === 'boardsize') expect(board.resize(Number(args[0]))).toBe(true);
    else if (name === 'clear_board') board.clear();
    else if (name === 'walls') board.setWalls(Number(args[0]));
    else {
      const { seat, placement } = (name === 'playmove' ? readMove(args) : readWall(args))!;
      expect(board.play(seat, placement), line).toBe(true);
    }
  }
  return board.for(telling.mover);
}

describe('a game', () => {
  it('is told by its moves, in the one form that every engine reads', () => {
    expect(commandsOf(told('e8 e2 d7h'), 'vertex+word')).toEqual([
      'boardsize 9',
      'clear_board',
      'walls 10',
      'playmove black E8',
      'playmove white E2',
      'playwall black D7 horizontal',
    ]);
    expect(commandsOf(told('e8 e3h'), 'token').at(-1)).toBe('playwall white e2h');
  });

  it('is told from any position with its walls and owners', () => {
    const random = new Random(3);
    for (const size of [3, 5, 9, 15]) {
      for (let game = 0; game < 8; game++) {
        let position = quoridor.initial({ size, walls: size });
        for (let ply = 0; ply < 14 && !quoridor.result(position); ply++) {
          position = quoridor.play(position, random.pick(quoridor.moves(position)));
        }
        if (quoridor.result(position)) continue;
        const text = quoridor.positionText(position);
        expect(quoridor.positionText(stands(told('', text)))).toBe(text);
      }
    }
  });
});

describe('what cannot be told', () => {
  it('is a position in which the walls do not add up', () => {
    expect(tellingOf(lineOf('', '9 e9 e1 9 10 - - b'))).toBe(
      'QTP gives both sides the same number of walls to begin with; here Black has 9 walls in all and White 10',
    );
    expect(typeof tellingOf(lineOf('', '9 e9 e1 9 10 d7h - w'))).toBe('object');
  });

  it('is another game', () => {
    const line = makeLine(connect4 as Game, 'g', connect4.initial(), []);
    expect(tellingOf(line)).toBe('QTP carries Quoridor only, not Connect Four');
  });

  it('is, in the token dialect, another size or another order than turn by turn', () => {
    expect(tokenObjection(told('e8 e3h'))).toBeNull();
    expect(tokenObjection(told('', { size: 7, walls: 6 }))).toMatch(
      /only the 9 by 9 board, and this one is 7 by 7/,
    );
    expect(tokenObjection(told('', '9 e8 e1 10 10 - - b'))).toMatch(/in turn/);
  });
});
