/**
 * Checks of how an engine exits. They are the same in every protocol except for the steps to that point and the checks
 * that they need.
 */
import type { Check } from './conformance.ts';
import { waits, type MakeCheck, type CheckTalk } from './check-talk.ts';

/** No protocol's text requires it, but a host that has crashed leaves only a closed pipe. */
export const HOSTS = 'What hosts need: an engine that leaves when its input is closed';
const EXITS = 'What hosts need: an exit that does not look like a crash';

export const LEFT = 'the end of the process after `quit`';

/** Fields that a protocol sets itself. */
type Own = Pick<Check, 'needs'> & Partial<Omit<Check, 'run' | 'needs'>>;
type OwnWithClause = Own & Pick<Check, 'clause'>;

type Usual = Omit<Check, 'run' | 'needs' | 'clause'>;

/** Leads the conversation to the point of exit. */
type Script<T> = (talk: T) => Promise<void>;

/** @param end waits for the process to exit */
const asked =
  (usual: Usual, end: (talk: CheckTalk<unknown>, expected: string) => Promise<unknown>) =>
  <T extends CheckTalk<unknown>>(
    make: MakeCheck<T>,
    own: OwnWithClause,
    lead: Script<T>,
    expected: string = LEFT,
  ): Check =>
    make({ ...usual, ...own }, async (talk) => {
      await lead(talk);
      await end(talk, expected);
    });

/** Like `asked`, for a need of hosts beyond the text. */
const needed = (clause: string, ...rest: Parameters<typeof asked>) => {
  const check = asked(...rest);
  return <T extends CheckTalk<unknown>>(make: MakeCheck<T>, own: Own, lead: Script<T>, expected?: string) =>
    check(make, { clause, ...own }, lead, expected);
};

/** Its script leaves the engine thinking. */
export const quitThinking = asked(
  {
    id: 'quit-thinking',
    level: 'must',
    sentence: 'ends at `quit` while it thinks',
    advice: 'Let `quit` end a running search as `stop` does; do not wait for it to finish.',
  },
  (talk) => {
    talk.send('quit');
    return talk.left(waits.answer, `${LEFT} in mid-search`);
  },
);

/** Its script tells the engine to quit. */
export const quitPrompt = asked(
  {
    id: 'quit-prompt',
    level: 'should',
    sentence: `ends within ${waits.prompt / 1000} s of \`quit\``,
    advice: 'Exit at once; what you save on the way out should take no longer than a moment.',
  },
  (talk, expected) => talk.left(waits.prompt, expected),
);

/** Its script tells the engine to quit. */
export const exitCode = needed(
  EXITS,
  {
    id: 'quit-code',
    level: 'beyond',
    sentence: 'exits with code 0 at `quit`',
    advice: 'Return 0 from main; a crash on the way out shows here as a signal or another code.',
  },
  (talk, expected) => talk.leftCleanly(waits.answer, expected),
);

/** Its script opens the conversation. */
export const inputEnds = needed(
  HOSTS,
  {
    id: 'input-ends',
    level: 'beyond',
    sentence: 'ends when its input is closed',
    advice:
      'Exit when reading stdin says that it is at its end; a loop that reads on there takes a whole core.',
  },
  (talk) => talk.leftAlone(),
);

/** Its script leaves the engine thinking. */
export const inputEndsThinking = needed(
  HOSTS,
  {
    id: 'input-ends-thinking',
    level: 'beyond',
    sentence: 'ends when its input is closed while it thinks',
    advice: 'Let the end of stdin end a running search, too.',
  },
  (talk) => talk.leftAlone(),
);
