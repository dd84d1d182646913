/** Moves that gave something away, for dots on the graph and marks in the list. Pure. */
import type { Game } from '../../app/games/game.ts';
import type { ReportedMove } from '../../app/api/contract.ts';
import type { NameOf } from '../../app/records/verdict-words.ts';
import { reportTip } from '../report/report.ts';
import type { How } from './drawing.ts';
import { type Board, type Certain, valueWords } from './truth.ts';

export interface Mistake {
  /** The node of the move. */
  readonly node: number;
  readonly how: How;
  /** `White wins before the move, a draw after it`. */
  readonly words: string;
  /** The side from whose view the words are, if they name none. */
  readonly side: string | null;
}

/** `proven: …`, `judged, from Black's view: …` */
export const mistakeWords = ({ how, words, side }: Mistake): string =>
  side === null ? `${how}: ${words}` : `${how}, from ${side}'s view: ${words}`;

/** Moves of a line after which the certain value is worse for the side that made them than before. */
export function provenMistakes(
  { game, tree, reader }: Board,
  line: readonly number[],
  certain: ReadonlyMap<number, Certain>,
): readonly Mistake[] {
  return line.flatMap((node, ply): Mistake[] => {
    const [before, after] = [certain.get(line[ply - 1] ?? -1), certain.get(node)];
    const facts = before === undefined || after === undefined ? null : reader.at(tree, node);
    if (before === undefined || after === undefined || facts === null) return [];
    const lost = facts.seat === 0 ? before.value - after.value : after.value - before.value;
    if (lost <= 0) return [];
    const words = `${valueWords(game, before.value)} before the move, ${valueWords(game, after.value)} after it`;
    return [{ node, how: 'proven', words, side: null }];
  });
}

/** The errors that a report found, as they are known. */
export const reportedMistakes = (
  { seats }: Pick<Game, 'seats'>,
  moves: Iterable<ReportedMove>,
  nameOf: NameOf,
): readonly Mistake[] =>
  [...moves].flatMap((move): Mistake[] => {
    const verdict = move.verdicts.find(({ weight }) => weight !== null && weight === move.weight);
    return verdict === undefined
      ? []
      : [
          {
            ...{ node: move.node, how: verdict.kind, words: reportTip(move, nameOf) },
            side: seats[move.seat].name,
          },
        ];
  });
