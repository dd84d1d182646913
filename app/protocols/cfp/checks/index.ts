/** All checks of CFP, with those of what an engine ignores, how it exits and how it writes its lines; the probe. */
import { Breach, type Check, type CheckWire } from '../../conformance.ts';
import { expectNone, hearOut, ifShown, patience, waits, type Probe } from '../../check-talk.ts';
import { exitCode, inputEnds, inputEndsThinking, LEFT, quitPrompt, quitThinking } from '../../leaving.ts';
import { quoted } from '../../text.ts';
import { clauseOf, readEngine } from '../messages.ts';
import { CfpTalk, check, expectColumn, isCommand, openOnly, searching, table } from './cfp-talk.ts';
import { lifeChecks, openingChecks, readinessChecks } from './opening.ts';
import { debugChecks, optionChecks } from './options.ts';
import { placingChecks, searchChecks, stoppingChecks, thinkingChecks } from './searching.ts';

const UNKNOWN = 'CFP, Description, an unknown command or token';
const NOTHING = 'Ignore a line that contains none of your commands: print no answer, and continue reading.';

const ignoringChecks = table([
  {
    id: 'unknown-lives',
    sentence: 'keeps running after words that it does not know',
    clause: UNKNOWN,
    needs: ['isready'],
    advice: 'Never end at a line: a GUI that is newer than your engine knows more commands.',
    run: async (talk) => {
      talk.send('joho', 'joho isready', 'position joho', 'setoption name Joho value 1', '');
      await talk.listen(waits.thinking);
      await talk.ready();
    },
  },
  {
    id: 'unknown-command',
    level: 'should',
    sentence: 'ignores an unknown command',
    clause: UNKNOWN,
    needs: ['unknown-lives'],
    advice: NOTHING,
    run: async (talk) => {
      talk.send('joho');
      await talk.quiet('no `bestmove` at an unknown command');
      await talk.ready();
    },
  },
  {
    id: 'unknown-before',
    level: 'should',
    sentence: 'skips an unknown word before a command',
    clause: UNKNOWN,
    needs: ['unknown-command'],
    advice: 'Skip words until one is a command: `joho isready` is to be answered with `readyok`.',
    run: async (talk) => {
      await talk.listen(waits.thinking);
      talk.send('joho isready');
      await talk.untilOne(isCommand('readyok'), waits.answer, '`readyok` after `joho isready`');
    },
  },
  {
    id: 'unknown-after',
    level: 'should',
    sentence: 'skips an unknown word after a command',
    clause: UNKNOWN,
    needs: ['unknown-lives', 'stop-answers'],
    advice: 'Read what you know of a line and leave the rest: `go joho` begins a search.',
    run: searching(undefined, 'go joho'),
  },
  {
    id: 'unknown-position',
    level: 'should',
    sentence: 'keeps its position where the new one cannot be read',
    clause: UNKNOWN,
    needs: ['unknown-lives', 'position-cells'],
    advice: 'Check that a position is `startpos` or 43 digits from 0 to 2 before you replace the old one.',
    run: async (talk) => {
      talk.send(`position ${openOnly(5)}`, 'position joho');
      await talk.ready();
      talk.send('go');
      await talk.listen(waits.thinking);
      expectColumn(await talk.stop(), 5, 'for the position before');
    },
  },
  {
    id: 'unknown-option',
    level: 'should',
    sentence: 'ignores `setoption` for an option that it does not have',
    clause: UNKNOWN,
    needs: ['unknown-lives'],
    advice: NOTHING,
    run: async (talk) => {
      talk.send('setoption name Joho value 1');
      await talk.quiet('no `bestmove` at `setoption`');
      await talk.ready();
    },
  },
  {
    id: 'second-cfp',
    level: 'should',
    sentence: 'ignores a second `cfp`',
    clause: 'CFP, Description, a command which is not supposed to come',
    needs: ['introduction-ends', 'isready'],
    advice: 'Introduce yourself once: `cfp` is sent once, as the first command.',
    run: async (talk) => {
      talk.send('cfp');
      expectNone(
        await talk.listen(waits.quiet),
        isCommand('id', 'option', 'cfpok'),
        'no second introduction',
      );
      await talk.ready();
    },
  },
]);

const QUIT = clauseOf('quit');

async function quit(talk: CfpTalk): Promise<void> {
  await talk.introduce();
  talk.send('quit');
}

async function think(talk: CfpTalk): Promise<void> {
  await talk.open();
  await talk.think();
}

const leavingChecks: readonly Check[] = [
  ...table([
    {
      id: 'quit',
      sentence: 'ends at `quit`, also where that comes directly after `cfpok`',
      clause: QUIT,
      needs: ['cfpok'],
      advice:
        'At `quit` end every thread and exit. A GUI that only wants your name and options quits this early.',
      from: 'process',
      run: async (talk) => {
        await quit(talk);
        await talk.left(waits.answer, LEFT);
      },
    },
  ]),
  quitThinking(check, { clause: QUIT, needs: ['quit', 'stop-answers'] }, think),
  quitPrompt(check, { clause: QUIT, needs: ['quit'] }, quit),
  exitCode(check, { needs: ['quit'] }, quit),
  inputEnds(check, { needs: ['cfpok'] }, (talk) => talk.introduce()),
  inputEndsThinking(check, { needs: ['input-ends', 'stop-answers'] }, think),
];

async function converse(talk: CfpTalk): Promise<void> {
  await talk.open();
  talk.send('debug on');
  await talk.think();
  await talk.stop();
  await talk.ready();
}

/** Deviations in spelling; those of `option` lines have checks of their own. */
const spelling: ReadonlySet<string> = new Set(['letter-case', 'extra-blanks', 'unknown-word']);

const writingChecks = table([
  {
    id: 'only-commands',
    level: 'should',
    sentence: 'says nothing but commands of the text on stdout',
    clause: 'CFP, Engine to GUI',
    needs: ['stop-answers', 'debug-lives'],
    advice: 'Write remarks as `info` lines, or to stderr. GUIs ignore other lines, and so does their reader.',
    from: 'process',
    run: async (talk) => {
      await converse(talk);
      for (const { line, message } of talk.said) {
        if (message === null) throw new Breach('commands of the text alone', quoted(line));
        if (message.kind === 'unreadable')
          throw new Breach('commands as in the text', `${message.fault}: ${quoted(line)}`);
      }
    },
  },
  {
    id: 'spelling',
    level: 'should',
    sentence: 'spells its commands as the text does',
    clause: 'CFP, Engine to GUI',
    needs: ['stop-answers', 'debug-lives'],
    advice: 'Write commands in lower case at the beginning of the line, with one blank between words.',
    from: 'process',
    run: async (talk) => {
      await converse(talk);
      for (const { line, message } of talk.said) {
        if (message?.kind === 'option') continue;
        const odd = readEngine(line).oddities.find(({ name }) => spelling.has(name));
        if (odd) throw new Breach('commands as the text spells them', `${odd.text} In ${quoted(line)}`);
      }
    },
  },
]);

export const cfpChecks: readonly Check[] = [
  ...openingChecks,
  ...readinessChecks,
  ...optionChecks,
  ...searchChecks,
  ...placingChecks,
  ...stoppingChecks,
  ...thinkingChecks,
  ...ignoringChecks,
  ...debugChecks,
  ...leavingChecks,
  ...writingChecks,
  ...lifeChecks,
];

const column = 5;

/**
 * The engine answers `cfp` with `cfpok` and `isready` with `readyok`. Then a board with one open column has only one
 * answer.
 */
export const cfpProbe: Probe = {
  way: '',
  async run(wire: CheckWire) {
    const talk = new CfpTalk(wire);
    talk.send('cfp');
    await talk.until(
      // Other words on its line may be a manual's.
      (_message, line) => (line.trim().toLowerCase() === 'cfpok' ? true : undefined),
      patience,
      '`cfpok` after `cfp`',
    );
    await hearOut(talk, isCommand('readyok'), 'isready');
    await talk.ready(patience);
    const how = 'answered `cfp` by `cfpok` and `isready` by `readyok`';
    const played = await ifShown(async () => {
      await talk.think(`position ${openOnly(column)}`);
      const chosen = await talk.stop(waits.prompt);
      if (chosen !== column) throw new Breach(`column ${column}`, `column ${chosen}`);
      return true;
    });
    return played
      ? { how: `${how}, and played the one column that was open`, sure: true }
      : { how, sure: false };
  },
};
