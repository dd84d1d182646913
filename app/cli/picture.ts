/** `plywire picture`: a position as SVG, without a window. */
import { resolve } from 'node:path';
import { lineOf } from '../api/known.ts';
import { boardSvg } from '../pictures/board-svg.ts';
import type { Theme } from '../pictures/palette.ts';
import { Exit, exitCodes } from './exit.ts';
import { positionOf, type GameFlag, type PositionFlags } from './flags.ts';
import { writeNewFile } from './new-file.ts';
import type { Output } from './output.ts';

export interface PictureFlags extends PositionFlags, GameFlag {
  readonly out?: string;
  readonly theme: Theme;
  readonly width: number;
  readonly coordinates: boolean;
  readonly flip?: boolean;
  /** `e2:e4` for an arrow, `e2` for a ring. */
  readonly mark: readonly string[];
}

/** @throws Exit if the file exists */
export async function picture(output: Output, flags: PictureFlags): Promise<void> {
  if (flags.game === undefined)
    throw new Exit(exitCodes.usage, 'Name the game with --game, or a file with --record.');
  const { game: rules, start, moves, position } = lineOf(positionOf(flags.game, flags));
  let before = start;
  for (const move of moves.slice(0, -1)) before = rules.play(before, move);
  const marks = flags.mark.map(markOf);
  const { spots } = rules.geometry(rules.setupOf(position));
  for (const name of marks.flatMap(({ from, to }) => (to === null ? [from] : [from, to]))) {
    if (spots.some((spot) => spot.name === name)) continue;
    throw new Exit(
      exitCodes.usage,
      `The board has no spot "${name}"; spots are named like ${spots[0]!.name}.`,
    );
  }
  const last = moves.length > 0 ? { before, move: moves.at(-1) } : null;
  const drawing = boardSvg(rules, position, {
    theme: flags.theme,
    width: flags.width,
    hasCoordinates: flags.coordinates,
    isFlipped: flags.flip ?? false,
    title: `${rules.name}. ${rules.view(position, last).spoken}`,
    last,
    drawn: marks,
  });
  const svg = `${drawing}\n`;
  if (flags.out === undefined) return output.piece(svg);
  await writeNewFile(resolve(flags.out), svg, { flag: '--out' });
}

/** Spots are named as on the board: `e2`, or `4-1` for a column and a row. */
function markOf(text: string) {
  const [from, to, ...rest] = text.split(':');
  if (!from || to === '' || rest.length > 0) {
    throw new Exit(
      exitCodes.usage,
      `--mark takes a spot, or two with a colon between them for an arrow, not "${text}".`,
    );
  }
  return { color: 'green', from, to: to ?? null } as const;
}
