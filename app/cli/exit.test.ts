import { describe, expect, it } from 'vitest';
import type { SessionEnding } from '../api/contract.ts';
import { exitOf } from './exit.ts';

const ending = (part: Partial<SessionEnding>): SessionEnding => ({
  ...{ word: 'crashed', reason: 'exited with code 1', advice: 'Restart the engine.' },
  ...{ exitCode: 1, signal: null, lastHeard: null, stderrTail: [], rung: 'by itself' },
  ...part,
});
const sandbox = 'The engine ran in the sandbox.';

describe('the line about a failed engine', () => {
  it.each<[string, Partial<SessionEnding>, string]>([
    ['has the advice before the conversation', { word: 'handshake' }, ' Restart the engine.'],
    ['has none later', {}, ''],
    [
      'has what concerns the sandbox later, too',
      { advice: `Restart the engine. ${sandbox}`, sandbox },
      ` ${sandbox}`,
    ],
    [
      'has that once before the conversation',
      { word: 'handshake', advice: `Restart the engine. ${sandbox}`, sandbox },
      ` Restart the engine. ${sandbox}`,
    ],
  ])('%s', (_, part, told) => {
    const { code, message } = exitOf(ending(part), null);
    expect([code, message]).toEqual([1, `${part.word ?? 'crashed'}: exited with code 1.${told}`]);
  });
});
