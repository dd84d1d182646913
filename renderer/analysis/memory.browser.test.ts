import { expect, it } from 'vitest';
import type { Evaluation } from '../../app/api/contract.ts';
import { teller } from '../testing/evaluations.ts';
import { memoriesBeside, memoryOf, memoryWords } from './memory.ts';
import { analysis } from '../testing/engines.ts';

const now = Date.UTC(2026, 5, 20, 12);

const said = (number: number, more: Partial<Evaluation> = {}): Evaluation => ({
  teller: teller(number, '').id,
  report: {
    ...{ bestmove: null, turn: [], text: 'a.sgf: win 9 old', fault: null, scores: null, staticScale: 1 },
    ...{
      score: { type: 'decisive', winner: 'mover', plies: 9 },
      winningMoves: null,
      depth: null,
      nodes: null,
    },
    ...{ seconds: 0, truncated: false, exhaustive: false },
  },
  ...{
    measure: { kind: 'claimed', amount: 0 },
    quietPlies: null,
    saidAt: Date.UTC(2025, 1, 3),
    source: null,
  },
  isMirrored: false,
  ...more,
});

it('tells what a file says apart from what an engine said here', () => {
  const fromFile = {
    evaluation: said(1),
    teller: { ...teller(1, 'old', ''), engine: null, origin: 'file' as const },
  };
  const heard = { evaluation: said(2, { isMirrored: true }), teller: teller(2, 'mine') };
  expect(memoryWords(fromFile, now)).toBe('old, from a file written on 3 Feb 2025');
  const deep = { ...fromFile, evaluation: said(1, { measure: { kind: 'depth', amount: 9 } }) };
  expect(memoryWords(deep, now)).toBe('old at depth 9, from a file written on 3 Feb 2025');
  expect(memoryWords(heard, now)).toBe('claimed as decided by mine on 3 Feb 2025, mirrored');
  const running = analysis({ engine: 'e2', protocol: 'cfsi', report: null });
  expect(memoriesBeside([fromFile, heard], [running])).toEqual([fromFile]);
  expect(memoryOf(running, [fromFile, heard])).toBe(heard);
});

it('shows no answer as a memory of itself, nor one that took about as long', () => {
  const took = (seconds: number, text: string) => ({
    ...{ ...said(1).report, score: null, text, seconds },
  });
  const remembered = (seconds: number, text: string, session: string) => ({
    evaluation: said(2, {
      report: took(seconds, text),
      measure: { kind: 'seconds', amount: seconds },
      source: { session, at: 1, nth: 0, text },
    }),
    teller: teller(2, 'mine'),
  });
  const running = (seconds: number) =>
    analysis({ engine: 'e2', protocol: 'cfsi', session: 's1', report: took(seconds, 'e6') });
  expect(memoryOf(running(5), [remembered(5.004, 'e6', 's0')])).toBeNull();
  expect(memoryOf(running(1), [remembered(5, 'e6', 's1')])).toBeNull();
  const longer = remembered(60, 'e7', 's0');
  expect(memoryOf(running(5), [longer])).toBe(longer);
});
