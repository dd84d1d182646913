/** `--record FILE [--node N]`: a position of a game in a file, for commands that take a position. */
import { makeLine } from '../games/line.ts';
import { counted } from '../games/sentences.ts';
import { IllegalMove } from '../games/game.ts';
import { games } from '../games/registry.ts';
import { isInitial, mainLine, type PlayedGame, type PlayedNode } from '../records/forms/played.ts';
import { faultWords, type Reading } from '../records/forms/reading.ts';
import { Exit, exitCodes } from './exit.ts';
import type { PositionFlags, RecordFlags } from './flags.ts';
import { gamesOf } from './games-of-file.ts';
import type { Output } from './output.ts';

interface NodeWanted {
  /** From 1, among the games of the file. */
  readonly game: number;
  /** Null is the end of the main line. */
  readonly ply: number | null;
  /** After that ply: the continuation, from 1, and how many plies of it. */
  readonly steps: readonly { readonly continuation: number; readonly plies: number }[];
}

/** `24`, `2:24`, `24/2.3`, `24/2.3/2.1`. @throws Exit */
function readNode(text: string | undefined): NodeWanted {
  if (text === undefined) return { game: 1, ply: null, steps: [] };
  const match = /^(?:(\d{1,9}):)?(\d{1,6})((?:\/\d{1,6}\.\d{1,6})*)$/.exec(text);
  if (match === null || Number(match[1] ?? 1) < 1) {
    throw new Exit(
      exitCodes.usage,
      `--node takes a ply such as 24, with the number of a game before it (2:24) or a variation after it (24/2.3), not "${text}".`,
    );
  }
  const steps = match[3]!
    .split('/')
    .filter((step) => step !== '')
    .map((step) => step.split('.').map(Number) as [number, number])
    .map(([continuation, plies]) => ({ continuation, plies }));
  return { game: Number(match[1] ?? 1), ply: Number(match[2]), steps };
}

/** The node in the game. @throws Exit if there is none */
function findNode({ root }: PlayedGame, { ply, steps }: NodeWanted): PlayedNode {
  const line = mainLine(root);
  let node = ply === null ? line.at(-1)! : line[ply];
  if (node === undefined)
    throw new Exit(
      exitCodes.usage,
      `The main line has ${counted(line.length - 1, 'ply', 'plies')}, not ${ply}.`,
    );
  for (const { continuation, plies } of steps) {
    const first: PlayedNode | undefined = node.children[continuation - 1];
    if (first === undefined) {
      const count = node.children.length;
      throw new Exit(
        exitCodes.usage,
        `After ply ${node.ply} there ${count === 1 ? 'is' : 'are'} ${counted(count, 'move')}, and none with the number ${continuation}.`,
      );
    }
    const along: PlayedNode | undefined = mainLine(first)[plies - 1];
    if (along === undefined) {
      throw new Exit(
        exitCodes.usage,
        `Continuation ${continuation} of ply ${node.ply} has ${counted(mainLine(first).length, 'ply', 'plies')}, not ${plies}.`,
      );
    }
    node = along;
  }
  return node;
}

/**
 * The flags with the position and the moves of the record, if there is one; without a game given, its game too.
 * @throws Exit
 */
export async function withRecord<F extends PositionFlags & RecordFlags & { readonly game?: string }>(
  output: Output,
  flags: F,
  game: string | undefined = flags.game,
): Promise<F> {
  if (flags.record === undefined) {
    if (flags.node !== undefined || flags.from !== undefined) {
      throw new Exit(exitCodes.usage, '--node and --from say where in a --record; name the file with it.');
    }
    return flags;
  }
  for (const { name } of [...games.values()].flatMap((each) => each.setupFlags)) {
    if (flags[name] !== undefined)
      throw new Exit(exitCodes.usage, `A record has its own size; omit --${name}.`);
  }
  const wanted = readNode(flags.node);
  const { whole, faults } = await readGame(flags.record, wanted.game, flags.from ?? 'auto', game);
  const [fault] = faults;
  if (whole === null) throw new Exit(exitCodes.usage, `${flags.record}, ${faultWords(fault!)}.`);
  const node = findNode(whole, wanted);
  if (fault !== undefined) output.remark(`${flags.record}, ${faultWords(fault)}`);
  return { ...flags, game: whole.game.id, ...lineTo(whole, node) };
}

async function readGame(
  path: string,
  number: number,
  from: string,
  game: string | undefined,
): Promise<Reading> {
  let count = 0;
  for await (const reading of gamesOf(path, { from, game })) if (++count === number) return reading;
  throw new Exit(exitCodes.usage, `${path} has ${counted(count, 'game')}, and no game ${number}.`);
}

/** The way to a node as texts; only its position where the way leads past a draw, since play ends there. */
function lineTo(
  whole: PlayedGame,
  node: PlayedNode,
): { readonly position?: string; readonly moves?: string } {
  const { game, root } = whole;
  const moves: unknown[] = [];
  for (let each = node; each.parent !== null; each = each.parent) moves.push(each.move);
  moves.reverse();
  try {
    makeLine(game, '', root.position, moves);
  } catch (error) {
    if (!(error instanceof IllegalMove)) throw error;
    return { position: game.positionText(node.position) };
  }
  return {
    ...(!isInitial(whole) && { position: game.positionText(root.position) }),
    moves: game.movesText(root.position, moves),
  };
}
