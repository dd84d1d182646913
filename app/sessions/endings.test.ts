import { describe, expect, it } from 'vitest';
import { describeEnding, quoted, type Cause, type Remains } from './endings.ts';

const remains: Remains = {
  exitCode: 1,
  signal: null,
  lastHeard: 'readyok',
  stderrTail: [],
  rung: 'by itself',
};

const reasonOf = (cause: Cause, changes: Partial<Remains> = {}): string =>
  describeEnding(cause, { ...remains, ...changes }).reason;

describe('describeEnding', () => {
  it.each<[Cause, string]>([
    [{ kind: 'launch', finding: { kind: 'folder', file: '/e' } }, 'unstartable'],
    [{ kind: 'spawn', file: '/e', code: 'ENOEXEC' }, 'unstartable'],
    [{ kind: 'spawn', file: '/e', code: 'EMFILE' }, 'void'],
    [{ kind: 'driver', ending: 'malformed', reason: 'nonsense' }, 'malformed'],
    [{ kind: 'driver', ending: 'handshake', reason: 'nonsense' }, 'handshake'],
    [{ kind: 'exited', opened: false, opening: '`cfpok`' }, 'handshake'],
    [{ kind: 'exited', opened: true, opening: '`cfpok`' }, 'crashed'],
    [{ kind: 'unread', bytes: 5 }, 'stalled'],
    [{ kind: 'quota', bytes: 5 }, 'limit'],
    [{ kind: 'journal', message: 'ENOSPC' }, 'void'],
    [{ kind: 'broken', message: 'a bug' }, 'void'],
    [{ kind: 'quit', asked: true }, 'quit'],
    [{ kind: 'quit', asked: false }, 'quit'],
  ])('%j ends as %s', (cause, word) => {
    const ending = describeEnding(cause, remains);
    expect(ending).toMatchObject({ ...remains, word });
    expect(ending.reason).not.toBe('');
    expect(ending.advice === '').toBe(word === 'quit');
  });

  it('names the answer that was awaited and the last word on stderr', () => {
    const cause: Cause = { kind: 'exited', opened: false, opening: '`cfpok`' };
    expect(reasonOf(cause, { stderrTail: ['Traceback', 'no such book', ' '] })).toBe(
      'exited with 1 before `cfpok`; last line on stderr: `no such book`',
    );
    expect(reasonOf(cause, { lastHeard: null })).toBe('exited with 1 before `cfpok`; it said nothing');
    expect(reasonOf(cause, { exitCode: null, signal: 'SIGSEGV' })).toBe(
      'was killed by SIGSEGV before `cfpok`; last line heard: `readyok`',
    );
  });

  it('does not repeat what a driver has quoted', () => {
    const cause = { kind: 'driver', ending: 'malformed', reason: '`readyok` is no column' } as const;
    expect(reasonOf(cause)).toBe('`readyok` is no column');
  });
});

describe('quoted', () => {
  it('shows what a terminal would obey', () => {
    expect(quoted('a\x1b[2J\x7f\u202eb\u0085')).toBe('`a\u241b[2J\u2421<U+202E>b<U+0085>`');
  });

  it('shortens', () => expect(quoted('x'.repeat(1000))).toBe(`\`${'x'.repeat(200)}…\``));
});
