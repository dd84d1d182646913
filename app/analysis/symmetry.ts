/**
 * Asks an engine about positions and their images under the symmetries of the rules. A deterministic engine whose
 * evaluation has no bug answers both alike, up to the choice among equal moves.
 */
import type { Game, Symmetry } from '../games/game.ts';
import { extendLine, makeLine, type Line } from '../games/line.ts';
import { seededRandom } from '../games/random.ts';
import type { Decision } from '../play/ask.ts';
import type { EngineHandle } from '../play/engine-handle.ts';
import { judgeReport } from '../play/report.ts';
import type { Limit } from '../shapes/engines.ts';
import type { Score } from '../shapes/games.ts';
import type { SymmetryAnswer, SymmetryEvent, SymmetryPair } from '../shapes/symmetry.ts';

/** Two lines of play that are images of each other. */
export interface SymmetricLines {
  readonly symmetry: Symmetry<unknown, unknown>;
  readonly original: Line;
  readonly image: Line;
}

/** The latest position asked about, in plies from the start. */
const deepest = 40;

/** So many positions are asked about again, to learn whether the engine is deterministic. */
const repetitions = 10;

/** Random games to draw positions from, for each position wanted. */
const attempts = 20;

/**
 * Positions after random plies, each with an image that differs from it; always the same ones.
 * @param accepts whether the engine can be asked about a line
 * @returns at most `count`: fewer if the engine accepts few
 */
export function symmetricLines(
  game: Game,
  count: number,
  accepts: (line: Line) => boolean,
): readonly SymmetricLines[] {
  const random = seededRandom(count);
  const below = (limit: number): number => Math.floor(random() * limit);
  const start = game.initial();
  const symmetries = game.symmetries(game.setupOf(start)).slice(1);
  const found = new Map<string, SymmetricLines>();
  for (let attempt = 0; attempt < count * attempts && found.size < count; attempt++) {
    const original = randomLine(game, `symmetry-${attempt}`, start, below, 1 + below(deepest));
    if (original === null || found.has(game.key(original.position)) || !accepts(original)) continue;
    const first = below(symmetries.length);
    for (let at = 0; at < symmetries.length; at++) {
      const symmetry = symmetries[(first + at) % symmetries.length]!;
      const image = imageOf(original, symmetry);
      const differs = game.positionText(image.position) !== game.positionText(original.position);
      if (!differs || !accepts(image)) continue;
      found.set(game.key(original.position), { symmetry, original, image });
      break;
    }
  }
  return [...found.values()];
}

/** The beginning of a random game, up to the last turn that has a choice; null if there is none. */
function randomLine(
  game: Game,
  key: string,
  start: unknown,
  below: (limit: number) => number,
  plies: number,
): Line | null {
  let line = makeLine(game, key, start, []);
  let last: Line | null = null;
  for (let ply = 0; ply < plies; ply++) {
    const moves = game.moves(line.position);
    if (moves.length === 0) break;
    line = extendLine(line, moves[below(moves.length)]);
    if (game.beginsTurn(line.position) && game.moves(line.position).length > 1) last = line;
  }
  return last;
}

const imageOf = ({ game, gameKey, start, moves }: Line, symmetry: Symmetry<unknown, unknown>): Line =>
  makeLine(
    game,
    `${gameKey}-image`,
    symmetry.position(start),
    moves.map((move) => symmetry.move(move)),
  );

/** Three processes of one engine. */
export interface Trio {
  /** Gets the positions. */
  readonly original: EngineHandle;
  /** Gets their images. */
  readonly image: EngineHandle;
  /** Gets some of the positions again. */
  readonly again: EngineHandle;
}

/** Asks about all pairs, one after the other, and sums up. The caller closes the processes. */
export async function* compareSymmetric(
  trio: Trio,
  pairs: readonly SymmetricLines[],
  limit: Limit,
  signal?: AbortSignal,
): AsyncGenerator<SymmetryEvent> {
  const began = performance.now();
  const counts = { same: 0, tie: 0, differ: 0 };
  let changed = 0;
  yield { kind: 'begins', positions: pairs.length };
  for (const [at, { symmetry, original, image }] of pairs.entries()) {
    const asked = [
      { line: original, handle: trio.original },
      { line: image, handle: trio.image },
      ...(at < repetitions ? [{ line: original, handle: trio.again }] : []),
    ];
    const answers: SymmetryAnswer[] = [];
    const decisions = await Promise.all(
      asked.map(async ({ line, handle }) => handle.ask(line, limit, signal ? { signal } : {})),
    );
    for (const [place, decision] of decisions.entries()) {
      const { line } = asked[place]!;
      if (decision.kind === 'cancelled') return;
      if (decision.kind === 'ended') return yield { kind: 'ended', ending: decision.ending };
      if (decision.kind === 'failed') {
        const position = line.game.positionText(line.position);
        return yield { kind: 'failed', position, reason: decision.reason };
      }
      answers.push(answerOf(line, decision));
    }
    const [first, second, again] = answers as [SymmetryAnswer, SymmetryAnswer, SymmetryAnswer | undefined];
    if (again && !isSame(first, again)) changed++;
    const outcome = outcomeOf({ symmetry, original, image }, first, second);
    counts[outcome]++;
    yield { kind: 'compared', pair: { symmetry: symmetry.name, outcome, original: first, image: second } };
  }
  const repeated = Math.min(repetitions, pairs.length);
  const seconds = (performance.now() - began) / 1000;
  const { same, tie: ties, differ } = counts;
  yield { kind: 'summary', same, ties, differ, repeated, changed, seconds };
}

function answerOf(line: Line, { report }: Decision & { kind: 'report' }): SymmetryAnswer {
  const { turn, score, fault } = judgeReport(line, report);
  return { position: line.game.positionText(line.position), turn, score, fault };
}

const isSame = (one: SymmetryAnswer, other: SymmetryAnswer): boolean =>
  one.turn.join(' ') === other.turn.join(' ') && sameScore(one.score, other.score);

function outcomeOf(
  { symmetry, original, image }: SymmetricLines,
  first: SymmetryAnswer,
  second: SymmetryAnswer,
): SymmetryPair['outcome'] {
  if (first.fault !== null || second.fault !== null || !sameScore(first.score, second.score)) return 'differ';
  const { game } = original;
  const expected = symmetry.position(positionAfter(original, first.turn));
  // Texts, since actions of a turn may have several forms.
  if (game.positionText(expected) === game.positionText(positionAfter(image, second.turn))) return 'same';
  return first.score === null ? 'differ' : 'tie';
}

function positionAfter({ game, position }: Line, turn: readonly string[]): unknown {
  return turn.reduce((at, text) => game.play(at, game.parseMove(at, text)), position);
}

function sameScore(one: Score | null, other: Score | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.type === 'decisive') {
    return other.type === 'decisive' && one.winner === other.winner && one.plies === other.plies;
  }
  return other.type !== 'decisive' && one.value === other.value;
}
