import { describe, expect, it } from 'vitest';
import { session } from '../testing/engines.ts';
import { sessionAtAGlance } from './words.ts';

describe('a session at a glance', () => {
  it('tells thinking, stopping, idle and crashed apart by shape and word', () => {
    const ending = {
      word: 'crashed',
      reason: '',
      advice: '',
      exitCode: 1,
      signal: null,
      lastHeard: null,
      stderrTail: [],
      rung: 'by itself',
    } as const;
    const looks = [
      sessionAtAGlance({ state: 'thinking', ending: null }),
      sessionAtAGlance({ state: 'stopping', ending: null }),
      sessionAtAGlance({ state: 'idle', ending: null }),
      sessionAtAGlance({ state: 'ended', ending: { ...ending, stderrTail: [] } }),
    ];
    expect(new Set(looks.map(({ tone }) => tone)).size).toBe(4);
    expect(looks.map(({ word }) => word)).toEqual(['thinking', 'stopping', 'idle', 'crashed']);
  });

  it('does not say that an engine is stopping which nothing can stop', () => {
    const capabilities = { ...session().capabilities, stop: false };
    expect(sessionAtAGlance({ state: 'stopping', ending: null, capabilities }).word).toBe('busy elsewhere');
  });

  it('does not call a wanted end a fault', () => {
    expect(sessionAtAGlance({ state: 'ended', ending: null }).tone).toBe('off');
  });
});
