/** `plywire truth`: what is proven about positions. Loads no host: it asks the thread that proves. */
import { TruthAsker, type AskedTruth } from '../analysis/truth-asker.ts';
import { lineOf } from '../api/known.ts';
import { partsOfBuild } from '../build-parts.ts';
import { BadNotation, IllegalMove, type Game } from '../games/game.ts';
import { counted } from '../games/sentences.ts';
import type { Line } from '../games/line.ts';
import { gameById } from '../games/registry.ts';
import { textSource } from '../library/text-source.ts';
import { shellWord } from '../sessions/launch/command-line.ts';
import { LineSplitter } from '../sessions/wire/lines.ts';
import type { Verdict } from '../truth/verdict.ts';
import { Exit, exitCodes, inputName, unreadable } from './exit.ts';
import { positionOf, type PositionFlags } from './flags.ts';
import type { Output } from './output.ts';
import { interruptibly } from './run.ts';
import { drained } from './stdout.ts';

export interface TruthFlags extends PositionFlags {
  /** A file with a position on each line, or `-`. */
  readonly positions?: string;
  /** Seconds for each position. */
  readonly time?: number;
}

/** Seconds for each position. */
const usualTime = 10;

/** Lines that cannot be read as positions, told one by one; all are counted. */
const mostTold = 20;

/** @throws Exit if a file or a text cannot be read; of a file, once its other lines are answered */
export const truth = (output: Output, gameId: string, flags: TruthFlags): Promise<void> =>
  interruptibly(async (signal) => {
    // In a thread, since a proof would not let a signal through.
    const prover = new TruthAsker(partsOfBuild(__dirname).truthThread);
    const answer = async (asked: PositionFlags): Promise<void> => {
      const line = lineOf(positionOf(gameId, asked));
      const found = await prover.ask(line, flags.time ?? usualTime, signal);
      if (signal.aborted) return;
      if (output.json) output.object(jsonOf(line, found));
      else output.lines(textOf(line, found));
    };
    try {
      if (flags.positions === undefined) await answer(flags);
      else
        await answerAll(output, gameId, flags.positions, signal, (text) =>
          answer({ ...flags, position: text }),
        );
    } finally {
      prover.close();
    }
  });

/** Answers for each line of a file. @throws Exit once all lines are answered, if one is not a position */
async function answerAll(
  output: Output,
  gameId: string,
  file: string,
  signal: AbortSignal,
  answer: (text: string) => Promise<void>,
): Promise<void> {
  let [lines, faults] = [0, 0];
  const blame = (number: number, why: string): void => {
    if (output.json) output.object({ kind: 'fault', file, line: number, why });
    else if (faults < mostTold) output.remark(`${inputName(file)}, line ${number} ${why}`);
    faults++;
  };
  for await (const { number, text, isCut } of positionsIn(file, signal)) {
    lines++;
    try {
      if (isCut) blame(number, 'is longer than any position.');
      else await answer(text);
    } catch (error) {
      if (error instanceof Exit || signal.aborted) throw error;
      blame(
        number,
        isMoves(gameById(gameId), text)
          ? `has moves, not a position. \`plywire convert ${shellWord(file)} --from moves --game ${gameId} --to positions\` makes positions of them.`
          : `is not a position: ${(error as Error).message}`,
      );
    }
    if (signal.aborted) return;
    await drained(signal);
  }
  if (lines === 0) throw new Exit(exitCodes.usage, `${inputName(file)} has no position.`);
  if (faults === 0) return;
  throw new Exit(exitCodes.usage, `${faults} of ${counted(lines, 'line')} could not be read.`);
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

interface PositionLine {
  readonly number: number;
  /** Without the blanks around it. */
  readonly text: string;
  /** Whether it is longer than any position: its text is then its beginning. */
  readonly isCut: boolean;
}

/** The lines of a file that are neither blank nor notes. @throws Exit; the signal's reason */
async function* positionsIn(file: string, signal: AbortSignal): AsyncGenerator<PositionLine> {
  let number = 0;
  const found: PositionLine[] = [];
  const splitter = new LineSplitter((line, cut) => {
    number++;
    const text = line.trim();
    if (text !== '' && !text.startsWith('#')) found.push({ number, text, isCut: cut > 0 });
  });
  const taken = (): readonly PositionLine[] => found.splice(0);
  try {
    const source = await textSource(file, process.stdin, signal);
    for await (const piece of source.pieces()) {
      splitter.push(Buffer.from(piece));
      yield* taken();
    }
  } catch (error) {
    throw unreadable(file, error);
  }
  splitter.end();
  yield* taken();
}

const jsonOf = ({ game, position }: Line, { verdict, moves, note }: AskedTruth) => ({
  position: game.positionText(position),
  ...verdict,
  moves: Object.fromEntries(moves.map(({ move, verdict: of }) => [move, of])),
  ...(note !== undefined && { note }),
});

/** `win in 12 (solver)`, `draw (search)`, `unknown`, `unknown: neither side can force anything (solver)` */
function wordsOf({ value, how, plies }: Verdict): string {
  if (value === 'unknown') return how === null ? 'unknown' : `unknown: neither side can force a win (${how})`;
  const distance = plies === null || plies === 0 ? '' : ` in ${plies}`;
  return `${value}${distance} (${how})`;
}

function textOf({ game, position }: Line, { verdict, moves, note }: AskedTruth): string[] {
  const seat = game.seats[game.seatToMove(position)].name;
  const texts = moves.map(({ move, verdict: of }) => [move, wordsOf(of)] as const);
  const width = Math.max(0, ...texts.map(([move]) => move.length));
  return [
    game.positionText(position),
    `${seat} to move: ${wordsOf(verdict)}`,
    ...texts.map(([move, words]) => `  ${move.padEnd(width)}  ${words}`),
    ...(note === undefined ? [] : [note]),
  ];
}
