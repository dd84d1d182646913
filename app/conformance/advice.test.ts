import { describe, expect, it } from 'vitest';
import { CheckTalk } from '../protocols/check-talk.ts';
import { Breach, judge, pass, type Check, type CheckWire } from '../protocols/conformance.ts';
import type { CheckEntry } from '../shapes/checks.ts';
import { adviceFor } from './advice.ts';
import type { ProgramFacts, RunningWire } from './running-wire.ts';

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
  it.each<[string, Partial<ProgramFacts>, boolean, string]>([
    ["is the rule's", {}, true, 'Answer.'],
    [
      'names the sandbox where no answer came there',
      { sandbox: { words, hides: false } },
      ...([true, `Answer. ${words}`] as const),
    ],
    [
      'names the sandbox where the engine complained of what it hides',
      { sandbox: { words, hides: true } },
      ...([false, `Answer. ${words}`] as const),
    ],
    [
      'does not where it answered as it does everywhere',
      { sandbox: { words, hides: false } },
      ...([false, 'Answer.'] as const),
    ],
  ])('%s', (_, program, isSilent, expected) => {
    expect(adviceFor(check, { ended: null, isSilent }, wireOf(program))).toBe(expected);
  });

  it('quotes stderr where the engine left, whether or not its last line tells why', () => {
    const ended = { kind: 'ended', exitCode: 101, signal: null } as const;
    const toldOf = (...lines: string[]) =>
      adviceFor(
        check,
        { ended, isSilent: false },
        wireOf({}, entry('sent', 'go'), ...lines.map((line) => entry('stderr', line))),
      );
    expect(toldOf('Error: no book')).toContain('after `go`; last line on stderr: `Error: no book`.');
    expect(toldOf('Error: no book', 'bye')).toContain('after `go`; on stderr: `Error: no book`.');
  });
});

/** A wire that says these lines, and then nothing. */
const saying = (...lines: string[]): CheckWire => ({
  now: 0,
  send: () => undefined,
  end: () => undefined,
  next: async () => {
    const text = lines.shift();
    return text === undefined ? { kind: 'silence' } : { kind: 'line', text };
  },
  unaskedLines: async () => [],
});

describe('a failed check is silent', () => {
  const judged = (work: (talk: CheckTalk<string>) => Promise<unknown>, ...lines: string[]) =>
    judge(
      { ...check, run: async (wire) => work(new CheckTalk(wire, (line) => line)).then(() => pass) },
      saying(...lines),
    );
  const answer = (line: string): true | undefined => (line === 'answer' ? true : undefined);

  it('where no line came while one was awaited, and only there', async () => {
    expect(await judged((talk) => talk.until(answer, 10, 'an answer'))).toMatchObject({
      ...{ instead: 'silence', isSilent: true },
    });
    const failures = [
      judged((talk) => talk.until(answer, 10, 'an answer'), 'nonsense'),
      judged((talk) => talk.left(10, 'an exit')),
      // The quiet after an answer is not a missing one.
      judged(async (talk) => {
        await talk.listen(10);
        throw new Breach('another answer', 'this one');
      }, 'answer'),
    ];
    for (const failure of failures) expect(await failure).toMatchObject({ kind: 'fail', isSilent: false });
  });
});
