import { describe, expect, it } from 'vitest';
import { NonEngineDetector, type NonEngine } from './non-engine.ts';

/** `>` marks a line that was sent, `<` one of stdout, `!` one of stderr. */
function detected(...lines: readonly string[]): NonEngine | null {
  const watch = new NonEngineDetector();
  for (const line of lines) {
    const text = line.slice(1);
    if (line.startsWith('>')) watch.sent(text);
    else if (line.startsWith('<')) watch.heard(text);
    else watch.complained(text);
  }
  return watch.nonEngine;
}

describe('a program that is not an engine', () => {
  it.each<[what: string, lines: readonly string[], kind: NonEngine | null]>([
    ['says nothing', ['>cfp'], null],
    ['is sent nothing and says something', ['<ready'], null],
    ['repeats a line', ['>cfp', '<cfp'], 'echo'],
    ['repeats lines later, and blank ones or not', ['>a b', '>', '>c', '<a b', '<c\r'], 'echo'],
    ['is still to repeat the last one', ['>a', '<a', '>b'], 'echo'],
    ['says something of its own before', ['<hello', '>cfp', '<cfp'], null],
    ['says something of its own behind it', ['>cfp', '<cfp', '<cfpok'], null],
    ['repeats a line twice', ['>cfp', '<cfp', '<cfp'], null],
    ['answers with the word', ['>cfp', '<unknown command: cfp'], null],
    ['is dash', ['>cfp', '!/bin/sh: 1: cfp: not found'], 'shell'],
    ['is bash', ['>isready now', '!bash: line 1: isready: command not found'], 'shell'],
    ['is zsh', ['>quit', '!zsh: command not found: quit'], 'shell'],
    ['misses a file of its own', ['>cfp', '!book.bin: not found'], null],
    ['complains and answers', ['>cfp', '!cfp: not found', '<cfpok'], null],
  ])('that %s', (_what, lines, kind) => {
    expect(detected(...lines)).toBe(kind);
  });

  it('is none of an echo where far too much waits to be repeated', () => {
    const sent = Array.from({ length: 2000 }, (_, at) => `>${at}`);
    expect(detected(...sent, '<0')).toBe(null);
  });
});
