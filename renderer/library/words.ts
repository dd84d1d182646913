/** The library in words. */
import type { Explored, LibraryFolder, LibraryGame } from '../../app/api/contract.ts';
import type { Game, Seat } from '../../app/games/game.ts';
import { bytes, countedGrouped, grouped } from '../ui/words.ts';

type Tally = Explored['all'];

/** Games won by each side and drawn, and those without a result. */
export interface Shares {
  readonly first: number;
  readonly drawn: number;
  readonly second: number;
  readonly open: number;
}

export function sharesOf({ games, won, drawn, lost }: Tally, seat: Seat): Shares {
  const [first, second] = seat === 0 ? [won, lost] : [lost, won];
  return { first, drawn, second, open: games - won - drawn - lost };
}

export function shareWords(shares: Shares, { seats }: Pick<Game, 'seats'>): string {
  const { first, drawn, second, open } = shares;
  return [
    `${seats[0].name} won ${grouped(first)}`,
    `${seats[1].name} won ${grouped(second)}`,
    `${grouped(drawn)} drawn`,
    ...(open > 0 ? [`${grouped(open)} without a result`] : []),
  ].join(', ');
}

/** In per cent, without digits. */
export const percent = (part: number, whole: number): string =>
  whole === 0 ? '' : `${Math.round((100 * part) / whole)} %`;

/** Moves that lead to images of one position: `4`, `1, 7`, `d6 +3`. */
export function moveWords(moves: readonly string[]): string {
  const [first, second] = moves;
  if (second === undefined) return first ?? '';
  return moves.length === 2 ? `${first}, ${second}` : `${first} +${moves.length - 1}`;
}

export function folderWords({ state, games, files, doubles, done, total, trouble }: LibraryFolder): string {
  const counts = `${countedGrouped(games, 'game')} in ${countedGrouped(files, 'file')}`;
  switch (state) {
    case 'waiting':
      return `${counts}; looking for changes`;
    case 'indexing':
      return total === 0
        ? `${counts}; looking for changes`
        : `${counts}; ${bytes(done)} of ${bytes(total)} read`;
    case 'stopped':
      return `${counts}; stopped before all files were read`;
    case 'missing':
      return `cannot be read: ${trouble}`;
    case 'ready':
      return [
        counts,
        ...(doubles === 0 ? [] : [`${countedGrouped(doubles, 'copy', 'copies')} left out`]),
        ...(trouble === '' ? [] : [trouble]),
      ].join('; ');
  }
}

/** `1-0` as a person reads it. */
export const resultWords = (result: LibraryGame['result']): string =>
  result === '1/2-1/2' ? '½–½' : result === '*' ? '' : result.replace('-', '–');
