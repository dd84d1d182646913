/** What is proven, in words and as marks: a look of its own, apart from what engines claim and judge. */
import type { Game } from '../../app/games/game.ts';
import type { HostState, ProofState, Proven } from '../../app/api/contract.ts';
import type { Chip } from '../board/overlay.ts';
import { countedGrouped } from '../ui/words.ts';

/** `win in 12`, `draw`, `loss`. */
export function provenWords({ value, plies }: Proven): string {
  if (value === 'unknown') return 'not proven';
  return value === 'draw' || plies === null || plies === 0 ? value : `${value} in ${plies}`;
}

/** The same, for a chip. */
export const provenChip = ({ value, plies }: Proven): string =>
  value === 'draw' || plies === null || plies === 0 ? value : `${value} ${plies}`;

const hows: Readonly<Record<NonNullable<Proven['how']>, string>> = {
  rules: 'the rules',
  table: 'a table',
  solver: 'the solver',
  race: 'the race table',
  search: 'search',
};

/** `by the solver`; empty if nothing is proven. */
export const howWords = ({ value, how }: Proven): string =>
  value === 'unknown' || how === null ? '' : `by ${hows[how]}`;

/** What is proven at the place shown; null if proofs are off. */
export function proofsHere({ proofs, game }: Pick<HostState, 'proofs' | 'game'>): ProofState | null {
  const { place } = proofs;
  return place?.game === game.key && place.node === game.shown ? proofs : null;
}

/** The proven moves of the game shown, by their nodes. */
export const provenNodes = ({
  proofs,
  game,
}: Pick<HostState, 'proofs' | 'game'>): ReadonlyMap<number, Proven> =>
  new Map(proofs.key === game.key ? proofs.nodes.map(({ node, verdict }) => [node, verdict]) : []);

/** `3 moves win, 1 draws, 2 lose, 1 not proven`; empty if no move is known. */
export function movesWords(moves: ProofState['moves']): string {
  const count = (value: Proven['value']): number =>
    Object.values(moves).filter((verdict) => verdict.value === value).length;
  const [wins, draws, losses, open] = [count('win'), count('draw'), count('loss'), count('unknown')];
  if (wins + draws + losses === 0) return '';
  const parts = [
    ...(wins > 0 ? [`${wins} ${wins === 1 ? 'wins' : 'win'}`] : []),
    ...(draws > 0 ? [`${draws} ${draws === 1 ? 'draws' : 'draw'}`] : []),
    ...(losses > 0 ? [`${losses} ${losses === 1 ? 'loses' : 'lose'}`] : []),
    ...(open > 0 ? [`${open} not proven`] : []),
  ];
  return `Of ${countedGrouped(wins + draws + losses + open, 'move')}: ${parts.join(', ')}`;
}

/** More chips than this would hide the board. */
const mostChips = 16;

/** Whether it is as good as what is proven of the position. */
const isBestOf = (verdict: Proven, each: Proven): boolean =>
  verdict.value !== 'unknown' && each.value === verdict.value && each.plies === verdict.plies;

/** A move that keeps what is proven of the position; null if none is known to. */
export function bestMove({ moves, verdict }: Pick<ProofState, 'moves' | 'verdict'>): string | null {
  return Object.entries(moves).find(([, each]) => isBestOf(verdict, each))?.[0] ?? null;
}

/**
 * Chips of the proven moves at the place shown; of too many, those that win and the best ones, the best ones alone, or
 * none.
 */
export function provenChips(
  { moves, verdict }: Pick<ProofState, 'moves' | 'verdict'>,
  game: Pick<Game, 'choices' | 'moveText'>,
  position: unknown,
): Chip[] {
  const isBest = (each: Proven): boolean => isBestOf(verdict, each);
  const known = Object.values(moves).filter(({ value }) => value !== 'unknown');
  const isShown = [
    (): boolean => true,
    (each: Proven): boolean => each.value === 'win' || isBest(each),
    isBest,
  ].find((shows) => known.filter(shows).length <= mostChips);
  if (isShown === undefined) return [];
  const chips: Chip[] = [];
  for (const choice of game.choices(position)) {
    const text = game.moveText(position, choice.move);
    const each = moves[text];
    if (each === undefined || each.value === 'unknown' || !isShown(each)) continue;
    chips.push({
      id: text,
      area: choice.path.at(-1) ?? '',
      ...choice.chip,
      text: provenChip(each),
      words: `proven ${howWords(each)}: ${provenWords(each)}`,
      tone: each.value,
      look: 'proven',
      best: isBest(each),
    });
  }
  return chips;
}
