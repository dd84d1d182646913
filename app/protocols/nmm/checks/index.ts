/** All checks of NMM, and those of how an engine starts, leaves and writes its lines. */
import { expectNone, waits } from '../../check-talk.ts';
import { Breach, type Check } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { exitCode, inputEnds, inputEndsThinking, LEFT, quitPrompt, quitThinking } from '../../leaving.ts';
import { decodeMessage, oddity, type OddityName } from '../messages.ts';
import { goingChecks, informingChecks } from './going.ts';
import { check, type NmmTalk } from './nmm-talk.ts';
import { playingChecks } from './playing.ts';
import { positionChecks } from './positions.ts';
import { readingChecks } from './reading.ts';

const READY = 'NMM, Messages From Engine To GUI, ready';
const TIMES = 'NMM, no messages at inappropriate times';

const startingChecks: readonly Check[] = [
  check(
    {
      id: 'ready',
      level: 'must',
      sentence: 'says `ready` when it has started, unasked',
      clause: READY,
      needs: [],
      advice:
        'Print `ready` with a newline before you read anything, and flush stdout: output to a pipe is held back otherwise. A GUI sends nothing before.',
    },
    (talk) => talk.ready(),
  ),
  check(
    {
      id: 'ready-once',
      level: 'must',
      sentence: 'says `ready` once',
      clause: READY,
      needs: ['ready'],
      advice: 'Print `ready` at the beginning only; `init` and `newgame` have no answer.',
    },
    async (talk) => {
      await talk.begin();
      expectNone(await talk.listen(waits.quiet), ({ heard }) => heard.kind === 'ready', 'one `ready`');
    },
  ),
  check(
    {
      id: 'init-silent',
      level: 'must',
      sentence: 'says nothing of a search at `init`',
      clause: TIMES,
      needs: ['ready'],
      advice: 'Prepare yourself at `init` and print nothing: `bestmove` and `info` belong to `go`.',
    },
    async (talk) => {
      await talk.begin();
      await talk.quiet('neither `bestmove` nor `info` after `init`');
    },
  ),
];

// How an engine leaves.

const QUIT = 'NMM, Messages From GUI To Engine, quit';

const quit = (talk: NmmTalk): Promise<void> => talk.begin('quit');

async function think(talk: NmmTalk): Promise<void> {
  await talk.begin();
  await talk.think();
}

const leavingChecks: readonly Check[] = [
  check(
    {
      id: 'quit',
      level: 'must',
      sentence: 'ends at `quit`',
      clause: QUIT,
      needs: ['ready'],
      advice: 'At `quit` end every thread and exit, also where `init` or a game never came.',
    },
    async (talk) => {
      await quit(talk);
      await talk.left(waits.answer, LEFT);
    },
  ),
  check(
    {
      id: 'quit-early',
      level: 'should',
      sentence: 'ends at a `quit` that comes before `init`',
      clause: QUIT,
      needs: ['quit'],
      advice:
        'Read `quit` in whatever state you are: a GUI that only looks whether you start quits this early.',
    },
    async (talk) => {
      await talk.ready();
      talk.send('quit');
      await talk.left(waits.answer, LEFT);
    },
  ),
  quitThinking(check, { clause: QUIT, needs: ['quit', 'go'] }, think),
  quitPrompt(check, { clause: QUIT, needs: ['quit'] }, quit),
  exitCode(
    check,
    {
      level: 'should',
      sentence: 'exits gracefully at `quit`, with code 0',
      clause: QUIT,
      needs: ['quit'],
    },
    quit,
  ),
  inputEnds(check, { needs: ['ready'] }, (talk) => talk.begin()),
  inputEndsThinking(check, { needs: ['input-ends', 'go'] }, think),
];

// How lines are written, over a whole conversation.

const MESSAGES = 'NMM, Communication';

async function converse(talk: NmmTalk): Promise<void> {
  await talk.begin();
  await talk.go();
  await talk.listen(waits.thinking);
}

/** @throws Breach at the first line with one of these faults */
async function expectWithout(talk: NmmTalk, names: readonly OddityName[], expected: string): Promise<void> {
  await converse(talk);
  for (const { line } of talk.said) {
    const fault = decodeMessage(line).faults.find(({ name }) => names.includes(name));
    if (fault) throw new Breach(expected, `${quoted(line)}: ${oddity({ name: fault.name }).text}`);
  }
}

const writingChecks: readonly Check[] = [
  check(
    {
      id: 'ascii',
      level: 'should',
      sentence: 'says nothing but ASCII',
      clause: MESSAGES,
      needs: ['go'],
      advice: 'Leave out colours, box drawings and letters with accents.',
    },
    async (talk) => {
      await converse(talk);
      const odd = talk.said.find(({ line }) => !/^[\t\x20-\x7e]*$/.test(line));
      if (odd) throw new Breach('ASCII', quoted(odd.line));
    },
  ),
  check(
    {
      id: 'only-messages',
      level: 'should',
      sentence: 'says nothing but `ready`, `info` and `bestmove` on stdout',
      clause: MESSAGES,
      needs: ['ascii'],
      advice: 'Write remarks to stderr: the text has no words for them.',
    },
    (talk) =>
      expectWithout(talk, ['noise-line', 'unknown-token', 'blank-line'], 'messages of the text alone'),
  ),
  check(
    {
      id: 'spelling',
      level: 'should',
      sentence: 'spells its messages as the text does, `P`, `M` and `T` in capitals',
      clause: MESSAGES,
      needs: ['go'],
      advice: 'Write words in lower case and the letters of a move in capitals.',
    },
    (talk) => expectWithout(talk, ['letter-case'], 'messages as the text spells them'),
  ),
];

/** What an engine that speaks NMM is held to. */
export const nmmChecks: readonly Check[] = [
  ...startingChecks,
  ...goingChecks,
  ...positionChecks,
  ...playingChecks,
  ...informingChecks,
  ...readingChecks,
  ...leavingChecks,
  ...writingChecks,
];
