import { describe, expect, it } from 'vitest';
import { namesError, StderrTail, tellingLine } from './telling-line.ts';

/** What real runtimes print, and the line that a person looks for. */
const cases: readonly (readonly [runtime: string, telling: string, printed: string])[] = [
  [
    'Java',
    'Exception in thread "main" java.lang.ArrayIndexOutOfBoundsException: Index 7 out of bounds for length 7',
    'Exception in thread "main" java.lang.ArrayIndexOutOfBoundsException: Index 7 out of bounds for length 7\n\tat Board.drop(Board.java:12)\n\tat Main.main(Main.java:5)',
  ],
  [
    'Scala, with a cause',
    'Caused by: java.lang.NumberFormatException: For input string: "e9"',
    'Exception in thread "main" java.lang.ExceptionInInitializerError\n\tat Main.main(Main.scala)\nCaused by: java.lang.NumberFormatException: For input string: "e9"\n\tat java.base/java.lang.Integer.parseInt(Integer.java:652)\n\t... 8 more',
  ],
  [
    'C#',
    'Unhandled exception. System.InvalidOperationException: Sequence contains no elements',
    'Unhandled exception. System.InvalidOperationException: Sequence contains no elements\n   at System.Linq.ThrowHelper.ThrowNoElementsException()\n   at Bot.Program.Main(String[] args) in /b/Program.cs:line 21',
  ],
  [
    'C#, with an inner one',
    '---> System.FormatException: Input string was not in a correct format.',
    'Unhandled exception. System.TypeInitializationException: The type initializer threw an exception.\n ---> System.FormatException: Input string was not in a correct format.\n   at System.Number.Parse()\n   --- End of inner exception stack trace ---\n   at Main()',
  ],
  [
    'Python',
    "ValueError: invalid literal for int() with base 10: 'e9'",
    'Traceback (most recent call last):\n  File "bot.py", line 3, in <module>\n    int("e9")\n    ~~~^^^^^^\nValueError: invalid literal for int() with base 10: \'e9\'',
  ],
  [
    'Node',
    "TypeError: Cannot read properties of undefined (reading 'x')",
    "/b/bot.js:3\n  a.b.x\n      ^\n\nTypeError: Cannot read properties of undefined (reading 'x')\n    at Object.<anonymous> (/b/bot.js:3:7)\n\nNode.js v20.19.0",
  ],
  [
    'Rust',
    "thread 'main' panicked at src/main.rs:2:5: index out of bounds: the len is 3 but the index is 9",
    "thread 'main' panicked at src/main.rs:2:5:\nindex out of bounds: the len is 3 but the index is 9\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace",
  ],
  [
    'Go',
    'panic: runtime error: index out of range [7] with length 7',
    'panic: runtime error: index out of range [7] with length 7\n\ngoroutine 1 [running]:\nmain.main()\n\t/b/main.go:5 +0x1d\nexit status 2',
  ],
  [
    'C++',
    'what():  vector::_M_range_check: __n (which is 9)',
    "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::_M_range_check: __n (which is 9)",
  ],
  [
    'C',
    "bot: board.c:12: drop: Assertion `column < 7' failed.",
    "bot: board.c:12: drop: Assertion `column < 7' failed.\ncleaning up",
  ],
  [
    'Lisp',
    'arithmetic error FLOATING-POINT-OVERFLOW signalled',
    'invalid arguments. Error\narithmetic error FLOATING-POINT-OVERFLOW signalled\nreturning to the prompt',
  ],
  ['a program of its own words', 'cannot open book.bin', 'loading\ncannot open book.bin\n\n'],
  ['a trace alone', '... 8 more', '\tat a.B.c(D.java:1)\n\t... 8 more'],
];

describe('the line that tells why', () => {
  it.each(cases)('of %s is %s', (_, telling, printed) => {
    expect(tellingLine(printed.split('\n'))).toBe(telling);
  });

  it('is none where nothing was said', () => {
    expect(tellingLine(['', '  '])).toBeNull();
  });

  // Rust says what on a line of its own, which names nothing.
  it.each(cases.slice(0, -2).filter(([runtime]) => runtime !== 'Rust'))(
    'of %s is kept however long the trace is: %s',
    (_, telling, printed) => {
      const tail = new StderrTail();
      const trace = Array.from({ length: 500 }, (_, at) => `\tat a.B.c(D.java:${at})`);
      for (const line of [...printed.split('\n'), ...trace]) tail.push(line);
      expect(tail.lines).toHaveLength(20);
      expect(tail.lines.at(-1)).toBe(trace.at(-1));
      expect(telling).toContain(tellingLine(tail.lines));
    },
  );

  it('gives way to a newer one, and to nothing else', () => {
    const tail = new StderrTail();
    tail.push('Error: first');
    tail.push('Error: second');
    for (let at = 0; at < 100; at++) tail.push(`line ${at}`);
    expect(tail.lines[0]).toBe('Error: second');
    expect(tail.lines.slice(1)).toEqual(Array.from({ length: 19 }, (_, at) => `line ${81 + at}`));
  });

  it('is found as soon in lines that are made to be hard to look through', () => {
    const long = 100_000;
    const hard = [' '.repeat(long), 'A-'.repeat(long), 'err '.repeat(long), 'Assertion '.repeat(long)];
    const began = performance.now();
    for (let round = 0; round < 100; round++) for (const line of hard) expect(namesError(line)).toBe(false);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
