/** Picks the line of a program's last output that best explains its exit, and keeps the lines needed for that. */
import { withoutReturn } from '../wire/lines.ts';

/** Lines of a stack trace, and lines that a runtime prints below every error. */
const trace = [
  /^\s*at\s/,
  /^\s*\.\.\. \d+ (more|common frames omitted)/,
  /^\s*File ".*", line \d+/,
  /^\s*-{3} End of /,
  /^\s*\^+\s*$/,
  /^\s*~*\^+~*\s*$/,
  /^Node\.js v\d/,
  /^note: run with `RUST_BACKTRACE/,
  /^goroutine \d+ \[/,
  /^exit status \d+$/,
];

/** Lines that name an error in the style of the JVM, .NET, Python, JavaScript, Rust, Go, C, C++, Lisp and others. */
const error = [
  /^\s*(Caused by: |-{2,3}> )?(Exception in thread "[^"]*" |Unhandled exception[.:] ?)?[\w.$:]*(Error|Exception|Throwable|Fault|Interrupt)\b(?!:?\s*$)/,
  /^\s*(Caused by|Unhandled exception)\b/i,
  /^Exception in thread /,
  /^thread '.*' panicked at /,
  /^(panic|fatal error|Fatal error|fatal): /,
  /^terminate called /,
  /^\s*what\(\):\s/,
  /\bAssertion .*failed\b|\bassertion failed\b/i,
  /^(Segmentation fault|Aborted|Bus error|Illegal instruction)/,
  /\b[A-Z]+(-[A-Z]+)*-(OVERFLOW|UNDERFLOW|ERROR)\b/,
];

/** Characters of a line to examine: the error is named near its start, and a program may print very many lines. */
const looked = 300;

/** A quick test that every line must pass to match one of the patterns. */
const hint = /err|exc|panic|caused|fault|assert|terminate|what|abort|flow|illegal|throw|fatal|interrupt/i;

/** Whether a line by itself names an error; a line of a trace never does. */
export function namesError(line: string): boolean {
  const beginning = line.slice(0, looked);
  if (!hint.test(beginning)) return false;
  return isNoTrace(beginning) && error.some((pattern) => pattern.test(beginning));
}

/**
 * The most informative line: the last one that names an error, which is the cause if errors are nested; else the last
 * one outside a trace. Null if all are blank.
 */
export function tellingLine(lines: readonly string[]): string | null {
  const said = lines.filter((line) => line.trim() !== '');
  const at = said.findLastIndex(namesError);
  const line = at === -1 ? (said.findLast(isNoTrace) ?? said.at(-1)) : said[at];
  if (line === undefined) return null;
  const next = said[at + 1];
  // Rust prints the location first and the message on the next line.
  if (at !== -1 && next !== undefined && isNoTrace(next) && /panicked at .*:\d+:\d+:$/.test(line))
    return `${line} ${next}`.trim();
  return line.trim();
}

/** How runtimes say that there is no program to run: those of Java, Python, Node and Perl. */
const missing = [
  /^Error: (Could not find or load main class|Unable to access jarfile)\b/,
  /: can't open file '.*': \[Errno \d+\]/,
  /^Error: Cannot find module '/,
  /^Can't open perl script "/,
];

/** Whether there was no program to run, or not the one that a script starts. */
export const isMissing = ({
  exitCode,
  stderrTail,
}: {
  readonly exitCode: number | null;
  readonly stderrTail: readonly string[];
}): boolean =>
  // The exit codes of shells for a program that cannot be run or was not found.
  exitCode === 126 ||
  exitCode === 127 ||
  stderrTail.some((line) => missing.some((pattern) => pattern.test(line.slice(0, looked))));

/** Lines of stderr to keep for an ending. */
const tailLines = 20;
/** Characters kept of each: more than the lines of stack traces have. The console shows all of them. */
const tailCharacters = 2000;

/** The last lines of stderr, and the newest earlier line that names an error. */
export class StderrTail {
  readonly #lines: string[] = [];
  /** The index of the newest line that names an error; -1 if there is none. */
  #errorIndex = -1;

  get lines(): readonly string[] {
    return [...this.#lines];
  }

  push(text: string): void {
    const line = withoutReturn(text).slice(0, tailCharacters);
    // The newest line that names an error is kept, however many lines follow.
    if (namesError(line)) this.#errorIndex = this.#lines.length;
    if (this.#lines.length === tailLines) {
      const dropped = this.#errorIndex === 0 ? 1 : 0;
      this.#lines.splice(dropped, 1);
      if (this.#errorIndex > dropped) this.#errorIndex--;
    }
    this.#lines.push(line);
  }
}

const isNoTrace = (line: string): boolean => !trace.some((pattern) => pattern.test(line.slice(0, looked)));
