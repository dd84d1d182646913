import { describe, expect, it } from 'vitest';
import type { SessionState } from '../../app/api/contract.ts';
import { analysis, ending, session } from '../testing/engines.ts';
import { hostState } from '../testing/fake-host.ts';
import { restartable, restartWords } from './restarts.ts';

const crashed = (part: Partial<SessionState> = {}): SessionState =>
  session({ state: 'ended', ending: ending(), ...part });
const ids = (...sessions: SessionState[]): string[] =>
  restartable(hostState({ sessions })).map(({ id }) => id);

describe('what one key restarts', () => {
  it('is what was rebuilt while it runs, and what crashed and was left', () => {
    expect(
      ids(
        session({ id: 'as it was' }),
        session({ id: 'rebuilt', rebuilt: true, engine: 'other' }),
        crashed({ id: 'left', engine: 'third' }),
      ),
    ).toEqual(['rebuilt', 'left']);
    expect(restartable(null)).toEqual([]);
  });

  it('is nothing that was restarted already, was ended as asked, or is one task', () => {
    expect(
      ids(
        crashed({ successor: 's9' }),
        crashed({ ending: ending({ word: 'quit' }), engine: 'other' }),
        crashed({ purpose: 'contact' }),
        session({ purpose: 'report', rebuilt: true }),
      ),
    ).toEqual([]);
  });

  it('is the last failure of each use of an engine, and none that a newer session made good', () => {
    expect(ids(crashed({ id: 'a' }), crashed({ id: 'b' }))).toEqual(['b']);
    expect(ids(crashed({ id: 'a' }), session({ id: 'b' }))).toEqual([]);
    expect(ids(crashed({ id: 'a' }), session({ id: 'b', purpose: 'first player' }))).toEqual(['a']);
  });
});

describe('a crash in words', () => {
  const restarts = { made: 2, most: 3, seconds: 60, left: false };

  it('says which restart it led to', () => {
    const now = [analysis({ session: 's7' }), analysis({ session: 's2', restarts })];
    expect(restartWords(crashed({ successor: 's2' }), now)).toBe('Restarted, 2 of 3 in 60 s.');
    expect(restartWords(crashed({ successor: 's1' }), now)).toBe('Restarted.');
  });

  it('says that it was left, and nothing of an engine at the table', () => {
    const left = [analysis({ session: 's1', restarts: { ...restarts, made: 3, left: true } })];
    expect(restartWords(crashed(), left)).toMatch(/^Restarted 3 times in 60 s; it then crashed again/);
    expect(restartWords(crashed({ purpose: 'first player' }), left)).toBeNull();
    expect(restartWords(crashed(), [analysis({ session: 's1' })])).toBeNull();
  });
});
