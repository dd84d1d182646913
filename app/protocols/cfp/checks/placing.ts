/** CFP: the position that is searched. */
import { Breach } from '../../conformance.ts';
import { clauseOf } from '../messages.ts';
import {
  emptyBoard,
  expectColumn,
  isCommand,
  openOnly,
  searching,
  secondToPlay,
  table,
  type CfpTalk,
} from './cfp-talk.ts';
import { expectNone, waits } from '../../check-talk.ts';

/** @throws Breach where an engine plays anything but the one open column */
async function expectOnly(talk: CfpTalk, column: number, board = openOnly(column)): Promise<void> {
  const chosen = await talk.choose(board);
  if (chosen === column) return;
  throw new Breach(
    `\`bestmove ${column}\`, the only open column of ${board}`,
    `\`bestmove ${chosen}\`, a full column or none`,
  );
}

export const placingChecks = table([
  {
    id: 'position-cells',
    sentence: 'finds the open column of a board, counted from 0 at the left',
    clause: 'CFP, Representations (1) Positions',
    needs: ['bestmove-form', 'go-again', 'cfpnewgame'],
    advice:
      'Read character row * 7 + column of the position: 0 is empty, 1 and 2 are the players. A column is open where its topmost cell is empty; answer with its index.',
    run: async (talk) => {
      for (const column of [2, 6, 0]) await expectOnly(talk, column);
    },
  },
  {
    id: 'position-rows',
    sentence: 'reads the rows of a position from the top down',
    clause: 'CFP, Representations (1) Positions',
    needs: ['position-cells'],
    advice: 'The first seven characters are the top row, the last seven before the mover the bottom row.',
    run: (talk) => expectOnly(talk, 4, openOnly(4, 2)),
  },
  {
    id: 'position-latest',
    sentence: 'searches the position that it was told last',
    clause: clauseOf('position'),
    needs: ['position-cells'],
    advice: 'Let each `position` replace the one before it, whether or not that was searched.',
    run: async (talk) => {
      talk.send(`position ${openOnly(1)}`);
      await talk.ready();
      await expectOnly(talk, 5);
    },
  },
  {
    id: 'position-startpos',
    sentence: 'takes `position startpos` for the empty board',
    clause: clauseOf('position'),
    needs: ['stop-answers'],
    advice: 'Read `startpos` as the empty board with player 1 to play.',
    run: searching('position startpos'),
  },
  {
    id: 'position-second',
    sentence: 'searches where player 2 is to play',
    clause: 'CFP, Representations (1) Positions',
    needs: ['stop-answers'],
    advice: 'Take the player to move from the 43rd character; both players may be yours in one session.',
    run: searching(`position ${secondToPlay}`),
  },
  {
    id: 'position-silent',
    sentence: 'says no `bestmove` at `position`: it waits for `go`',
    clause: 'CFP, Description, start calculating',
    needs: ['isready'],
    advice: 'Only set the board up at `position`, and begin to think at `go`.',
    run: async (talk) => {
      talk.send(`position ${emptyBoard}`);
      await talk.quiet('no `bestmove` at `position`');
    },
  },
]);

// CFP: what an engine is to ignore where no search runs.

const UNKNOWN = 'CFP, Description, an unknown command or token';
const NOTHING = 'Leave a line alone that holds no command of yours: print no answer, and go on reading.';

export const ignoringChecks = table([
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
    advice: 'Check that a position is `startpos` or 43 digits from 0 to 2 before you let go of the old one.',
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
