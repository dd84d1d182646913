/** The responses of CFSI, from server to client: encoding and decoding. */
import {
  oddityOfNumber,
  readCell,
  readColumn,
  readList,
  readNumber,
  readScored,
  type Cell,
  type ColumnScore,
  recognise,
  splitWords,
  type Fault,
} from './values.ts';
import { quoted } from '../text.ts';
import { isInFour, type Connect4Position } from '../../games/connect4/index.ts';
import { stoneOf } from '../../games/connect4/rules.ts';

export interface BestmoveResponse {
  readonly kind: 'bestmove';
  /** Counted from 0; null for NULL, which means that there is no move. */
  readonly column: number | null;
  /** In canonical decimal form. */
  readonly score: string | null;
  /** The mover's own columns of a won line. */
  readonly four: readonly number[] | null;
  readonly line: readonly Cell[] | null;
  readonly scores: readonly ColumnScore[] | null;
}

export interface InfoResponse {
  readonly kind: 'info';
  readonly plies: number | null;
  /** The words that are not `--plies`; empty if there are none. */
  readonly words: string;
}

export type Response =
  | { readonly kind: 'started' | 'pong' }
  | BestmoveResponse
  | InfoResponse
  | { readonly kind: 'debug'; readonly text: string };

export type Heard =
  | Response
  /** A bestmove whose column is neither a number nor NULL. */
  | { readonly kind: 'unreadable-bestmove'; readonly text: string; readonly reason: string }
  /** A line that is not a response. */
  | { readonly kind: 'other'; readonly text: string };

export interface DecodedResponse {
  readonly heard: Heard;
  readonly faults: readonly Fault[];
}

const names = ['started', 'pong', 'bestmove', 'info', 'debug'] as const;
/** The text's syntax has `--final-scores`, its examples have `--scores`: neither is an oddity. */
const flags = ['--score', '--four', '--line', '--scores', '--final-scores'] as const;

/** A real server prints this after each line it reads. */
const prompt = 'enter cfi command';

export const isPrompt = (line: string): boolean => line.trim().toLowerCase() === prompt;

/** Other lines that a real server prints. */
const noise: ReadonlySet<string> = new Set([
  'instantiated server',
  prompt,
  'stopping server...',
  'server stopped',
]);

export function encodeResponse(response: Response): string {
  switch (response.kind) {
    case 'started':
    case 'pong':
      return response.kind;
    case 'debug':
      return `debug ${response.text}`;
    case 'info': {
      const plies = response.plies === null ? [] : ['--plies', String(response.plies)];
      return ['info', ...plies, ...(response.words === '' ? [] : [response.words])].join(' ');
    }
    case 'bestmove': {
      const { column, score, four, line, scores } = response;
      const words = ['bestmove', column === null ? 'NULL' : String(column)];
      if (score !== null) words.push('--score', score);
      if (four) words.push('--four', four.join('/'));
      if (line) words.push('--line', line.map((cell) => `${cell.column};${cell.row}`).join('/'));
      if (scores) words.push('--scores', scores.map((entry) => `${entry.column};${entry.score}`).join('/'));
      return words.join(' ');
    }
  }
}

/** Reads any line; never throws. Unknown words are skipped and named in `faults`. */
export function decodeResponse(line: string): DecodedResponse {
  const { words, faults: blanks } = splitWords(line);
  const faults: Fault[] = [...blanks];
  const first = words[0];
  if (first === undefined) return { heard: { kind: 'other', text: line }, faults: [{ name: 'blank-line' }] };
  const name = recognise(first, names, faults);
  switch (name) {
    case null: {
      const text = words.slice(0, 8).join(' ');
      const isNoise = words.length <= 3 && noise.has(text.toLowerCase());
      // The whole line is the fault, so its blanks are not reported.
      const fault: Fault = { name: isNoise ? 'noise-line' : 'unknown-response', detail: quoted(text) };
      return { heard: { kind: 'other', text: line }, faults: [fault] };
    }
    case 'started':
    case 'pong':
      if (words.length > 1) faults.push({ name: 'unknown-word', detail: quoted(words.slice(1).join(' ')) });
      return { heard: { kind: name }, faults };
    case 'debug': {
      // A message is free text: its blanks are kept.
      const text = line.trimStart().slice(first.length).trim();
      return {
        heard: { kind: 'debug', text },
        faults: faults.filter((fault) => fault.name !== 'extra-blanks'),
      };
    }
    case 'info':
      return { heard: decodeInfo(words.slice(1), faults), faults };
    case 'bestmove':
      return { heard: decodeBestmove(words.slice(1), faults), faults };
  }
}

function decodeInfo(words: readonly string[], faults: Fault[]): InfoResponse {
  const rest: string[] = [];
  let plies: number | null = null;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (plies !== null || word.toLowerCase() !== '--plies') {
      rest.push(word);
      continue;
    }
    const text = words[++at] ?? '';
    const value = Number(readNumber(text) ?? NaN);
    if (Number.isSafeInteger(value) && value >= 0) {
      plies = value;
      oddityOfNumber(text, faults);
    } else {
      faults.push({ name: 'unreadable-plies', detail: quoted(text) });
    }
  }
  return { kind: 'info', plies, words: rest.join(' ') };
}

function decodeBestmove(words: readonly string[], faults: Fault[]): Heard {
  const values = new Map<string, string>();
  const plain: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (!word.startsWith('--')) {
      plain.push(word);
      continue;
    }
    const next = words[at + 1];
    const value = next === undefined || next.startsWith('--') ? null : next;
    if (value !== null) at++;
    const flag = recognise(word, flags, faults);
    const key = flag === '--final-scores' ? '--scores' : flag;
    if (key === null) faults.push({ name: 'unknown-flag', detail: quoted(word) });
    else if (value === null) faults.push({ name: 'missing-value', detail: key });
    else if (values.has(key)) faults.push({ name: 'repeated-flag', detail: key });
    else values.set(key, value);
  }
  const [columnText, ...extra] = plain;
  if (extra.length > 0) faults.push({ name: 'unknown-word', detail: quoted(extra.join(' ')) });
  if (columnText === undefined) {
    faults.push({ name: 'missing-column' });
    return { kind: 'unreadable-bestmove', text: '', reason: 'the answer names no column' };
  }
  const isNull = recognise(columnText, ['NULL'], faults) !== null;
  const column = isNull ? null : readColumn(columnText);
  if (column === null && !isNull) {
    faults.push({ name: 'unreadable-value', detail: quoted(columnText) });
    const reason = `${quoted(columnText)} is neither a column nor NULL`;
    return { kind: 'unreadable-bestmove', text: columnText, reason };
  }
  const scoreText = values.get('--score');
  const score = scoreText === undefined ? null : readNumber(scoreText);
  if (scoreText !== undefined) {
    if (score === null) faults.push({ name: 'unreadable-value', detail: `--score ${quoted(scoreText)}` });
    else oddityOfNumber(scoreText, faults);
  }
  return {
    kind: 'bestmove',
    column,
    score,
    four: readList(values, '--four', readColumn, faults),
    line: readList(values, '--line', readCell, faults),
    scores: readList(values, '--scores', (text) => readScored(text, faults), faults),
  };
}

// Boards: open columns, plies left, fours.

export const isOpen = ({ width, height, tops }: Connect4Position, column: number): boolean =>
  column >= 0 && column < width && tops[column]! < height;

/** A won board has open columns too: a server searches it like any other board. */
export function openColumns(position: Connect4Position): readonly number[] {
  return Array.from({ length: position.width }, (_, column) => column).filter((column) =>
    isOpen(position, column),
  );
}

/** The stones that can still fall. Holes below a stone cannot be filled. */
export function pliesLeft({ height, tops }: Connect4Position): number {
  return tops.reduce((sum, top) => sum + height - top, 0);
}

/**
 * The cells of all fours that the mover completes in `column`, sorted by column and row; more than four cells where fours
 * cross or are longer. Null if none.
 */
export function fourThrough(position: Connect4Position, column: number): readonly Cell[] | null {
  if (!isOpen(position, column)) return null;
  const { width, height, tops, mover } = position;
  const cells = position.cells.slice();
  const row = tops[column]!;
  const stone = stoneOf(mover);
  cells[row * width + column] = stone;
  if (!isInFour({ width, height, cells }, row * width + column)) return null;
  const found = new Map([[row * width + column, { column, row }]]);
  for (const [stepX, stepY] of [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ] as const) {
    const run: Cell[] = [];
    for (const way of [-1, 1]) {
      let x = column + way * stepX;
      let y = row + way * stepY;
      while (x >= 0 && x < width && y >= 0 && y < height && cells[y * width + x] === stone) {
        run.push({ column: x, row: y });
        x += way * stepX;
        y += way * stepY;
      }
    }
    if (run.length >= 3) for (const cell of run) found.set(cell.row * width + cell.column, cell);
  }
  return [...found.values()].sort((one, two) => one.column - two.column || one.row - two.row);
}
