/** All checks of NMM, with those of how an engine starts, reads odd lines, exits and writes its lines; the probe. */
import { morris } from '../../../games/morris/index.ts';
import { expectNone, hearOut, patience, waits, type Probe } from '../../check-talk.ts';
import { Breach, type Check, type CheckWire } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { exitCode, inputEnds, inputEndsThinking, LEFT, quitPrompt, quitThinking } from '../../leaving.ts';
import { moveLine } from '../commands.ts';
import type { OddityName } from '../messages.ts';
import { goingChecks, informingChecks } from './going.ts';
import {
  check,
  expectLegal,
  expectWithout,
  forced,
  isAnswer,
  isOfSearch,
  NmmTalk,
  table,
  told,
} from './nmm-talk.ts';
import { playingChecks } from './playing.ts';
import { positionChecks } from './positions.ts';

const READY = 'NMM, Messages From Engine To GUI, ready';
const TIMES = 'NMM, no messages at inappropriate times';

const startingChecks = table([
  {
    id: 'ready',
    sentence: 'says `ready` when it has started, unasked',
    clause: READY,
    needs: [],
    advice:
      'Print `ready` with a newline before you read anything, and flush stdout: output to a pipe is held back otherwise. A GUI sends nothing before.',
    run: (talk) => talk.ready(),
  },
  {
    id: 'ready-once',
    sentence: 'says `ready` once',
    clause: READY,
    needs: ['ready'],
    advice: 'Print `ready` at the beginning only; `init` and `newgame` have no answer.',
    run: async (talk) => {
      await talk.begin();
      await talk.listen(waits.quiet);
      const [, ...more] = talk.said.filter(
        ({ message: { heard } }) => heard.kind === 'ready' && heard.isCertain,
      );
      expectNone(more, () => true, 'one `ready`');
    },
  },
  {
    id: 'init-silent',
    sentence: 'says nothing of a search at `init`',
    clause: TIMES,
    needs: ['ready'],
    advice: 'Prepare yourself at `init` and print nothing: `bestmove` and `info` belong to `go`.',
    run: async (talk) => {
      await talk.begin();
      await talk.quiet('neither `bestmove` nor `info` after `init`');
    },
  },
]);

const BLANKS = 'NMM, arbitrary whitespace around tokens';
const EXTRA = 'NMM, extra invalid tokens are ignored';

/** Sends a line that has no answer, and expects the engine to survive it. */
async function survives(talk: NmmTalk, line: string, what: string) {
  await talk.settle();
  talk.send(line);
  const answer = (await talk.listen(waits.thinking)).find(({ message }) => isOfSearch(message));
  if (answer) throw new Breach(`no answer to ${what}`, `\`${answer.line}\``);
  await talk.go();
}

/** A command with an unknown token in front of its argument. */
const joined = (line: string): string => line.replace(' ', ' joho ');

const readingChecks = table([
  {
    id: 'blanks',
    sentence: 'reads commands with blanks and tabs around their tokens',
    clause: BLANKS,
    needs: ['go-noplay'],
    advice: 'Split a line at runs of blanks and tabs, and drop those at its ends.',
    run: async (talk) => {
      await talk.begin(`  ${told(forced).replace(' ', ' \t ')}  `);
      await talk.legal(forced, '\tgo   noplay ');
      await talk.legal(forced, 'go');
    },
  },
  {
    id: 'extra-tokens',
    sentence: 'ignores tokens behind a command that mean nothing',
    clause: EXTRA,
    needs: ['go-noplay'],
    advice: 'Carry out a command by the tokens that you know, and ignore the others.',
    run: async (talk) => {
      await talk.begin(`${told(forced)} joho`);
      await talk.legal(forced, 'go noplay joho');
      await talk.legal(forced, 'go joho');
    },
  },
  {
    id: 'unknown-lives',
    sentence: 'keeps running after lines that it does not know',
    clause: EXTRA,
    needs: ['go'],
    advice: 'Never end at a line: a GUI that is newer than your engine knows more commands.',
    run: async (talk) => {
      await talk.settle();
      talk.send('joho', 'joho 1 2 3', '');
      await talk.listen(waits.thinking);
      await talk.go();
    },
  },
  {
    id: 'unknown-command',
    level: 'should',
    sentence: 'ignores a line of unknown tokens',
    clause: EXTRA,
    needs: ['unknown-lives'],
    advice: 'Ignore such a line, or complain on stderr.',
    run: (talk) => survives(talk, 'joho', 'an unknown line'),
  },
  {
    id: 'extra-before',
    level: 'should',
    sentence: 'skips tokens that mean nothing in front of a command, a position or a move',
    clause: EXTRA,
    needs: ['extra-tokens', 'unknown-command', 'move'],
    advice:
      'Look for the first token that is a command of yours, and behind `newgame` and `move` for the first that a position or a move begins with.',
    run: async (talk) => {
      const [move] = morris.moves(forced) as [number];
      await talk.begin(joined(told(forced)));
      await talk.legal(forced, 'joho go noplay');
      await talk.passOver();
      talk.send(joined(moveLine(move, 'index')));
      await talk.legal(morris.play(forced, move));
    },
  },
  {
    id: 'empty-line',
    level: 'should',
    sentence: 'ignores an empty line',
    clause: BLANKS,
    needs: ['unknown-lives'],
    advice: 'A line without a token is not a command; look that there is a first token before you take it.',
    run: (talk) => survives(talk, '', 'an empty line'),
  },
]);

const QUIT = 'NMM, Messages From GUI To Engine, quit';

const quit = (talk: NmmTalk): Promise<void> => talk.begin('quit');

async function think(talk: NmmTalk): Promise<void> {
  await talk.begin();
  await talk.think();
}

const leavingChecks: readonly Check[] = [
  ...table([
    {
      id: 'quit',
      sentence: 'ends at `quit`',
      clause: QUIT,
      needs: ['ready'],
      advice: 'At `quit` end every thread and exit, also where `init` or a game never came.',
      run: async (talk) => {
        await quit(talk);
        await talk.left(waits.answer, LEFT);
      },
    },
    {
      id: 'quit-early',
      level: 'should',
      sentence: 'ends at a `quit` that comes before `init`',
      clause: QUIT,
      needs: ['quit'],
      advice: 'Read `quit` in every state: a GUI that only tests whether you start quits this early.',
      run: async (talk) => {
        await talk.ready();
        talk.send('quit');
        await talk.left(waits.answer, LEFT);
      },
    },
  ]),
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

const MESSAGES = 'NMM, Communication';

async function converse(talk: NmmTalk): Promise<void> {
  await talk.begin();
  await talk.go();
  await talk.listen(waits.thinking);
}

const conversesWithout =
  (names: readonly OddityName[], expected: string) =>
  async (talk: NmmTalk): Promise<void> => {
    await converse(talk);
    expectWithout(talk.said, names, expected);
  };

const writingChecks = table([
  {
    id: 'ascii',
    level: 'should',
    sentence: 'says nothing but ASCII',
    clause: MESSAGES,
    needs: ['go'],
    advice: 'Leave out colours, box drawings and letters with accents.',
    run: async (talk) => {
      await converse(talk);
      const odd = talk.said.find(({ line }) => !/^[\t\x20-\x7e]*$/.test(line));
      if (odd) throw new Breach('ASCII', quoted(odd.line));
    },
  },
  {
    id: 'only-messages',
    level: 'should',
    sentence: 'says nothing but `ready`, `info` and `bestmove` on stdout',
    clause: MESSAGES,
    needs: ['ascii'],
    advice: 'Write remarks to stderr: the text has no words for them.',
    run: conversesWithout(['noise-line', 'unknown-token', 'blank-line'], 'messages of the text alone'),
  },
  {
    id: 'spelling',
    level: 'should',
    sentence: 'spells its messages as the text does, `P`, `M` and `T` in capitals',
    clause: MESSAGES,
    needs: ['go'],
    advice: 'Write words in lower case and the letters of a move in capitals.',
    run: conversesWithout(['letter-case'], 'messages as the text spells them'),
  },
]);

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

/** The engine sends `ready` unasked, and then places a man in a new game. */
export const nmmProbe: Probe = {
  way: '',
  async run(wire: CheckWire) {
    const talk = new NmmTalk(wire);
    await talk.until(
      ({ heard }) => (heard.kind === 'ready' ? true : undefined),
      patience,
      '`ready` when it has started',
    );
    await hearOut(talk, isAnswer, 'go noplay');
    talk.send('init', 'newgame', 'go noplay');
    const early = (await talk.lastWords(waits.thinking)).find(({ message }) => isAnswer(message));
    if (!early) talk.send('stop');
    const answer = early ?? (await talk.answered('`bestmove` after `go noplay` and `stop`', patience));
    expectLegal(morris.initial(), answer);
    return {
      how: `said \`ready\` by itself and answered \`go noplay\` by a legal move, \`${answer.line.trim()}\``,
      sure: true,
    };
  },
};
