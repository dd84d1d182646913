import { describe, expect, it } from 'vitest';
import type { Check } from '../protocols/conformance.ts';
import type { CheckEntry } from '../shapes/checks.ts';
import { adviceFor } from './advice.ts';
import { silence, type ProgramFacts, type RunningWire } from './running-wire.ts';

const check = { advice: 'Answer.' } as Check;
const entry = (direction: CheckEntry['direction'], text: string): CheckEntry => ({
  seconds: 0,
  direction,
  text,
});
const facts: ProgramFacts = { command: './bot', nonEngine: null, heldBack: false, around: '', sandbox: null };
const wireOf = (program: Partial<ProgramFacts>, ...exchange: CheckEntry[]) =>
  ({ program: { ...facts, ...program }, exchange }) as unknown as RunningWire;
const words = 'It ran in the sandbox.';

describe('the advice of a check that failed', () => {
  it.each<[string, Partial<ProgramFacts>, CheckEntry[], string]>([
    ["is the rule's", {}, [entry('note', silence)], 'Answer.'],
    [
      'names the sandbox where the engine fell silent there',
      { sandbox: { words, hides: false } },
      [entry('sent', 'cfp'), entry('note', silence), entry('note', 'ended by SIGKILL')],
      `Answer. ${words}`,
    ],
    [
      'does not where it answered wrongly after the silence of its search',
      { sandbox: { words, hides: false } },
      [entry('sent', 'go'), entry('note', silence), entry('sent', 'stop'), entry('heard', 'bestmove 3')],
      'Answer.',
    ],
    [
      'names the sandbox where the engine complained of what it hides',
      { sandbox: { words, hides: true } },
      [entry('sent', 'cfp'), entry('stderr', 'no /book'), entry('heard', 'none')],
      `Answer. ${words}`,
    ],
    [
      'does not where it answered as it does everywhere',
      { sandbox: { words, hides: false } },
      [entry('sent', 'cfp'), entry('heard', 'none')],
      'Answer.',
    ],
  ])('%s', (_, program, exchange, expected) => {
    expect(adviceFor(check, null, wireOf(program, ...exchange))).toBe(expected);
  });
});
