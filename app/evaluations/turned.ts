/**
 * A position and its images under the symmetries of its game share their evaluations. They are kept as said of one of
 * the images, the least by its own key: moves are turned to it when something is kept, and back when it is looked up.
 */
import { hash } from 'node:crypto';
import { BadNotation, IllegalMove, type Game, type Symmetry } from '../games/game.ts';
import type { JudgedReport } from '../shapes/analysis.ts';

/** A position as the store finds it. */
export interface Digest {
  readonly game: Game;
  readonly position: unknown;
  /** `Game.key` with the game's id. */
  readonly key: string;
  /** 64 bits of the key's hash. */
  readonly high: number;
  readonly low: number;
  /** 32 bits of the hash of `Game.ownKey`. */
  readonly own: number;
}

/** The key of a position with its hash, which is the same for its images. */
export function keyOf(game: Game, position: unknown): Pick<Digest, 'key' | 'high' | 'low'> {
  const key = `${game.id} ${game.key(position)}`;
  const bytes = hash('sha256', key, 'buffer');
  return { key, high: bytes.readUInt32LE(0), low: bytes.readUInt32LE(4) };
}

const digests = new WeakMap<object, Digest>();

/** Positions are immutable, so that each is digested once. */
export function digestOf(game: Game, position: unknown): Digest {
  const known = digests.get(position as object);
  if (known !== undefined && known.game === game) return known;
  const own = hash('sha256', game.ownKey(position), 'buffer').readUInt32LE(0);
  const digest = { game, position, ...keyOf(game, position), own };
  digests.set(position as object, digest);
  return digest;
}

type Turn = Symmetry<unknown, unknown>;

/** The image that stands for a position, and the way to it and back. */
interface Turned {
  readonly least: unknown;
  readonly to: Turn;
  readonly back: Turn;
}

const turns = new Map<string, readonly { readonly to: Turn; readonly back: Turn }[]>();
const turnedPositions = new WeakMap<object, Turned>();

/** The symmetries of a setup with their inverses. */
function turnsOf(game: Game, position: unknown): readonly { readonly to: Turn; readonly back: Turn }[] {
  const setup = game.setupOf(position);
  const name = `${game.id} ${JSON.stringify(setup)}`;
  const known = turns.get(name);
  if (known !== undefined) return known;
  const symmetries = game.symmetries(setup);
  // On the empty board every symmetry but the identity moves some move.
  const start = game.initial(setup);
  const moves = game.moves(start);
  const undoes = (to: Turn, back: Turn): boolean =>
    moves.every((move) => game.moveText(start, back.move(to.move(move))) === game.moveText(start, move));
  const found = symmetries.map((to) => ({ to, back: symmetries.find((back) => undoes(to, back))! }));
  // A board of an unusual size may come from a stranger's file; there are few.
  if (turns.size >= 64) turns.clear();
  turns.set(name, found);
  return found;
}

function turnedOf(game: Game, position: unknown): Turned {
  const known = turnedPositions.get(position as object);
  if (known !== undefined) return known;
  let least: (Turned & { readonly key: string }) | null = null;
  for (const turn of turnsOf(game, position)) {
    const image = turn.to.position(position);
    const key = game.ownKey(image);
    if (least === null || key < least.key) least = { ...turn, least: image, key };
  }
  turnedPositions.set(position as object, least!);
  return least!;
}

/**
 * A report about a position as one about the image that stands for it.
 * @throws BadNotation if a move of the report is none of the position
 */
export function turnedTo({ game, position }: Digest, report: JudgedReport): JudgedReport {
  const { least, to } = turnedOf(game, position);
  return turnedReport(game, position, least, to, report);
}

/** A report about the image that stands for a position as one about the position. @throws BadNotation */
export function turnedBack({ game, position }: Digest, report: JudgedReport): JudgedReport {
  const { least, back } = turnedOf(game, position);
  return turnedReport(game, least, position, back, report);
}

/** As `turnedBack`, for one move. @throws BadNotation */
export function moveTurnedBack({ game, position }: Digest, text: string): string {
  const { least, back } = turnedOf(game, position);
  return turnedMove(game, least, position, back, text);
}

function turnedMove(game: Game, from: unknown, to: unknown, turn: Turn, text: string): string {
  const move = game.parseMove(from, text);
  return turn.name === '' ? text : game.moveText(to, turn.move(move));
}

function turnedReport(
  game: Game,
  from: unknown,
  to: unknown,
  turn: Turn,
  report: JudgedReport,
): JudgedReport {
  if (turn.name === '') {
    if (report.bestmove !== null) game.parseMove(from, report.bestmove);
    return report;
  }
  const move = (text: string): string => turnedMove(game, from, to, turn, text);
  const { bestmove, scores, winningMoves } = report;
  return {
    ...report,
    bestmove: bestmove === null ? null : move(bestmove),
    turn: turnedLine(game, from, to, turn, report.turn),
    scores: scores && Object.fromEntries(Object.entries(scores).map(([text, score]) => [move(text), score])),
    winningMoves: winningMoves && orNull(() => winningMoves.map(move)),
  };
}

/** Moves that follow each other. */
function turnedLine(game: Game, from: unknown, to: unknown, turn: Turn, texts: readonly string[]): string[] {
  return texts.map((text, at) => {
    const move = game.parseMove(from, text);
    const image = turn.move(move);
    const turned = game.moveText(to, image);
    if (at < texts.length - 1) [from, to] = [game.play(from, move), game.play(to, image)];
    return turned;
  });
}

/** The moves of one side alone cannot always be read without those between them. */
function orNull<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof BadNotation || error instanceof IllegalMove) return null;
    throw error;
  }
}
