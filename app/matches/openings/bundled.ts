/**
 * The openings that a match uses by default, made by `plywire openings`: `connect4 --count 200 --plies 6 --playouts 0
 * --time 1` (all are proven draws), `quoridor --count 60 --plies 4 --playouts 16 --time 0.05`, `morris --plies 8
 * --playouts 24 --time 0.05` and `stones --plies 5 --playouts 24 --time 0.05`.
 */
import connect4 from './connect4.json';
import morris from './morris.json';
import quoridor from './quoridor.json';
import stones from './stones.json';

const sets: Readonly<Record<string, readonly string[]>> = { connect4, morris, quoridor, stones };

/** Lines of moves from the initial position of the usual board; none for a game without a set. */
export const bundledOpenings = (game: string): readonly string[] => sets[game] ?? [];
