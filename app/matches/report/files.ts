/** The games of a match in the forms of other programs. Pure. */
import type { Game } from '../../games/game.ts';
import { tagText } from '../../records/forms/tags.ts';
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
 * One game as PGN has it, in this game's own notation. It is written from the words of the journal: the writer of
 * `app/records/forms` would play each game again.
 */
export function pgnOf(game: Game, { line, round, opening, at }: GameFacts): string {
  const tags: readonly (readonly [string, string])[] = [
    ['Event', 'Plywire match'],
    ['Site', '?'],
    ['Date', new Date(at).toISOString().slice(0, 10).replaceAll('-', '.')],
    ['Round', `${round}.${line.number}`],
    ['White', line.first],
    ['Black', line.second],
    ['Result', line.result],
    ['Variant', game.name],
    ...(opening.start === null
      ? []
      : ([
          ['SetUp', '1'],
          ['FEN', opening.start],
        ] as const)),
    ['PlyCount', String(line.moves.length)],
    ['Termination', terminationOf(line.ending)],
    ['Opening', line.opening],
  ];
  const words = line.moves.flatMap((move, ply) => (ply % 2 === 0 ? [`${ply / 2 + 1}.`, move] : [move]));
  const comment = `{${line.ending}: ${line.reason.replaceAll(/[{}]/g, ' ')}}`;
  const text = wrapped([...words, ...comment.split(/\s+/), line.result]);
  return `${tags.map(([name, value]) => tagText(name, value)).join('\n')}\n\n${text}\n\n`;
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
    ...[line.number, round, line.pair, line.first, line.second, line.opening],
    ...[line.result, line.ending, line.reason, line.moves.length, line.moves.join(' ')],
  ]
    .map((cell) => cellOf(String(cell)))
    .join(',')}\n`;

/** A name that begins like a formula is shown as text by spreadsheets. */
function cellOf(text: string): string {
  const safe = /^[=+@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
