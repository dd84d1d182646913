/** Which line of what a program printed on its way out tells why, and the lines that are kept for that. */
import { withoutReturn } from '../wire/lines.ts';

/** Lines that trace how an error came about, or that stand below each error of a runtime. */
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

/** Lines that name an error: of the JVM, .NET, Python, JavaScript, Rust, Go, C and C++, Lisp and the like. */
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

/** Characters of a line that are looked at: an error is named at its beginning, and a program may print any number of lines. */
const looked = 300;

/** What each of the patterns needs, for lines that have nothing of it. */
const hint = /err|exc|panic|caused|fault|assert|terminate|what|abort|flow|illegal|throw|fatal|interrupt/i;

/** Whether a line by itself names an error; a trace never does. */
export function namesError(line: string): boolean {
  const beginning = line.slice(0, looked);
  if (!hint.test(beginning)) return false;
  return isNoTrace(beginning) && error.some((pattern) => pattern.test(beginning));
}

/**
 * The line that tells most: the last that names an error, which is the cause where errors are nested, else the last
 * that is not a trace. Null where all are blank.
 */
export function tellingLine(lines: readonly string[]): string | null {
  const said = lines.filter((line) => line.trim() !== '');
  const at = said.findLastIndex(namesError);
  const line = at === -1 ? (said.findLast(isNoTrace) ?? said.at(-1)) : said[at];
  if (line === undefined) return null;
  const next = said[at + 1];
  // Rust says where first, and what on the next line.
  if (at !== -1 && next !== undefined && isNoTrace(next) && /panicked at .*:\d+:\d+:$/.test(line))
    return `${line} ${next}`.trim();
  return line.trim();
}

/** Lines of stderr that an ending quotes. */
const tailLines = 20;
/** Characters of each: a stack trace's lines are shorter, and the console has them whole. */
const tailCharacters = 2000;

/** The last lines of stderr, with the newest before them that names an error. */
export class StderrTail {
  readonly #lines: string[] = [];
  /** Where the newest line is that names an error; -1 where none does. */
  #telling = -1;

  get lines(): readonly string[] {
    return [...this.#lines];
  }

  push(text: string): void {
    const line = withoutReturn(text).slice(0, tailCharacters);
    // What names the error stays for as long as only a trace follows it, however long that is.
    if (namesError(line)) this.#telling = this.#lines.length;
    if (this.#lines.length === tailLines) {
      const dropped = this.#telling === 0 ? 1 : 0;
      this.#lines.splice(dropped, 1);
      if (this.#telling > dropped) this.#telling--;
    }
    this.#lines.push(line);
  }
}

const isNoTrace = (line: string): boolean => !trace.some((pattern) => pattern.test(line.slice(0, looked)));
