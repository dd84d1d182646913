/** How the engines that analyse are told apart: each has a letter and a colour, on its card and on the board. */
import type { AnalysisState } from '../../app/api/contract.ts';

/** The colours of `tokens.css`: `--engine-1` and so on. Engines beyond these share them and differ by letter. */
const COLOURS = 8;

/** `A` to `Z`, then `AA`, `AB` and so on. */
export function letterOf({ number }: Pick<AnalysisState, 'number'>): string {
  const last = String.fromCodePoint(65 + (number % 26));
  return number < 26 ? last : letterOf({ number: Math.floor(number / 26) - 1 }) + last;
}

/** The number of its colour, from 1. */
export const colourOf = ({ number }: Pick<AnalysisState, 'number'>): number => (number % COLOURS) + 1;

/** Whether its engine was started and not stopped since. */
export const isOn = ({ state }: Pick<AnalysisState, 'state'>): boolean => state !== 'off';
