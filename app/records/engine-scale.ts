/** The scale on which an engine's static scores are judged: how much a score may fall before a move is an error. */
import type { EngineScale, Weight } from '../shapes/report.ts';
import { BadNotation } from '../games/game.ts';

/** By how much the chance to win must fall for each weight, where scores are compared as chances. */
const chanceThresholds = { inaccuracy: 0.05, mistake: 0.1, blunder: 0.2 } as const;

/** The chance to win with a score, by a logistic curve on which `points` win nine games of ten. */
const chanceOf = (score: number, points: number): number => 1 / (1 + 9 ** (-score / points));

/** Scores before and after a move, on the engine's own scale and from the mover's view: what the move lost. */
export const lossOn = (scale: EngineScale, was: number, is: number): number =>
  scale.kind === 'points' ? was - is : chanceOf(was, scale.points) - chanceOf(is, scale.points);

/** The weight of an error by what it lost, as `lossOn` gives it; null if it is none. A threshold itself counts. */
export function weightOf(scale: EngineScale, lost: number): Weight | null {
  const { inaccuracy, mistake, blunder } = scale.kind === 'points' ? scale : chanceThresholds;
  if (lost >= blunder) return 'blunder';
  if (lost >= mistake) return 'mistake';
  return lost >= inaccuracy ? 'inaccuracy' : null;
}

/** The thresholds of a scale in words: `0.1, 0.2, 0.4 points`. */
export function thresholdWords(scale: EngineScale): string {
  if (scale.kind === 'points') {
    return `inaccuracy from ${scale.inaccuracy}, mistake from ${scale.mistake}, blunder from ${scale.blunder} points`;
  }
  const percent = (share: number): string => `${share * 100} %`;
  const { inaccuracy, mistake, blunder } = chanceThresholds;
  return (
    `inaccuracy from ${percent(inaccuracy)}, mistake from ${percent(mistake)}, blunder from ${percent(blunder)} ` +
    `of the chance to win, where ${scale.points} points win nine games of ten`
  );
}

/** A scale as text: `0.1/0.2/0.4` are the points of each weight, `win:1.5` the points that win nine games of ten. */
export const scaleText = (scale: EngineScale): string =>
  scale.kind === 'points' ? `${scale.inaccuracy}/${scale.mistake}/${scale.blunder}` : `win:${scale.points}`;

const forms = 'write 0.1/0.2/0.4 for the points of an inaccuracy, a mistake and a blunder, or win:1.5';

/** Reads what `scaleText` writes. @throws BadNotation */
export function readScale(text: string): EngineScale {
  const chances = /^win:(.+)$/.exec(text.trim());
  if (chances) return { kind: 'chances', points: number(chances[1]!, text) };
  const parts = text.trim().split('/');
  if (parts.length !== 3) throw new BadNotation(`"${text}" is not a scale: ${forms}`);
  const [inaccuracy, mistake, blunder] = parts.map((part) => number(part, text)) as [number, number, number];
  if (inaccuracy > mistake || mistake > blunder) {
    throw new BadNotation(`the points of "${text}" must not fall from an inaccuracy to a blunder`);
  }
  return { kind: 'points', inaccuracy, mistake, blunder };
}

function number(part: string, text: string): number {
  const value = Number(part);
  if (part.trim() !== '' && value > 0 && value <= 1e9) return value;
  throw new BadNotation(`"${part}" of "${text}" is not a number of points above 0: ${forms}`);
}
