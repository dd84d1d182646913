/** CFP: a search from `go` to `stop` and `bestmove`, and the commands that may come during it. */
import { Breach, notOffered } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { waits, expectNone } from '../../check-talk.ts';
import { clauseOf, formatGui } from '../messages.ts';
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

export const searchChecks = table([
  {
    id: 'stop-answers',
    sentence: 'answers `stop` with `bestmove`',
    clause: clauseOf('stop'),
    needs: ['isready'],
    advice:
      'Search where stdin can be read at the same time (a thread, or a look at stdin now and then), end the search at `stop`, and print `bestmove` with the best column so far. An answer that is ready before waits for `stop`.',
    run: searching(),
  },
  {
    id: 'bestmove-form',
    sentence: 'writes `bestmove` and one digit from 0 to 6',
    clause: clauseOf('bestmove'),
    needs: ['stop-answers'],
    advice: 'Print `bestmove`, a blank and the column counted from 0 at the left, and nothing else.',
    run: async (talk) => {
      await talk.search();
      const line = talk.said.findLast(({ message }) => message?.kind === 'bestmove')!.line;
      if (!/^bestmove [0-6]$/.test(line))
        throw new Breach('`bestmove` and a digit from 0 to 6', quoted(line));
    },
  },
  {
    id: 'go-again',
    sentence: 'searches once more when `position` and `go` come again',
    clause: clauseOf('go'),
    needs: ['stop-answers'],
    advice: 'Keep nothing of the last search that could end the next one, such as its stop flag.',
    run: async (talk) => {
      await talk.search();
      await talk.ready();
      // With a position, which comes before every search by the text: an engine may forget the last one.
      await talk.search();
    },
  },
  {
    id: 'cfpnewgame',
    sentence: 'is ready for a search after `cfpnewgame`',
    clause: clauseOf('cfpnewgame'),
    needs: ['stop-answers'],
    advice:
      'At `cfpnewgame` forget what belongs to the last game, and answer the `isready` that follows. It has no answer of its own.',
    run: async (talk) => {
      talk.send('cfpnewgame');
      await talk.ready(waits.opening);
      await talk.search();
    },
  },
]);

// CFP: the position that is searched.

/** @throws Breach if an engine plays anything but the one open column */
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
    sentence: 'searches the position that it was sent last',
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
    needs: ['position-cells'],
    advice: 'Read `startpos` as the empty board with player 1 to play, whatever board came before it.',
    run: async (talk) => {
      // On the empty board every column is right: only one that is right for the board before each time is not.
      for (const column of [0, 6, 1, 5]) {
        await expectOnly(talk, column);
        talk.send('cfpnewgame');
        if ((await talk.search('position startpos')) !== column) return;
        await talk.ready();
      }
      throw new Breach(
        'a search of the empty board at `position startpos`',
        'four times the only open column of the board before it',
      );
    },
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

// CFP: the answer waits for `stop`, and every `stop` has one.

/** Player 1 has a four on the left: the game is over. */
const decided = `${'0'.repeat(14)}1000000${'1200000'.repeat(3)}2`;

/** As Plywire itself writes it. */
const aSecond = formatGui({ kind: 'go', seconds: 1 });

export const stoppingChecks = table([
  {
    id: 'holds-bestmove',
    sentence: 'keeps its `bestmove` until `stop` comes',
    clause: clauseOf('bestmove'),
    needs: ['stop-answers'],
    advice:
      'When the search is over before `stop`, keep the answer and print it at `stop`. A GUI that reads only then loses step with an early one.',
    run: async (talk) => {
      // Only one move is possible, so there is little to think about.
      const early = await talk.think(`position ${openOnly(3)}`);
      const later = await talk.listen(waits.quiet);
      expectNone([...early, ...later], isCommand('bestmove'), 'no `bestmove` before `stop`');
      await talk.stop();
    },
  },
  {
    id: 'go-movetime',
    sentence: 'searches at `go movetime` and can be stopped before that time',
    clause: clauseOf('go'),
    needs: ['stop-answers'],
    advice: 'Read the number behind `movetime` as seconds, the most that the search may take.',
    run: searching(undefined, 'go movetime 1'),
  },
  {
    id: 'movetime-decimals',
    sentence: 'reads `go movetime` with decimals, as Plywire and Konnect4 send it',
    clause: clauseOf('go'),
    needs: ['go-movetime'],
    advice: 'Read the time as a floating point number of seconds: `go movetime 5.000000` is five seconds.',
    run: searching(undefined, aSecond),
  },
  {
    id: 'holds-bestmove-movetime',
    sentence: 'keeps its `bestmove` until `stop` after `go movetime`, too',
    clause: clauseOf('bestmove'),
    needs: ['movetime-decimals', 'holds-bestmove'],
    advice: 'Stop thinking when the time is over, but print `bestmove` only at `stop`, which always comes.',
    run: async (talk) => {
      await talk.think(undefined, aSecond);
      await talk.quiet('no `bestmove` before `stop`, though the time is over', 1000 + waits.quiet);
      await talk.stop();
    },
  },
  {
    id: 'stop-prompt',
    level: 'should',
    sentence: `answers \`stop\` within ${waits.prompt / 1000} s`,
    clause: clauseOf('stop'),
    needs: ['stop-answers'],
    advice: 'Look at the stop flag every few thousand positions, in every loop that can take long.',
    from: 'search',
    run: async (talk) => void (await talk.stop(waits.prompt)),
  },
  {
    id: 'stop-once',
    sentence: 'says `bestmove` once for a `stop`',
    clause: clauseOf('stop'),
    needs: ['stop-answers'],
    advice:
      'Print `bestmove` in one place only; a second one would be taken for the answer to the next search.',
    run: async (talk) => {
      await talk.search();
      await talk.quiet('one `bestmove` for a `stop`');
    },
  },
  {
    id: 'stop-idle',
    sentence: 'ignores `stop` when it is not searching',
    clause: 'CFP, Description, a command which is not supposed to come',
    needs: ['stop-answers'],
    advice: 'Answer `stop` only while a search runs or its answer is still owed.',
    run: async (talk) => {
      talk.send('stop');
      await talk.quiet('no `bestmove` at a `stop` before any search');
      await talk.search();
      await talk.ready();
      talk.send('stop');
      await talk.quiet('no `bestmove` at a `stop` after the answer');
      await talk.ready();
    },
  },
  {
    id: 'stop-at-once',
    sentence: 'answers a `stop` that follows `go` at once',
    clause: clauseOf('stop'),
    needs: ['stop-answers'],
    advice:
      'Clear the stop flag when `go` is read and not when the search thread begins, and have a legal column ready from the first moment.',
    run: async (talk) => {
      talk.send(`position ${emptyBoard}`);
      await talk.ready();
      talk.send('go');
      await talk.stop();
    },
  },
  {
    id: 'stop-decided',
    level: 'should',
    sentence: 'answers `stop` with `bestmove` even where the game is over',
    clause: clauseOf('stop'),
    needs: ['stop-answers'],
    advice: 'Every `stop` is to be answered: where there is nothing to find, name any column with room.',
    run: searching(`position ${decided}`),
  },
]);

const UNEXPECTED = 'CFP, Description, a command which is not supposed to come';

export const thinkingChecks = table([
  {
    id: 'isready-thinking',
    sentence: 'answers `isready` while it thinks',
    clause: clauseOf('isready'),
    needs: ['stop-answers'],
    advice:
      'Read stdin while the search runs, and print `readyok` from there without waiting for the search.',
    from: 'search',
    run: (talk) => talk.ready(),
  },
  {
    id: 'isready-thinking-prompt',
    level: 'should',
    sentence: `answers \`isready\` within ${waits.prompt / 1000} s while it thinks`,
    clause: clauseOf('isready'),
    needs: ['isready-thinking'],
    advice: 'Read stdin in a thread of its own, or look at it every few thousand positions.',
    from: 'search',
    run: (talk) => talk.ready(waits.prompt),
  },
  {
    id: 'isready-goes-on',
    sentence: 'continues to search after `isready`',
    clause: clauseOf('isready'),
    needs: ['isready-thinking', 'holds-bestmove'],
    advice: 'Do not end the search at `isready`: no `bestmove` before `stop`, and one after it.',
    from: 'search',
    run: async (talk) => {
      await talk.ready();
      await talk.quiet('no `bestmove` after `isready`');
      await talk.stop();
    },
  },
  {
    id: 'debug-thinking',
    sentence: 'takes `debug on` and `debug off` while it thinks, and continues',
    clause: clauseOf('debug'),
    needs: ['isready-goes-on', 'debug-lives'],
    advice: '`debug` can come at any time: change the flag and do not disturb the search.',
    from: 'search',
    run: async (talk) => {
      for (const on of [true, false]) {
        const line = formatGui({ kind: 'debug', on });
        talk.send(line);
        await talk.quiet(`no \`bestmove\` after \`${line}\``);
        await talk.ready();
      }
      await talk.stop();
    },
  },
  {
    id: 'go-thinking',
    level: 'should',
    sentence: 'ignores a second `go` while it thinks',
    clause: UNEXPECTED,
    needs: ['stop-once'],
    advice: 'Begin a search only where none runs, so that one `stop` gives one `bestmove`.',
    from: 'search',
    run: async (talk) => {
      talk.send('go');
      await talk.listen(waits.thinking);
      await talk.stop();
      await talk.quiet('one `bestmove` for a `stop`');
    },
  },
  {
    id: 'position-thinking',
    level: 'should',
    sentence: 'answers for the position that `go` was about, though another comes while it thinks',
    clause: UNEXPECTED,
    needs: ['position-cells', 'position-silent'],
    advice: 'Search a copy of the position, and do not let a later `position` change it.',
    run: async (talk) => {
      await talk.think(`position ${openOnly(1)}`);
      talk.send(`position ${openOnly(5)}`);
      await talk.listen(waits.thinking);
      expectColumn(await talk.stop(), 1, 'the only open column when `go` came');
    },
  },
  {
    id: 'setoption-thinking',
    level: 'should',
    sentence: 'tolerates `setoption` while it thinks',
    clause: UNEXPECTED,
    needs: ['setoption-values', 'isready-thinking'],
    advice: 'Options are only set while the engine waits: ignore one in mid-search, or keep it for the next.',
    run: async (talk) => {
      const [option] = talk.options;
      if (!option) return notOffered;
      await talk.think();
      const value = option.type === 'button' || option.type === 'unreadable' ? null : String(option.default);
      talk.send(formatGui({ kind: 'setoption', name: option.name, value }));
      await talk.ready();
      await talk.stop();
      return undefined;
    },
  },
  {
    id: 'go-unplaced',
    level: 'should',
    sentence: 'tolerates a `go` before any position',
    clause: UNEXPECTED,
    needs: ['go-again'],
    advice: 'Ignore `go` as long as no position was sent, or search the empty board; do not end.',
    run: async (talk) => {
      talk.send('go');
      await talk.listen(waits.thinking);
      talk.send('stop');
      await talk.listen(waits.thinking);
      await talk.ready();
      await talk.search();
    },
  },
]);
