/** The openings that a match uses by default; `plywire openings` makes such sets. */
import connect4 from './connect4.json';
import morris from './morris.json';
import quoridor from './quoridor.json';
import stones from './stones.json';

const sets: Readonly<Record<string, readonly string[]>> = { connect4, morris, quoridor, stones };

/** Lines of moves from the initial position of the usual board; none for a game without a set. */
export const bundledOpenings = (game: string): readonly string[] => sets[game] ?? [];
