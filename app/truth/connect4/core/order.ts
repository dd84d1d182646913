/**
 * The static promise of a move. The weights were found by experiment: they save nodes on positions of 8 to 18 stones.
 * Open lines of four, a best move stored in the table and a history of cut-offs saved nothing.
 */
import { bottom, evenRows } from './board';

const threat: i32 = 100;
/** More if the opponent has no threat on the cell or directly below it. */
const unspoilt: i32 = 50;
/** For each column in the order from the middle outwards. */
const outwards: i32 = -5;
const ranks: usize = memory.data<u8>([5, 3, 1, 0, 2, 4, 6]);
const floor: i32 = -3;
const evenRow: i32 = 8;

/** @param wins the mover's winning cells after the move */
// @ts-ignore: decorator
@inline
export function promise(move: u64, wins: u64, opponentWins: u64): i32 {
  const good = wins & ~(opponentWins | (opponentWins << 1));
  return (
    <i32>popcnt(wins) * threat +
    <i32>popcnt(good) * unspoilt +
    <i32>load<u8>(ranks + <usize>(ctz(move) / 7)) * outwards +
    (move & bottom ? floor : 0) +
    (move & evenRows ? evenRow : 0)
  );
}
