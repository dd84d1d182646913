/** Everything that the graph knows about a ply of the line shown. */
import type { GameView } from '../state/game.svelte.ts';
import { mistakeWords } from './mistakes.ts';
import type { GraphModel } from './model.svelte.ts';
import { certainWords } from './truth.ts';
import { disagreementWords, measureWords, type PlyFact, tellerFacts } from './words.ts';

export interface PlyFacts {
  /** `ply 12: White e5`, or `ply 0: the start`. */
  readonly heading: string;
  readonly facts: readonly PlyFact[];
}

export function plyFacts(graph: GraphModel, game: GameView, ply: number): PlyFacts | null {
  const { rules, steps } = game;
  const [step, node] = [steps?.steps[ply], graph.line[ply]];
  if (rules === null || step === undefined || node === undefined) return null;
  const before = ply === 0 ? undefined : steps?.steps[ply - 1];
  const moved = before?.move
    ? `${rules.seats[rules.seatToMove(before.position)].name} ${before.move.text}`
    : 'the start';
  const certain = graph.certain.get(node);
  const mistake = graph.mistakes.get(node);
  const disagreement = graph.disagreements.get(node);
  const over = certain?.isOver === true;
  return {
    heading: `ply ${ply}: ${moved}${over ? '' : `, ${rules.seats[rules.seatToMove(step.position)].name} to move`}`,
    facts: [
      ...(certain === undefined
        ? []
        : [{ who: over ? 'The game is over' : 'Proven', text: certainWords(rules, certain) }]),
      ...(mistake === undefined ? [] : [{ who: 'Mistake', text: mistakeWords(mistake) }]),
      ...(disagreement === undefined
        ? []
        : [{ who: 'Disagreement', text: disagreementWords(disagreement, graph.tellers) }]),
      ...tellerFacts(rules, graph.tellers, graph.figures.get(node), rules.seatToMove(step.position)),
      ...graph.measures
        .filter(({ isDrawn }) => isDrawn)
        .map(({ measure, colour }) => ({
          ...{ who: measure.name, colour },
          text: measureWords(rules, { measure }, graph.valueOf(measure, step.position)),
        })),
    ],
  };
}

/** For a screen reader, in one string. */
export const spokenFacts = ({ heading, facts }: PlyFacts): string =>
  [heading, ...facts.map(({ who, text }) => `${who}: ${text}`)].join('. ');
