/** chessground with a game of chess, configured as an analysis board. */
import { Chessground } from 'chessground';
import type { DrawShape } from 'chessground/draw';
import type { Key } from 'chessground/types';
import 'chessground/assets/chessground.base.css';
import 'chessground/assets/chessground.brown.css';
import 'chessground/assets/chessground.cburnett.css';
import type { Contender } from './contender.ts';

/** Morphy's opera game, Paris 1858, square to square; castling is two moves. */
const game =
  'e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 c6b5 c4b5 ' +
  'b8d7 e1c1+a1d1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8';

const brushes = ['green', 'blue', 'red', 'yellow'];

interface Placed {
  readonly fen: string;
  readonly last: Key[] | undefined;
}

/** The FEN placement after each ply. */
function placements(): Placed[] {
  const start = [...'rnbqkbnr', ...'pppppppp', ...' '.repeat(32), ...'PPPPPPPP', ...'RNBQKBNR'];
  const fen = (board: readonly string[]): string =>
    Array.from({ length: 8 }, (_, row) =>
      board
        .slice(8 * row, 8 * row + 8)
        .join('')
        .replace(/ +/g, (blank) => String(blank.length)),
    ).join('/');
  const index = (square: string): number => square.charCodeAt(0) - 97 + 8 * (8 - Number(square[1]));
  const all: Placed[] = [{ fen: fen(start), last: undefined }];
  const board = [...start];
  for (const ply of game.split(' ')) {
    const steps = ply.split('+').map((step) => [step.slice(0, 2), step.slice(2)] as const);
    for (const [from, to] of steps) {
      board[index(to)] = board[index(from)]!;
      board[index(from)] = ' ';
    }
    all.push({ fen: fen(board), last: [...steps[0]!] as Key[] });
  }
  return all;
}

/** Arrows from square to square, all different from those of the same variant and of the one before. */
function arrows(count: number, variant: number): DrawShape[] {
  const square = (number: number): Key =>
    `${'abcdefgh'[number % 8]!}${1 + (Math.floor(number / 8) % 8)}` as Key;
  return Array.from({ length: count }, (_, index) => ({
    orig: square(5 * index + 3 * variant),
    dest: square(5 * index + 3 * variant + 19 + variant),
    brush: brushes[index % brushes.length]!,
  }));
}

export function chessground(room: HTMLElement): Contender {
  const all = placements();
  const board = Chessground(room, {
    fen: all[0]!.fen,
    coordinates: true,
    // Neither board animates here: the page is opened with reduced motion.
    animation: { enabled: false },
    movable: { free: false, color: 'both' },
  });
  return {
    plies: all.length - 1,
    moment(ply, overlays, variant) {
      const placed = all[ply];
      if (placed === undefined) throw new RangeError(`the game of chess has no ply ${ply}`);
      const { fen, last } = placed;
      const autoShapes = arrows(overlays, variant);
      return {
        show() {
          board.set({
            fen,
            lastMove: last,
            turnColor: ply % 2 === 0 ? 'white' : 'black',
            drawable: { autoShapes },
          });
        },
        settle: () => board.state.dom.redrawNow(),
      };
    },
  };
}
