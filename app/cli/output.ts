import { fitted } from '../matches/report/columns.ts';
import { harmless, harmlessJson } from '../sessions/harmless.ts';
import type { JudgedReport, Score, Truth } from '../api/contract.ts';
import { scoreWords as wordsOfScore, turnWords } from '../records/score-words.ts';

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
  /** Lines that stay below all further output, instead of the last ones; terminals only. */
  footer(lines: readonly string[]): void;
  /** Whether stdout is a terminal that shows a footer. */
  readonly hasFooter: boolean;
}

interface OutputStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

export interface OutputStreams {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

export function outputFor(json: boolean, { stdout, stderr }: OutputStreams = process): Output {
  const footer = new Footer(stdout);
  // Such a terminal shows the codes that move the cursor as text.
  const isDumb = process.env['TERM'] === 'dumb';
  const hasFooter = stdout.isTTY === true && !json && !isDumb;
  let passing = false;
  /** Writes where the last line ended, above the footer. */
  const above = (write: () => void): void => {
    if (passing) stderr.write('\r\u001b[K');
    passing = false;
    footer.around(write);
  };
  const printed = (texts: readonly string[]) => texts.map((text) => `${harmless(text)}\n`).join('');
  return {
    json,
    hasFooter,
    object: (value) => above(() => stdout.write(jsonLine(value))),
    line: (text) => above(() => json || stdout.write(printed([text]))),
    objects: (values) => above(() => stdout.write(values.map(jsonLine).join(''))),
    lines: (texts) => above(() => json || stdout.write(printed(texts))),
    piece: (text) =>
      above(() => stdout.write(stdout.isTTY ? text.split('\n').map(harmless).join('\n') : text)),
    remark: (text) => above(() => stderr.write(`plywire: ${harmless(text)}\n`)),
    passing: (text) => {
      if (stderr.isTTY !== true || isDumb) return;
      above(() => undefined);
      stderr.write(fitted(harmless(text), (stderr.columns ?? 80) - 1));
      passing = text !== '';
    },
    footer: (lines) => {
      if (hasFooter) above(() => footer.set(lines));
    },
  };
}

/** Lines at the bottom of a terminal, below what is printed. */
class Footer {
  readonly #stdout: OutputStream;
  #lines: readonly string[] = [];
  /** The lines of it that are on the screen. */
  #drawn = 0;

  constructor(stdout: OutputStream) {
    this.#stdout = stdout;
  }

  set(lines: readonly string[]): void {
    this.#lines = lines;
  }

  /** Takes the footer away while something is written. */
  around(write: () => void): void {
    if (this.#drawn > 0) this.#stdout.write(`\u001b[${this.#drawn}A\u001b[J`);
    write();
    const { columns = 80, rows = 24 } = this.#stdout;
    // The cursor cannot go back to lines that have left the screen.
    const room = Math.max(2, rows - 1);
    const hidden = this.#lines.length - (room - 1);
    const lines =
      hidden <= 1
        ? this.#lines
        : [...this.#lines.slice(0, room - 1), `… and ${hidden} more lines at the end`];
    this.#drawn = lines.length;
    if (lines.length === 0) return;
    // A line that fills the last column may be wrapped.
    this.#stdout.write(lines.map((line) => `${fitted(harmless(line), columns - 1)}\n`).join(''));
  }
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
