/** Checks of how an engine leaves, the same in every protocol but for the way to that point and what they need. */
import type { Check } from './conformance.ts';
import { waits, type MakeCheck, type CheckTalk } from './check-talk.ts';

/** No protocol's text asks for it, but a host that has crashed leaves only a closed pipe. */
export const HOSTS = 'What hosts need: an engine that leaves when its input is closed';
const EXITS = 'What hosts need: an exit that does not look like a crash';

export const LEFT = 'the end of the process after `quit`';

/** Fields that a protocol sets itself. */
type Own = Pick<Check, 'needs'> & Partial<Omit<Check, 'run' | 'needs'>>;

type Clause = Pick<Check, 'clause'>;

/** Leads the conversation to its end. */
type Script<T> = (talk: T) => Promise<void>;

/** @param think leaves the engine thinking */
export const quitThinking = <T extends CheckTalk<unknown>>(
  make: MakeCheck<T>,
  own: Own & Clause,
  think: Script<T>,
): Check =>
  make(
    {
      id: 'quit-thinking',
      level: 'must',
      sentence: 'ends at `quit` while it thinks',
      advice: 'Let `quit` end a running search as `stop` does; do not wait for it to finish.',
      ...own,
    },
    async (talk) => {
      await think(talk);
      talk.send('quit');
      await talk.left(waits.answer, `${LEFT} in mid-search`);
    },
  );

/** @param quit tells the engine to leave */
export const quitPrompt = <T extends CheckTalk<unknown>>(
  make: MakeCheck<T>,
  own: Own & Clause,
  quit: Script<T>,
): Check =>
  make(
    {
      id: 'quit-prompt',
      level: 'should',
      sentence: `ends within ${waits.prompt / 1000} s of \`quit\``,
      advice: 'Exit at once; what you save on the way out should take no longer than a moment.',
      ...own,
    },
    async (talk) => {
      await quit(talk);
      await talk.left(waits.prompt, LEFT);
    },
  );

/** @param quit tells the engine to leave */
export const exitCode = <T extends CheckTalk<unknown>>(
  make: MakeCheck<T>,
  own: Own,
  quit: Script<T>,
  expected: string = LEFT,
): Check =>
  make(
    {
      id: 'quit-code',
      level: 'beyond',
      sentence: 'exits with code 0 at `quit`',
      clause: EXITS,
      advice: 'Return 0 from main; a crash on the way out shows here as a signal or another code.',
      ...own,
    },
    async (talk) => {
      await quit(talk);
      await talk.leftCleanly(waits.answer, expected);
    },
  );

/** @param begin opens the conversation */
export const inputEnds = <T extends CheckTalk<unknown>>(
  make: MakeCheck<T>,
  own: Own,
  begin: Script<T>,
): Check =>
  make(
    {
      id: 'input-ends',
      level: 'beyond',
      sentence: 'ends when its input is closed',
      clause: HOSTS,
      advice:
        'Exit when reading stdin says that it is at its end; a loop that reads on there takes a whole core.',
      ...own,
    },
    async (talk) => {
      await begin(talk);
      await talk.leftAlone();
    },
  );

/** @param think leaves the engine thinking */
export const inputEndsThinking = <T extends CheckTalk<unknown>>(
  make: MakeCheck<T>,
  own: Own,
  think: Script<T>,
): Check =>
  make(
    {
      id: 'input-ends-thinking',
      level: 'beyond',
      sentence: 'ends when its input is closed while it thinks',
      clause: HOSTS,
      advice: 'Let the end of stdin end a running search, too.',
      ...own,
    },
    async (talk) => {
      await think(talk);
      await talk.leftAlone();
    },
  );
