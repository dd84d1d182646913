/** The games of a match in the forms of other programs. Pure. */
import { BadNotation, IllegalMove, type Game } from '../../games/game.ts';
import { startAt } from '../../games/plies.ts';
import { commentText } from '../../records/forms/commands.ts';
import { newPlayed, played, TooManyMoves, type PlayedGame } from '../../records/forms/played.ts';
import { pgnOf as textOf } from '../../records/forms/pgn.ts';
import { harmless } from '../../sessions/harmless.ts';
import type { Opening } from '../../shapes/matches.ts';
import type { GameLine } from '../match-record.ts';

export interface GameFacts {
  readonly line: GameLine;
  readonly round: number;
  readonly opening: Opening;
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
}

/** The longest line of PGN's export format. */
const longestLine = 79;

/**
 * One game as PGN has it, in this game's own notation. Its tags and the numbers of its moves are those of
 * `app/records/forms`, so that it is read like any game that Plywire has written.
 */
export function pgnOf(game: Game, { line, round, opening, at }: GameFacts): string {
  const { whole, rest } = playedLine(game, opening.start, line.moves);
  const text = textOf(whole, {
    event: 'Plywire match',
    date: new Date(at).toISOString().slice(0, 10).replaceAll('-', '.'),
    round: `${round}.${line.number}`,
    white: harmless(onOneLine(line.first)),
    black: harmless(onOneLine(line.second)),
    result: line.result,
    plyCount: String(line.moves.length),
    termination: terminationOf(line.ending),
    opening: line.opening,
  });
  const movesAt = text.indexOf('\n\n') + 2;
  const words = text.slice(movesAt).trim().split(/\s+/);
  const result = words.pop()!;
  const movetext = wrapped([
    ...words,
    ...rest.map(harmless),
    ...commentWords(`${line.ending}: ${line.reason}`),
    result,
  ]);
  return `${text.slice(0, movesAt)}${movetext}\n\n`;
}

/** @returns the game as far as the rules play it, and the words after that, which a journal of another version may have */
function playedLine(
  game: Game,
  start: string | null,
  moves: readonly string[],
): { readonly whole: PlayedGame; readonly rest: readonly string[] } {
  const whole = newPlayed(game, startAt(game, start));
  let node = whole.root;
  try {
    for (const text of moves) node = played(whole, node, game.parseMove(node.position, text));
  } catch (error) {
    if (error instanceof BadNotation || error instanceof IllegalMove || error instanceof TooManyMoves)
      return { whole, rest: moves.slice(node.ply) };
    throw error;
  }
  return { whole, rest: [] };
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** A comment in braces, word by word. An engine's answer may stand in it, and must be nothing but words. */
function commentWords(text: string): readonly string[] {
  const words = commentText(harmless(onOneLine(text)));
  // A line that begins with % is left out by readers of PGN, and blanks before one are not to be parted.
  return `{${words}}`.split(/ (?![ %])/);
}

/** As PGN's tag has it. */
function terminationOf(word: GameLine['ending']): string {
  switch (word) {
    case 'win':
    case 'draw':
      return 'normal';
    case 'time':
      return 'time forfeit';
    case 'adjudicated':
      return 'adjudication';
    case 'void':
      return 'unterminated';
    case 'illegal':
    case 'malformed':
      return 'rules infraction';
    case 'crashed':
    case 'stalled':
    case 'limit':
      return 'abandoned';
  }
}

function wrapped(words: readonly string[]): string {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.length > longestLine) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}

export const csvHead = 'number,round,pair,first,second,opening,result,ending,reason,plies,moves\n';

/** One game as a line of CSV (RFC 4180, with line feeds). */
export const csvOf = ({ line, round }: GameFacts): string =>
  `${[
    ...[line.number, round, line.pair, wordsOf(line.first), wordsOf(line.second), line.opening],
    ...[line.result, line.ending, wordsOf(line.reason), line.moves.length, line.moves.join(' ')],
  ]
    .map((cell) => cellOf(String(cell)))
    .join(',')}\n`;

/**
 * Words that an engine may have chosen, for a spreadsheet that separates cells by semicolons: the quotes around the whole
 * do not count there, and what follows a semicolon must not begin like a formula.
 */
const wordsOf = (text: string): string => text.replaceAll(/;(?=[" ]*[=+@-])/g, ";'");

/** A text that begins like a formula is shown as text by spreadsheets; a negative number stays one. */
function cellOf(text: string): string {
  const shown = harmless(text);
  const safe = /^(?:[=+@]|-(?!\d+(?:\.\d+)?$))/.test(shown) ? `'${shown}` : shown;
  return /[",;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
