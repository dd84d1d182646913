/** All checks of CFP, and those of how an engine leaves and writes its lines; the probe. */
import { Breach, type Check, type CheckWire } from '../../conformance.ts';
import { hearOut, ifShown, patience, waits, type Probe } from '../../check-talk.ts';
import { exitCode, inputEnds, inputEndsThinking, LEFT, quitPrompt, quitThinking } from '../../leaving.ts';
import { quoted } from '../../text.ts';
import { clauseOf, readEngine } from '../messages.ts';
import { CfpTalk, check, isCommand, openOnly, table } from './cfp-talk.ts';
import { lifeChecks, openingChecks, readinessChecks } from './opening.ts';
import { debugChecks, optionChecks } from './options.ts';
import { ignoringChecks, placingChecks } from './placing.ts';
import { searchChecks, stoppingChecks, thinkingChecks } from './searching.ts';

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

/** Of these, `option` lines have checks of their own. */
const spelling: ReadonlySet<string> = new Set(['letter-case', 'extra-blanks', 'unknown-word']);

const writingChecks = table([
  {
    id: 'only-commands',
    level: 'should',
    sentence: 'says nothing but commands of the text on stdout',
    clause: 'CFP, Engine to GUI',
    needs: ['stop-answers'],
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
    needs: ['stop-answers'],
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

/** `cfp` has its `cfpok` and `isready` its `readyok`; then a board with one open column has one answer. */
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
