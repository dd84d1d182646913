/** A board that steps through a line: the last position is drawn, the others wait in templates for the script. */
import type { Game, Gauge } from '../games/game.ts';
import { boardWith, positionLayers, type PositionLayers } from '../pictures/board-svg.ts';
import { drawnMarks } from '../pictures/drawn-marks.ts';
import { byTheme } from '../pictures/palette.ts';
import { escaped, svgText, svgTexts } from '../pictures/svg.ts';
import type { Mark } from '../shapes/tree.ts';

/** A position of the line. */
export interface Step {
  readonly position: unknown;
  /** The move that led to it; null for the first. */
  readonly last: { readonly before: unknown; readonly move: unknown } | null;
  /** Rings and arrows that the user drew there, of spots that the board has. */
  readonly drawn?: readonly Mark[];
  /** What is said of it under the board; not escaped yet. */
  readonly words: string;
}

export function steppingBoard(game: Game, steps: readonly Step[]): string {
  const end = steps.at(-1)!;
  const geometry = game.geometry(game.setupOf(end.position));
  const layersOf = ({ position, last, drawn = [] }: Step): PositionLayers => {
    const { pieces, marks, spoken } = positionLayers(game, position, { last });
    return { pieces, marks: [...marks, ...drawnMarks(drawn, geometry, 'none', byTheme)], spoken };
  };
  const templates = steps.map((step) => {
    const { pieces, marks, spoken } = layersOf(step);
    const { gauges } = game.view(step.position, step.last);
    const said = [step.words, ...gaugeWords(game, gauges)].filter((each) => each !== '');
    return (
      `<template data-spoken="${escaped(spoken)}" data-words="${escaped(said.join(' · '))}">` +
      `<svg><g class="pieces">${svgTexts(pieces)}</g><g class="marks">${svgTexts(marks)}</g></svg></template>`
    );
  });
  const { spoken, ...layers } = layersOf(end);
  const drawn = svgText(boardWith(game, geometry, layers, { title: spoken }));
  const buttons = [
    ['first', 'First position', '«'],
    ['-1', 'Back', '‹'],
    ['1', 'Forward', '›'],
    ['last', 'Last position', '»'],
  ].map(
    ([go, label, sign]) => `<button type="button" data-go="${go}" aria-label="${label}">${sign}</button>`,
  );
  return (
    `<section class="board" id="board" data-board aria-label="Board">${drawn}` +
    `<p data-said aria-live="polite">${escaped(end.words)}</p>` +
    `<div class="steps">${buttons.join('')}<span data-counter></span></div>${templates.join('')}</section>`
  );
}

/** `White: 7 walls left`. */
export const gaugeWords = (game: Game, gauges: readonly Gauge[]): string[] =>
  gauges.map(({ seat, label, value }) => `${game.seats[seat].name}: ${value} ${label}`);
