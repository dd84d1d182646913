/** Tells apart errors of an engine's own code and complaints about what it lacks, by its last lines of stderr. */
import { namesError, tellingLine } from './telling-line.ts';

/** Characters of a line to examine, as a program may print very long ones. */
const looked = 500;

/** How programs and runtimes complain about files, modules, permissions and networks. */
const lacking = [
  /denied|not permitted|read-only|unreachable|refused|name resolution|shared librar/i,
  /\b(ENOENT|EACCES|EPERM|EROFS|ENETUNREACH|ECONNREFUSED|EAI_AGAIN)\b/,
  /no such (file|device|program)|no module|cannot find|could not find/i,
  /(can't|cannot|can not|could not|couldn't|failed to|unable to|error) (open|opening|access|load|loading|import|create|write|connect|start)\b/i,
  /\b(module|library|package|file|class|command|program|host|folder|directory|book|database)\b.{0,200}\b(not found|missing|does not exist)\b/i,
  /FileNotFound|ModuleNotFound|ImportError|NoClassDefFound|ClassNotFound|NoSuchFile|UnsatisfiedLink|DllNotFound|UnknownHost/,
];

/** How runtimes report faults of the code itself: of Python, JavaScript, the JVM, .NET, Rust, Go, C and C++. */
const own = [
  /^\s*(ArithmeticError|AssertionError|AttributeError|FloatingPointError|IndentationError|IndexError|KeyError|LookupError|NameError|NotImplementedError|OverflowError|RecursionError|StopIteration|SyntaxError|TabError|TypeError|UnboundLocalError|UnicodeDecodeError|UnicodeEncodeError|ValueError|ZeroDivisionError)\b/,
  /^\s*(Uncaught )?(ReferenceError|RangeError|SyntaxError|TypeError)\b/,
  /\b(Arithmetic|ArrayIndexOutOfBounds|StringIndexOutOfBounds|IndexOutOfBounds|ClassCast|ConcurrentModification|EmptyStack|IllegalArgument|IllegalState|InputMismatch|NegativeArraySize|NoSuchElement|NullPointer|NumberFormat|UnsupportedOperation)Exception\b|\bjava\.lang\.(StackOverflow|Assertion)Error\b/,
  /\bSystem\.(ArgumentException|ArgumentNullException|ArgumentOutOfRangeException|DivideByZeroException|FormatException|IndexOutOfRangeException|InvalidCastException|InvalidOperationException|NotImplementedException|NullReferenceException|OverflowException)\b|\bKeyNotFoundException\b/,
  /panicked at .*(out of bounds|attempt to|on a `None` value|unreachable code|assertion|not implemented|not yet implemented|RefCell)/,
  /^panic: runtime error: |^fatal error: all goroutines are asleep/,
  /\bAssertion .*failed\b/,
  /\bstd::(out_of_range|logic_error|invalid_argument|length_error|bad_variant_access|bad_optional_access)\b/,
];

/** Whether one of these lines complains about something that is missing or forbidden. */
export const namesLack = (lines: readonly string[]): boolean =>
  lines.some((line) => lacking.some((pattern) => pattern.test(line.slice(0, looked))));

/** Whether the error that these lines end in is a fault of the code itself, whatever surrounds the program. */
export function isOwnError(lines: readonly string[]): boolean {
  // C++ names the kind of an exception and its message in two lines.
  const last = [tellingLine(lines) ?? '', ...lines.filter(namesError).slice(-2)];
  return last.some((line) => own.some((pattern) => pattern.test(line.slice(0, looked))));
}
