/** Suites as text: lines of positions or moves with operations, as EPD of chess has them, and lines of JSON. Pure. */
import * as v from 'valibot';
import { BadNotation, IllegalMove, type Game } from '../games/game.ts';
import { makeLine } from '../games/line.ts';
import { games } from '../games/registry.ts';
import { SuitePosition } from '../shapes/builds.ts';
import { mostPositions, suiteLine } from './suite.ts';

/** A position that cannot be used. `message` is fit for the screen. */
export class BadSuite extends Error {
  override readonly name = 'BadSuite';
}

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

/** Comments of PGN; a position of JSON begins with a quoted name instead. */
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
