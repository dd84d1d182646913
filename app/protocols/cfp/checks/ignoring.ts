/** CFP: what an engine is to ignore where no search runs. */
import { Breach, type Check } from '../../conformance.ts';
import { expectNone, waits } from '../../check-talk.ts';
import { check, isCommand, openOnly } from './cfp-talk.ts';

const UNKNOWN = 'CFP, Description, an unknown command or token';
const NOTHING = 'Leave a line alone that holds no command of yours: print no answer, and go on reading.';

export const ignoringChecks: readonly Check[] = [
  check(
    {
      id: 'unknown-lives',
      level: 'must',
      sentence: 'lives on after words that it does not know',
      clause: UNKNOWN,
      needs: ['isready'],
      advice: 'Never end at a line: a GUI that is newer than your engine knows more commands.',
    },
    async (talk) => {
      await talk.open();
      talk.send('joho', 'joho isready', 'position joho', 'setoption name Joho value 1', '');
      await talk.listen(waits.thinking);
      await talk.ready();
    },
  ),
  check(
    {
      id: 'unknown-command',
      level: 'should',
      sentence: 'ignores an unknown command',
      clause: UNKNOWN,
      needs: ['unknown-lives'],
      advice: NOTHING,
    },
    async (talk) => {
      await talk.open();
      talk.send('joho');
      await talk.quiet('no `bestmove` at an unknown command');
      await talk.ready();
    },
  ),
  check(
    {
      id: 'unknown-before',
      level: 'should',
      sentence: 'skips an unknown word before a command',
      clause: UNKNOWN,
      needs: ['unknown-command'],
      advice: 'Skip words until one is a command: `joho isready` is to be answered with `readyok`.',
    },
    async (talk) => {
      await talk.open();
      await talk.listen(waits.thinking);
      talk.send('joho isready');
      await talk.until(
        (message) => (message?.kind === 'readyok' ? true : undefined),
        waits.answer,
        '`readyok` after `joho isready`',
      );
    },
  ),
  check(
    {
      id: 'unknown-after',
      level: 'should',
      sentence: 'skips an unknown word after a command',
      clause: UNKNOWN,
      needs: ['unknown-lives', 'stop-answers'],
      advice: 'Read what you know of a line and leave the rest: `go joho` begins a search.',
    },
    async (talk) => {
      await talk.open();
      await talk.think(undefined, 'go joho');
      await talk.stop();
    },
  ),
  check(
    {
      id: 'unknown-position',
      level: 'should',
      sentence: 'keeps its position where the new one cannot be read',
      clause: UNKNOWN,
      needs: ['unknown-lives', 'position-cells'],
      advice:
        'Check that a position is `startpos` or 43 digits from 0 to 2 before you let go of the old one.',
    },
    async (talk) => {
      await talk.open();
      talk.send(`position ${openOnly(5)}`, 'position joho');
      await talk.ready();
      talk.send('go');
      await talk.listen(waits.thinking);
      const column = await talk.stop();
      if (column !== 5) throw new Breach('`bestmove 5`, for the position before', `\`bestmove ${column}\``);
    },
  ),
  check(
    {
      id: 'unknown-option',
      level: 'should',
      sentence: 'ignores `setoption` for an option that it does not have',
      clause: UNKNOWN,
      needs: ['unknown-lives'],
      advice: NOTHING,
    },
    async (talk) => {
      await talk.open();
      talk.send('setoption name Joho value 1');
      await talk.quiet('no `bestmove` at `setoption`');
      await talk.ready();
    },
  ),
  check(
    {
      id: 'second-cfp',
      level: 'should',
      sentence: 'ignores a second `cfp`',
      clause: 'CFP, Description, a command which is not supposed to come',
      needs: ['introduction-ends', 'isready'],
      advice: 'Introduce yourself once: `cfp` is sent once, as the first command.',
    },
    async (talk) => {
      await talk.open();
      talk.send('cfp');
      expectNone(
        await talk.listen(waits.quiet),
        isCommand('id', 'option', 'cfpok'),
        'no second introduction',
      );
      await talk.ready();
    },
  ),
];
