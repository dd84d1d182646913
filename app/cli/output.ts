import { once } from 'node:events';
import { harmless, harmlessJson } from '../sessions/harmless.ts';
import type { JudgedReport, Score, Truth } from '../api/contract.ts';
import { scoreWords as wordsOfScore, turnWords } from '../api/score-words.ts';

/** The output of a command: results go to stdout, everything else to stderr. */
export interface Output {
  readonly json: boolean;
  /** Writes one object per line. */
  object(value: unknown): void;
  line(text: string): void;
  /** Several at once, which is faster. */
  objects(values: readonly unknown[]): void;
  lines(texts: readonly string[]): void;
  /** A piece of a multi-line text. A file gets it unchanged; on a terminal control characters are escaped. */
  piece(text: string): void;
  /** A sentence about Plywire itself, not a result. */
  remark(text: string): void;
  /** A transient remark that the next one overwrites; terminals only. */
  passing(text: string): void;
}

/** `1 game`, `2 games`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

export interface OutputStreams {
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };
}

export function outputFor(json: boolean, { stdout, stderr }: OutputStreams = process): Output {
  let passing = false;
  const clear = () => {
    if (passing) stderr.write('\r\u001b[K');
    passing = false;
  };
  return {
    json,
    object: (value) => {
      clear();
      stdout.write(jsonLine(value));
    },
    line: (text) => {
      clear();
      if (!json) stdout.write(`${harmless(text)}\n`);
    },
    objects: (values) => {
      clear();
      stdout.write(values.map(jsonLine).join(''));
    },
    lines: (texts) => {
      clear();
      if (!json) stdout.write(texts.map((text) => `${harmless(text)}\n`).join(''));
    },
    piece: (text) => {
      clear();
      stdout.write(stdout.isTTY ? text.split('\n').map(harmless).join('\n') : text);
    },
    remark: (text) => {
      clear();
      stderr.write(`plywire: ${harmless(text)}\n`);
    },
    passing: (text) => {
      if (!stderr.isTTY) return;
      clear();
      stderr.write(harmless(text).slice(0, (stderr.columns ?? 80) - 1));
      passing = text !== '';
    },
  };
}

/** Waits until stdout takes more, so that results never pile up in memory. @throws AbortError */
export async function drained(signal?: AbortSignal): Promise<void> {
  if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain', { signal });
}

const jsonLine = (value: unknown): string => `${harmlessJson(JSON.stringify(value))}\n`;

/** The text of a score, or "no score". */
export const scoreWords = (score: Score | null, exhaustive: boolean): string =>
  score === null ? 'no score' : wordsOfScore(score, exhaustive);

/** `win 5`, `loss 12` (in plies), `win`, `draw`, or `unknown`. */
export function truthWords(truth: Truth | null): string {
  if (!truth) return 'unknown';
  return truth.outcome === 'draw' || truth.plies === null ? truth.outcome : `${truth.outcome} ${truth.plies}`;
}

/** The progress of an iteration, as far as the engine reports it. */
export const progressWords = (nodes: number | null, score: Score | null): string =>
  [...(score === null ? [] : [scoreWords(score, false)]), ...(nodes === null ? [] : [`${nodes} nodes`])].join(
    '  ',
  );

export function reportWords(report: JudgedReport): string {
  const parts = [
    report.depth === null ? null : `depth ${report.depth}`,
    `${report.seconds.toFixed(2)} s`,
    `move ${turnWords(report) ?? report.text}`,
    scoreWords(report.score, report.exhaustive),
    report.nodes === null ? null : `${report.nodes} nodes`,
    report.truncated ? '(cut short)' : null,
    report.fault,
  ];
  return parts.filter((part) => part !== null).join('  ');
}

/** Rows of cells as lines with aligned columns. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, cell.length)));
  }
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  );
}
