/** Suites: positions with the moves that solve them, or those that lose. Pure. */
import * as v from 'valibot';
import { BadNotation, IllegalMove, type Game } from '../games/game.ts';
import { makeLine, type Line } from '../games/line.ts';
import { playedPlies, startAt } from '../games/plies.ts';
import { gameById, games } from '../games/registry.ts';
import {
  allNodes,
  isInitial,
  mainLine,
  wentOnAt,
  type PlayedGame,
  type PlayedNode,
} from '../records/forms/played.ts';
import { SuitePosition } from '../shapes/builds.ts';
import type { PositionTruth } from '../truth/verdict.ts';

/** A position that cannot be used. `message` is fit for the screen. */
export class BadSuite extends Error {
  override readonly name = 'BadSuite';
}

/** A position with neither: what solves it must be proven. */
export const isOpen = ({ best, losing }: SuitePosition): boolean => best.length === 0 && losing.length === 0;

/** The most positions of a suite. */
export const mostPositions = 100_000;

/** Whether text is lines of our own, each a position as JSON. */
export const isOwnForm = (text: string): boolean =>
  /^\s*\{\s*"(?:game|start|moves|best|losing|from)"/.test(text);

/** Words of a line of text: `bm` and `am` as EPD of chess has them, and a name. Quoted text is passed over. */
const quotedOrOperation = /"[^"]*"|(?<=\s)(?:bm|am|id)(?=\s)/g;

/** A line divided at its operations. */
interface Divided {
  readonly place: string;
  readonly operations: readonly { readonly name: string; readonly words: string }[];
}

function divided(line: string): Divided {
  const found = [...line.matchAll(quotedOrOperation)].filter(([word]) => !word.startsWith('"'));
  return {
    place: line.slice(0, found[0]?.index).trim(),
    operations: found.map(({ 0: name, index }, at) => ({
      name,
      words: line.slice(index + name.length, found[at + 1]?.index).trim(),
    })),
  };
}

/** A tag pair of PGN or a game of SGF, after notes. */
const gameBegins = /^(?:\s*[#%].*\n)*\s*(?:\[\s*\w+\s+"|\(\s*;)/;

/** Of PGN; a position of JSON begins with a quoted name instead. */
const comments = /\{(?!\s*")[^{}]*\}/g;

/** In characters: no place takes as many. */
const mostPlace = 100_000;

/**
 * Whether text has lines of a position, or moves, with `bm` or `am`. Since "am" is also a word of comments, what is before
 * it must be a place in some game. Text of nothing but lines with operations is a list even so: its faults are told.
 */
export function isLines(text: string): boolean {
  if (!/\s(?:bm|am)\s/.test(text) || gameBegins.test(text)) return false;
  const lines = linesOf(text.replaceAll(comments, ' '));
  const places = lines
    .map(({ line }) => divided(line))
    .filter(({ operations }) => operations.some(({ name, words }) => name !== 'id' && words !== ''))
    .map(({ place }) => place)
    // Moves of a list have no numbers.
    .filter((place) => place !== '' && place.length <= mostPlace && !/(?:^|\s)\d+\./.test(place));
  return places.length > 0 && (places.length === lines.length || places.some(isPlace));
}

const isPlace = (text: string): boolean =>
  [...games.values()].some((game) => {
    try {
      placeOf(game, text);
      return true;
    } catch (error) {
      if (error instanceof BadSuite) return false;
      throw error;
    }
  });

/** Reads lines of JSON, in our own form. @throws BadSuite naming the line */
export const readOwnForm = (text: string): SuitePosition[] => limited(linesOf(text)).map(ownPosition);

/** As `readOwnForm`, without the lines that are not positions: a full disk or a killed process may have torn them. */
export function readGoodLines(text: string): {
  readonly positions: readonly SuitePosition[];
  readonly bad: readonly BadSuite[];
} {
  const positions: SuitePosition[] = [];
  const bad: BadSuite[] = [];
  for (const line of linesOf(text)) {
    try {
      positions.push(ownPosition(line));
    } catch (error) {
      if (!(error instanceof BadSuite)) throw error;
      bad.push(error);
    }
  }
  return { positions, bad };
}

/** @throws BadSuite naming the line */
function ownPosition({ line, number }: NumberedLine): SuitePosition {
  let value: unknown = null;
  try {
    value = JSON.parse(line);
  } catch {
    // Reported below.
  }
  const parsed = v.safeParse(SuitePosition, value);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new BadSuite(
      `Line ${number} is not a position of a suite (${v.getDotPath(issue) ?? 'it'}: ${issue.message}).`,
    );
  }
  if (!games.has(parsed.output.game)) throw new BadSuite(`Line ${number}: there is no such game.`);
  return atLine(number, () => checked(parsed.output));
}

/**
 * Reads lines such as `4455 bm 6 id "first"` or `POSITION am e4 d5`: a position or moves, and any moves that solve it (`bm`)
 * or lose (`am`). `#` begins a remark.
 * @throws BadSuite naming the line
 */
export function readLines(game: Game, text: string): SuitePosition[] {
  return limited(linesOf(text)).map(({ line, number }) =>
    atLine(number, () => {
      const { place, operations } = divided(line);
      const read = { best: [] as string[], losing: [] as string[], from: `line ${number}` };
      const { start, moves, end } = placeOf(game, place);
      for (const { name, words: said } of operations) {
        const words = said.replace(/;$/, '').trim();
        if (name === 'id') read.from = words.replaceAll(/^"|"$/g, '');
        else {
          const texts = words.split(/[\s,]+/).map((word) => canonical(game, end, word));
          read[name === 'bm' ? 'best' : 'losing'].push(...texts);
        }
      }
      return checked({ game: game.id, start, moves, ...read });
    }),
  );
}

/**
 * The positions of a game in any form: those with a move that a glyph marks (`!` and `!!` solve, `?` and `??` lose); else
 * of a problem, which does not begin at the initial position, the first one, which its first move solves; else the last
 * one, open.
 * @param name of the game
 * @param isCut whether the game could not be read as a whole: then only marked moves count
 */
export function positionsOf(whole: PlayedGame, name: string, isCut = false): SuitePosition[] {
  const { game, root } = whole;
  const found: SuitePosition[] = [];
  for (const node of openNodes(whole)) {
    const marked = (wanted: readonly number[]): string[] =>
      node.children
        .filter(({ notes }) => notes?.glyphs?.some((glyph) => wanted.includes(glyph)))
        .map(({ move }) => game.moveText(node.position, move));
    const [best, losing] = [marked([1, 3]), marked([2, 4])];
    if (best.length + losing.length > 0) {
      found.push({ ...wayTo(whole, node), best, losing, from: `${name}, ply ${node.ply}` });
    }
  }
  if (found.length > 0 || isCut) return found;
  const [first, next] = mainLine(root);
  if (!isInitial(whole) && next !== undefined) {
    const best = [game.moveText(first!.position, next.move)];
    return [{ ...wayTo(whole, root), best, losing: [], from: name }];
  }
  const last = mainLine(root).at(-1)!;
  if (game.result(last.position) !== null || wentOnAt(whole) !== null) return [];
  return [{ ...wayTo(whole, last), best: [], losing: [], from: name }];
}

/** The nodes that play can reach: other programs may have played on where the rules end a game. */
function* openNodes({ game, root }: PlayedGame): Generator<PlayedNode> {
  const over = new Set<PlayedNode>();
  for (const node of allNodes(root)) {
    const isBehind = node.parent !== null && over.has(node.parent);
    if (isBehind || (node.children.length > 0 && game.result(node.position) !== null)) over.add(node);
    else yield node;
  }
}

/**
 * An open position with what is proven about it: the moves that keep its value.
 * @returns null if that is not proven of all moves, or all of them keep it
 */
export function provenOf(open: SuitePosition, truth: PositionTruth<string>): SuitePosition | null {
  const { value } = truth.verdict;
  if (value === 'unknown' || value === 'loss') return null;
  const best = truth.moves.filter(({ verdict }) => verdict.value === value).map(({ move }) => move);
  const rest = truth.moves.filter(({ verdict }) => verdict.value !== value);
  // Of a win, each move that is not proven to win may still do.
  if (rest.some(({ verdict }) => verdict.value === 'unknown')) return null;
  return best.length === 0 || rest.length === 0 ? null : { ...open, best };
}

export const solves = ({ best, losing }: SuitePosition, move: string | null): boolean =>
  move !== null && (best.length > 0 ? best.includes(move) : !losing.includes(move));

/** The line that an engine is asked about. */
export function suiteLine({ game: id, start, moves }: SuitePosition, key: string): Line {
  const game = gameById(id);
  const from = startAt(game, start);
  const played = Array.from(playedPlies(game, from, moves), ({ move }) => move);
  return makeLine(game, key, from, played);
}

/** Equal for positions with the same text and the same solution. */
export function suiteKey(position: SuitePosition): string {
  const { game, position: end } = suiteLine(position, 'suite');
  const all = [game.id, game.positionText(end), position.best.join(' '), position.losing.join(' ')].join(
    '\n',
  );
  // FNV-1a over 64 bits: short keys of files, not a defence.
  let hash = 0xcbf29ce484222325n;
  for (let at = 0; at < all.length; at++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(all.charCodeAt(at))) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}

interface NumberedLine {
  readonly line: string;
  readonly number: number;
}

const linesOf = (text: string): readonly NumberedLine[] =>
  text
    .split(/\r?\n/)
    .map((line, at) => ({ line: line.trim(), number: at + 1 }))
    .filter(({ line }) => line !== '' && !line.startsWith('#'));

/** @throws BadSuite */
function limited(lines: readonly NumberedLine[]): readonly NumberedLine[] {
  if (lines.length > mostPositions) throw new BadSuite(`A suite has at most ${mostPositions} positions.`);
  return lines;
}

function atLine<T>(number: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof BadNotation || error instanceof IllegalMove || error instanceof BadSuite))
      throw error;
    throw new BadSuite(`Line ${number}: ${error.message}`);
  }
}

function placeOf(
  game: Game,
  text: string,
): Pick<SuitePosition, 'start' | 'moves'> & { readonly end: unknown } {
  const initial = game.initial();
  try {
    const moves = text === 'start' ? [] : game.parseMoves(initial, text);
    const line = makeLine(game, 'suite', initial, moves);
    return { start: null, moves: textsOf(game, initial, moves), end: line.position };
  } catch (error) {
    if (!(error instanceof BadNotation || error instanceof IllegalMove)) throw error;
    try {
      const position = game.parsePosition(text);
      return { start: game.positionText(position), moves: [], end: position };
    } catch (other) {
      if (!(other instanceof BadNotation)) throw other;
      throw new BadSuite(`it has no list of moves (${error.message}) and no position (${other.message})`);
    }
  }
}

function textsOf(game: Game, start: unknown, moves: readonly unknown[]): string[] {
  let position = start;
  return moves.map((move) => {
    const text = game.moveText(position, move);
    position = game.play(position, move);
    return text;
  });
}

/** @throws BadNotation | IllegalMove */
function canonical(game: Game, position: unknown, text: string): string {
  const move = game.parseMove(position, text);
  game.play(position, move);
  return game.moveText(position, move);
}

/** With canonical moves. @throws BadNotation | IllegalMove | BadSuite */
function checked(position: SuitePosition): SuitePosition {
  const { game, position: end } = suiteLine(position, 'suite');
  const result = game.result(end);
  if (result !== null) throw new BadSuite(`the game is over there: ${result.reason}`);
  const all = (texts: readonly string[]): string[] => texts.map((text) => canonical(game, end, text));
  const [best, losing] = [all(position.best), all(position.losing)];
  const both = best.find((move) => losing.includes(move));
  if (both !== undefined) throw new BadSuite(`the move ${both} is both best and to be avoided`);
  return { ...position, best, losing };
}

function wayTo(
  { game, root }: PlayedGame,
  node: PlayedNode,
): Pick<SuitePosition, 'game' | 'start' | 'moves'> {
  const moves: string[] = [];
  for (let each = node; each.parent !== null; each = each.parent) {
    moves.push(game.moveText(each.parent.position, each.move));
  }
  const start = game.positionText(root.position);
  return {
    game: game.id,
    start: start === game.positionText(game.initial()) ? null : start,
    moves: moves.reverse(),
  };
}
