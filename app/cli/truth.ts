/** `plywire truth`: what is proven about positions. Loads no host: it asks the provers themselves. */
import { lineOf } from '../api/known.ts';
import { BadNotation, IllegalMove, type Game } from '../games/game.ts';
import { gameById } from '../games/registry.ts';
import { textSource } from '../library/text-source.ts';
import { shellWord } from '../sessions/launch/command-line.ts';
import { LineSplitter } from '../sessions/wire/lines.ts';
import { makeProver } from '../truth/registry.ts';
import type { PositionTruth, Verdict } from '../truth/verdict.ts';
import { Exit, exitCodes, inputName, unreadable } from './exit.ts';
import { positionOf, type PositionFlags } from './flags.ts';
import type { Output } from './output.ts';
import { drained } from './stdout.ts';

export interface TruthFlags extends PositionFlags {
  /** A file with a position on each line, or `-`. */
  readonly positions?: string;
  /** Seconds for each position. */
  readonly time?: number;
}

/** Seconds for each position. */
const usualTime = 10;

/**
 * @throws Exit if a file cannot be read or a text is not a position; with a file, the lines before are answered first
 */
export async function truth(output: Output, gameId: string, flags: TruthFlags): Promise<void> {
  const prover = makeProver(gameId);
  const milliseconds = (flags.time ?? usualTime) * 1000;
  const answer = (asked: PositionFlags): void => {
    const { game, position } = lineOf(positionOf(gameId, asked));
    const until = performance.now() + milliseconds;
    const found = prover.prove(position, () => performance.now() > until);
    if (output.json) output.object(jsonOf(game, position, found));
    else output.lines(textOf(game, position, found));
  };
  if (flags.positions === undefined) return answer(flags);
  const file = flags.positions;
  for await (const { number, text } of positionsIn(file)) {
    try {
      answer({ ...flags, position: text });
    } catch (error) {
      if (error instanceof Exit) throw error;
      const line = `${inputName(file)}, line ${number}`;
      throw new Exit(
        exitCodes.usage,
        isMoves(gameById(gameId), text)
          ? `${line} has moves, not a position. \`plywire convert ${shellWord(file)} --from moves --game ${gameId} --to positions\` makes positions of them.`
          : `${line}: ${(error as Error).message}`,
      );
    }
    await drained();
  }
}

/** Whether a text is a list of moves from the usual start. */
function isMoves(game: Game, text: string): boolean {
  try {
    return game.parseMoves(game.initial(), text).length > 0;
  } catch (error) {
    if (error instanceof BadNotation || error instanceof IllegalMove) return false;
    throw error;
  }
}

/** The lines of a file that are not blank, without the blanks around them. @throws Exit */
async function* positionsIn(
  file: string,
): AsyncGenerator<{ readonly number: number; readonly text: string }> {
  let number = 0;
  let found: { number: number; text: string; cut: number }[] = [];
  const splitter = new LineSplitter((line, cut) => {
    number++;
    const text = line.trim();
    if (text !== '') found.push({ number, text, cut });
  });
  const take = function* () {
    const taken = found;
    found = [];
    for (const { cut, ...line } of taken) {
      if (cut > 0)
        throw new Exit(
          exitCodes.usage,
          `${inputName(file)}, line ${line.number} is longer than any position.`,
        );
      yield line;
    }
  };
  try {
    const source = await textSource(file, process.stdin);
    for await (const piece of source.pieces()) {
      splitter.push(Buffer.from(piece));
      yield* take();
    }
  } catch (error) {
    throw unreadable(file, error);
  }
  splitter.end();
  yield* take();
}

const jsonOf = (game: Game, position: unknown, { verdict, moves, note }: PositionTruth<unknown>) => ({
  position: game.positionText(position),
  ...verdict,
  moves: Object.fromEntries(moves.map(({ move, verdict: of }) => [game.moveText(position, move), of])),
  ...(note !== undefined && { note }),
});

/** `win in 12 (solver)`, `draw (search)`, `unknown`, `unknown: neither side can force anything (solver)` */
function wordsOf({ value, how, plies }: Verdict): string {
  if (value === 'unknown') return how === null ? 'unknown' : `unknown: neither side can force a win (${how})`;
  const distance = plies === null || plies === 0 ? '' : ` in ${plies}`;
  return `${value}${distance} (${how})`;
}

function textOf(game: Game, position: unknown, { verdict, moves, note }: PositionTruth<unknown>): string[] {
  const seat = game.seats[game.seatToMove(position)].name;
  const texts = moves.map(({ move, verdict: of }) => [game.moveText(position, move), wordsOf(of)] as const);
  const width = Math.max(0, ...texts.map(([move]) => move.length));
  return [
    game.positionText(position),
    `${seat} to move: ${wordsOf(verdict)}`,
    ...texts.map(([move, words]) => `  ${move.padEnd(width)}  ${words}`),
    ...(note === undefined ? [] : [note]),
  ];
}
