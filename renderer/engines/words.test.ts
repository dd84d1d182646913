import { describe, expect, it } from 'vitest';
import type { EngineState, SessionState } from '../../app/api/contract.ts';
import { engineAtAGlance } from './words.ts';

const engine = (part: Partial<EngineState>): EngineState =>
  ({ id: 'e', bundled: false, contact: { state: 'unknown' }, ...part }) as EngineState;
const session = (part: Partial<SessionState>): SessionState =>
  ({
    engine: 'e',
    purpose: 'analysis',
    state: 'idle',
    ending: null,
    successor: null,
    ...part,
  }) as SessionState;
const crash = { word: 'crashed' } as NonNullable<SessionState['ending']>;
const quit = { word: 'quit' } as NonNullable<SessionState['ending']>;

describe('an engine at a glance', () => {
  it('is what first contact found while it does not run', () => {
    expect(engineAtAGlance(engine({}), []).word).toBe('not tested');
    expect(engineAtAGlance(engine({ bundled: true }), []).word).toBe('ready');
    expect(engineAtAGlance(engine({ contact: { state: 'failed', ending: crash } }), []).tone).toBe('bad');
  });

  it('is as its liveliest session', () => {
    const all = [session({}), session({ state: 'thinking' }), session({ state: 'stopping' })];
    expect(engineAtAGlance(engine({}), all).word).toBe('thinking');
    expect(engineAtAGlance(engine({}), [session({}), session({ state: 'ended', ending: crash })]).word).toBe(
      'idle',
    );
  });

  it('says that it crashed as long as that session is listed, and not that it was ended', () => {
    const ended = (ending: SessionState['ending']): SessionState => session({ state: 'ended', ending });
    expect(engineAtAGlance(engine({}), [ended(crash)]).word).toBe('crashed');
    expect(engineAtAGlance(engine({ contact: { state: 'ok' } }), [ended(quit)]).word).toBe('ready');
  });

  it('does not say that it crashed where it was restarted since', () => {
    const past = session({ state: 'ended', ending: crash, successor: 's2' });
    expect(engineAtAGlance(engine({ contact: { state: 'ok' } }), [past]).word).toBe('ready');
  });

  it('says that it waits while other engines are checked before it', () => {
    expect(engineAtAGlance(engine({ contact: { state: 'waiting' } }), []).word).toBe('waiting for test');
  });

  it('does not speak of other engines or of the contact itself', () => {
    const others = [session({ engine: 'x', state: 'thinking' }), session({ purpose: 'contact' })];
    expect(engineAtAGlance(engine({ contact: { state: 'checking' } }), others).word).toBe('testing');
  });
});
