import { describe, expect, it } from 'vitest';
import { isOwnError, namesLack } from './own-error.ts';

describe('the last lines on stderr', () => {
  it.each([
    'ValueError: substring not found',
    'ZeroDivisionError: division by zero',
    "TypeError: Cannot read properties of undefined (reading 'x')",
    'Exception in thread "main" java.lang.NullPointerException: x is null',
    'Unhandled exception. System.IndexOutOfRangeException: Index was outside the bounds of the array.',
    "thread 'main' panicked at src/main.rs:3:5: index out of bounds: the len is 3 but the index is 7",
    'panic: runtime error: index out of range [3] with length 3',
    'bot: bot.cc:7: int main(): Assertion `x > 0` failed.',
  ])('name an error of the code itself: %s', (line) => {
    expect(isOwnError(['at first', line])).toBe(true);
    expect(namesLack([line])).toBe(false);
  });

  it.each([
    "ModuleNotFoundError: No module named 'numpy'",
    "FileNotFoundError: [Errno 2] No such file or directory: 'book.bin'",
    'OSError: [Errno 30] Read-only file system',
    'Error: connect ENETUNREACH 1.2.3.4:80',
    'Could not open the opening book',
    'panic: open book.bin: no such file or directory',
    './bot: error while loading shared libraries: libx.so: cannot open shared object file',
    'Error: Cannot find module "x"',
    'tablebase file kqk.tb not found',
  ])('name what is lacking: %s', (line) => {
    expect(namesLack(['at first', line, 'and at last'])).toBe(true);
    expect(isOwnError([line])).toBe(false);
  });

  it('name an error in two lines', () => {
    const thrown = "terminate called after throwing an instance of 'std::out_of_range'";
    expect(isOwnError([thrown, '  what():  vector::_M_range_check'])).toBe(true);
    expect(isOwnError(["thread 'main' panicked at src/main.rs:3:5:", 'index out of bounds: 3'])).toBe(true);
  });

  it('name neither', () => {
    const said = ['info depth 3', 'Segmentation fault'];
    expect([isOwnError(said), namesLack(said), isOwnError([])]).toEqual([false, false, false]);
  });
});
