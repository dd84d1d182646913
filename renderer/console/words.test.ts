import { describe, expect, it } from 'vitest';
import { session } from '../testing/engines.ts';
import { journalName, sessionAtAGlance } from './words.ts';

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
    expect(sessionAtAGlance({ state: 'stopping', ending: null, capabilities }).word).toBe(
      'finishing its move',
    );
  });

  it('does not call a wanted end a fault', () => {
    expect(sessionAtAGlance({ state: 'ended', ending: null }).tone).toBe('off');
  });
});

it('makes a file name of a title and a time', () => {
  expect(journalName('connect4 · CFSI', '2026-03-01T12:34:56.789Z')).toBe(
    'connect4-CFSI-2026-03-01T12-34-56.txt',
  );
  expect(journalName('../../x', '2026-03-01T12:34:56Z')).toBe('x-2026-03-01T12-34-56.txt');
  expect(journalName('', '')).toBe('journal.txt');
});
