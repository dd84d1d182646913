/**
 * A match as one self-contained page: its table, crosstable and figures, the curve of the log-likelihood ratio, and its
 * games, which step on a board of their own as far as they fit.
 */
import { counted } from '../games/sentences.ts';
import type { Game } from '../games/game.ts';
import { startAt } from '../games/plies.ts';
import { fixed } from '../matches/report/fixed.ts';
import type { GameFacts } from '../matches/report/files.ts';
import { escaped } from '../pictures/svg.ts';
import { pageDocument } from './document.ts';
import { steppingBoard, type Step } from './stepping-board.ts';

export interface MatchRow {
  readonly name: string;
  readonly elo: number | null;
  readonly eloError: number | null;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly points: number;
  readonly tieBreak: number;
  /** Games lost by a fault, in words; empty if none. */
  readonly faults: string;
  readonly secondsPerMove: number | null;
  /** Decisions with a proven value to lose, and how many kept it. */
  readonly accuracy: { readonly decisions: number; readonly kept: number };
  /** By the rank of the opponent, from 0: wins, draws and losses; null if they have not met. */
  readonly against: readonly (readonly [number, number, number] | null)[];
}

/** The log-likelihood ratio after some of the finished pairs, or games where they have no partner. */
export interface LlrCurve {
  readonly unit: 'pair' | 'game';
  readonly points: readonly { readonly pairs: number; readonly llr: number }[];
  readonly lower: number;
  readonly upper: number;
  readonly words: string;
}

export interface MatchPageInput {
  readonly game: Game;
  readonly title: string;
  /** What was played, in sentences. */
  readonly about: readonly string[];
  /** By rank. */
  readonly rows: readonly MatchRow[];
  readonly tieBreak: string;
  /** The lines of the summary. */
  readonly lines: readonly string[];
  readonly llr: LlrCurve | null;
  /** In the order in which they ended. */
  readonly games: Iterable<GameFacts>;
  readonly totalGames: number;
  readonly version: string;
  readonly madeAt: Date;
}

/** The most characters of boards that step, and the most games that are listed. */
const mostBoards = 12 * 1024 * 1024;
const mostListed = 2000;

/** The most positions of one game. */
const mostSteps = 400;

/** The most players of a crosstable. */
const mostCrossed = 32;

export function matchPage(input: MatchPageInput): string {
  const { title, about, version, madeAt, lines } = input;
  const body = `<main>
<header><h1>${escaped(title)}</h1>
${about.map((line) => `<p class="dim">${escaped(line)}</p>`).join('\n')}</header>
${tablePart(input)}
${crossPart(input)}
${llrPart(input)}
<section><h2>Figures</h2><pre class="figures">${escaped(lines.join('\n'))}</pre></section>
${gamesPart(input)}
<p class="about">Made by Plywire ${escaped(version)} on ${madeAt.toISOString().slice(0, 10)}. This page loads nothing from anywhere.</p>
</main>`;
  return pageDocument(title, body);
}

interface Column {
  readonly head: string;
  readonly isText?: boolean;
  readonly of: (row: MatchRow, rank: number) => string;
}

function tablePart({ rows, tieBreak }: MatchPageInput): string {
  const hasRatings = rows.some(({ elo }) => elo !== null);
  const hasFaults = rows.some(({ faults }) => faults !== '');
  const known = (value: number | null, digits: number): string =>
    value === null ? '–' : fixed(value, digits);
  const columns: readonly Column[] = [
    { head: '#', of: (_, rank) => String(rank + 1) },
    { head: 'Name', isText: true, of: ({ name }) => name },
    ...(hasRatings
      ? [
          { head: 'Elo', of: ({ elo }: MatchRow) => known(elo, 0) },
          { head: '+/-', of: ({ eloError }: MatchRow) => known(eloError, 0) },
        ]
      : []),
    { head: 'Games', of: ({ wins, draws, losses }) => String(wins + draws + losses) },
    { head: 'W-D-L', of: ({ wins, draws, losses }) => `${wins}-${draws}-${losses}` },
    { head: 'Points', of: ({ points }) => String(points) },
    ...(rows.length > 2 ? [{ head: tieBreak, of: (row: MatchRow) => row.tieBreak.toFixed(2) }] : []),
    {
      head: 'Kept',
      of: ({ accuracy: { decisions, kept } }) =>
        decisions === 0 ? '–' : `${((100 * kept) / decisions).toFixed(1)} % of ${decisions}`,
    },
    { head: 'Seconds a move', of: ({ secondsPerMove }) => known(secondsPerMove, 3) },
    ...(hasFaults ? [{ head: 'Faults', isText: true, of: ({ faults }: MatchRow) => faults }] : []),
  ];
  const kind = ({ isText = false }: Column): string => (isText ? '' : ' class="number"');
  const heads = columns.map((column) => `<th scope="col"${kind(column)}>${escaped(column.head)}</th>`);
  const body = rows.map(
    (row, rank) =>
      `<tr>${columns.map((column) => `<td${kind(column)}>${escaped(column.of(row, rank))}</td>`).join('')}</tr>`,
  );
  return `<section><h2>Table</h2><div class="wide"><table><thead><tr>${heads.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>
<p class="about">Kept: of the moves in positions that are proven to be won or drawn and have a worse move, those that kept the value.</p></section>`;
}

function crossPart({ rows }: MatchPageInput): string {
  if (rows.length < 3 || rows.length > mostCrossed) return '';
  const body = rows.map(({ name, against }, rank) => {
    const cells = against.map((cell, other) =>
      other === rank
        ? '<td class="own"></td>'
        : `<td class="number">${cell === null ? '–' : cell.join('-')}</td>`,
    );
    return `<tr><th scope="row">${rank + 1}. ${escaped(name)}</th>${cells.join('')}</tr>`;
  });
  const heads = rows.map((_, rank) => `<th scope="col" class="number">${rank + 1}</th>`);
  return `<section><h2>Crosstable</h2><div class="wide"><table><thead><tr><th></th>${heads.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>
<p class="about">Wins, draws and losses of the row against the column.</p></section>`;
}

const [width, height] = [1000, 220];
const [left, right, top, bottom] = [56, 14, 14, 26];

function llrPart({ llr }: MatchPageInput): string {
  if (llr === null || llr.points.length === 0) return '';
  const { points, unit, lower, upper, words } = llr;
  const all = [lower, upper, 0, ...points.map((point) => point.llr)];
  const [low, high] = [Math.min(...all) - 0.3, Math.max(...all) + 0.3];
  const last = points.at(-1)!.pairs;
  const x = (pairs: number): string =>
    (left + ((width - left - right) * pairs) / Math.max(1, last)).toFixed(1);
  const y = (value: number): string =>
    (top + ((height - top - bottom) * (high - value)) / (high - low)).toFixed(1);
  const rule = (value: number, name: string): string =>
    `<line x1="${left}" x2="${width - right}" y1="${y(value)}" y2="${y(value)}" stroke="var(--border)"/>` +
    `<text x="${left - 6}" y="${(Number(y(value)) + 4).toFixed(1)}" font-size="12" text-anchor="end" fill="var(--text-dim)">${name}</text>`;
  const line = points.map((point, at) => `${at === 0 ? 'M' : 'L'}${x(point.pairs)} ${y(point.llr)}`).join('');
  const tick = (pairs: number): string =>
    `<text x="${x(pairs)}" y="${height - 8}" font-size="12" text-anchor="${pairs === 0 ? 'start' : 'end'}" fill="var(--text-dim)">${pairs === 0 ? `0 ${unit}s` : `${pairs}`}</text>`;
  return `<section><h2>Log-likelihood ratio</h2><div class="graph"><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img"><title>${escaped(words)}</title>${rule(upper, upper.toFixed(2))}${rule(0, '0')}${rule(lower, lower.toFixed(2))}<path d="M${x(0)} ${y(0)}${line}" fill="none" stroke="var(--accent)" stroke-width="2" stroke-linejoin="round"/>${tick(0)}${tick(last)}</svg></div><p class="about">${escaped(words)}</p></section>`;
}

function gamesPart({ game, games, totalGames }: MatchPageInput): string {
  const items: string[] = [];
  let [characters, boards] = [0, 0];
  for (const facts of games) {
    if (items.length === mostListed) break;
    const board = characters < mostBoards ? boardOf(game, facts) : null;
    if (board !== null) boards++;
    characters += board?.length ?? 0;
    items.push(itemOf(facts, board));
  }
  if (items.length === 0) return '';
  const left = [
    ...(boards < items.length
      ? [`${boards} of the games have a board, which is what fits into a page.`]
      : []),
    ...(items.length < totalGames
      ? [`${items.length} of ${totalGames} games are listed; games.pgn has all.`]
      : []),
  ];
  const words = left.length === 0 ? '' : `<p class="about">${left.join(' ')}</p>`;
  return `<section><h2>Games</h2>${words}<div class="games">${items.join('\n')}</div></section>`;
}

function itemOf({ line }: GameFacts, board: string | null): string {
  const { number, first, second, opening, result, ending, reason, moves } = line;
  const from = opening === '' ? '' : ` [${opening}]`;
  const words = `${number}. ${first} – ${second}${from}: ${result}  ${ending}: ${reason} (${counted(moves.length, 'ply', 'plies')})`;
  return `<details data-game><summary>${escaped(words)}</summary>${board ?? `<p>${escaped(moves.join(' '))}</p>`}</details>`;
}

/** Null for a game that the rules do not play on, as one of another version. */
function boardOf(game: Game, { line, opening }: GameFacts): string | null {
  const names = [line.first, line.second];
  let position = startAt(game, opening.start);
  const steps: Step[] = [{ position, last: null, words: 'The start' }];
  const cells: string[] = [];
  try {
    for (const [at, text] of line.moves.slice(0, mostSteps).entries()) {
      const move = game.parseMove(position, text);
      const seat = game.seatToMove(position);
      const before = position;
      position = game.play(position, move);
      const book = at < opening.moves.length ? ', opening' : '';
      steps.push({ position, last: { before, move }, words: `${at + 1}. ${names[seat]}: ${text}${book}` });
      cells.push(`<span data-ply="${at + 1}">${escaped(text)}</span>`);
    }
  } catch {
    return null;
  }
  return `<div class="game">${steppingBoard(game, steps)}<p class="line">${cells.join(' ')}</p></div>`;
}
