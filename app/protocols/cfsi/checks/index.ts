/** All checks of CFSI, with those of how a server starts and how lines are written; the probe. */
import { hearOut, ifShown, patience, waits, type Probe } from '../../check-talk.ts';
import { Breach, type Check, type CheckWire } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { decodeResponse } from '../messages.ts';
import { oddity } from '../values.ts';
import { answeringChecks } from './answering.ts';
import { CfsiTalk, isBestmove, isKind, openOnly, table, usual } from './cfsi-talk.ts';
import { endingChecks } from './ending.ts';
import { playingChecks, queueingChecks } from './playing.ts';

const START = 'CFSI, Commands, start';
const PING = 'CFSI, Commands, ping';

const startingChecks = table([
  {
    id: 'started',
    sentence: 'answers `start` with `started`',
    clause: START,
    needs: [],
    advice:
      'Read lines from stdin, and at `start` print `started` with a newline and flush stdout at once: output to a pipe is held back otherwise.',
    from: 'process',
    run: (talk) => talk.start(),
  },
  {
    id: 'started-once',
    sentence: 'says `started` once',
    clause: START,
    needs: ['started'],
    advice: 'Print `started` when the initialization is complete, and at no other time.',
    run: (talk) => talk.quiet('one `started`', 'started'),
  },
  {
    id: 'ping',
    sentence: 'answers `ping` with `pong`',
    clause: PING,
    needs: ['started'],
    advice: 'Print `pong` at every `ping`, from where stdin is read.',
    run: (talk) => talk.ping(),
  },
  {
    id: 'ping-unstarted',
    sentence: 'answers `ping` even before `start`',
    clause: PING,
    needs: ['ping'],
    advice: '`ping` can be sent any time: answer it in every state of the server.',
    from: 'process',
    run: (talk) => talk.ping(),
  },
  {
    id: 'ping-each',
    sentence: 'answers each `ping` with one `pong`',
    clause: PING,
    needs: ['ping'],
    advice: 'Print one `pong` for each `ping`: a client uses them to know what has been read.',
    run: async (talk) => {
      const expected = 'three `pong` for three `ping`';
      talk.send('ping', 'ping', 'ping');
      for (let count = 0; count < 3; count++) await talk.untilOne(isKind('pong'), waits.answer, expected);
      await talk.quiet(expected, 'pong');
    },
  },
  {
    id: 'unknown-lives',
    sentence: 'keeps running after a command that it does not know',
    clause: 'CFSI, Responses, debug: syntax errors can be told',
    needs: ['ping'],
    advice: 'Ignore an unknown line, or complain with a `debug` line.',
    run: async (talk) => {
      talk.send('joho', '');
      await talk.listen(waits.thinking);
      await talk.ping();
    },
  },
  {
    id: 'unknown-command',
    level: 'beyond',
    sentence: 'does not answer an unknown command as another one',
    clause: 'What clients need: the text says nothing of such a line',
    needs: ['unknown-lives'],
    advice: 'Ignore an unknown line, or complain with a `debug` line.',
    run: async (talk) => {
      talk.send('joho');
      const said = await talk.listen(waits.thinking);
      const answer = said.find(({ message }) => isKind('bestmove', 'pong')(message));
      if (answer) throw new Breach('no answer to an unknown command', `\`${answer.line}\``);
      await talk.ping();
    },
  },
]);

const RESPONSES = 'CFSI, Responses';

async function converse(talk: CfsiTalk): Promise<void> {
  await talk.ping();
  talk.play(usual);
  await talk.answered();
  await talk.listen(waits.thinking);
}

/** @throws Breach at the first line with one of these faults */
async function expectWithout(talk: CfsiTalk, names: readonly string[], expected: string): Promise<void> {
  await converse(talk);
  for (const { line } of talk.said) {
    const fault = decodeResponse(line).faults.find(({ name }) => names.includes(name));
    if (fault) throw new Breach(expected, `${quoted(line)}: ${oddity({ name: fault.name }).text}`);
  }
}

const writingChecks = table([
  {
    id: 'only-responses',
    level: 'should',
    sentence: 'says nothing but responses of the text on stdout',
    clause: RESPONSES,
    needs: ['ping', 'play'],
    advice: 'Write remarks as `info` or `debug` lines, or to stderr: prompts and greetings are for people.',
    run: (talk) =>
      expectWithout(talk, ['noise-line', 'unknown-response', 'blank-line'], 'responses of the text alone'),
  },
  {
    id: 'spelling',
    level: 'should',
    sentence: 'spells its responses as the text does',
    clause: RESPONSES,
    needs: ['ping', 'play'],
    advice:
      'Write responses in lower case, NULL in upper case, with one blank between words and none at the end.',
    run: (talk) => expectWithout(talk, ['letter-case', 'extra-blanks'], 'responses as the text spells them'),
  },
]);

export const cfsiChecks: readonly Check[] = [
  ...startingChecks,
  ...playingChecks,
  ...queueingChecks,
  ...answeringChecks,
  ...endingChecks,
  ...writingChecks,
];

const column = 5;

/**
 * The server answers `start` with `started` and `ping` with `pong`. Then a board with one open column has only one
 * answer.
 */
export const cfsiProbe: Probe = {
  way: '',
  async run(wire: CheckWire) {
    const talk = new CfsiTalk(wire);
    talk.send('start');
    await talk.until(
      // Other words on its line may be foreign.
      (_heard, line) => (line.trim().toLowerCase() === 'started' ? true : undefined),
      patience,
      '`started` after `start`',
    );
    await hearOut(talk, isKind('pong'), 'ping');
    await talk.ping(patience);
    const how = 'answered `start` by `started` and `ping` by `pong`';
    const played = await ifShown(async () => {
      await hearOut(talk, isBestmove, 'play');
      talk.play(openOnly(column));
      const answer = await talk.bestmove(undefined, waits.prompt);
      if (answer.column !== column) throw new Breach(`column ${column}`, `column ${answer.column}`);
      return true;
    });
    return played
      ? { how: `${how}, and played the one column that was open`, sure: true }
      : { how, sure: false };
  },
};
