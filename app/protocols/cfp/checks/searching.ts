/** CFP: a search from `position` over `go` to `stop` and `bestmove`. */
import { Breach, type Check } from '../../conformance.ts';
import { quoted } from '../../faults.ts';
import { expectNone, waits } from '../../check-talk.ts';
import { clauseOf } from '../messages.ts';
import { check, emptyBoard, isCommand, openOnly, type CfpTalk } from './cfp-talk.ts';

/** A tile of player 1 at the bottom of the middle; player 2 to play. */
export const secondToPlay = `${'0'.repeat(38)}10002`;

/** Player 1 has four above each other on the left: the game is over. */
const decided = `${'0'.repeat(14)}1000000${'1200000'.repeat(3)}2`;

/** @throws Breach where an engine plays anything but the one open column */
async function expectOnly(talk: CfpTalk, column: number, board = openOnly(column)): Promise<void> {
  const chosen = await talk.choose(board);
  if (chosen === column) return;
  throw new Breach(
    `\`bestmove ${column}\`, the only open column of ${board}`,
    `\`bestmove ${chosen}\`, a full column or none`,
  );
}

export const searchChecks: readonly Check[] = [
  check(
    {
      id: 'stop-answers',
      level: 'must',
      sentence: 'answers `stop` with `bestmove`',
      clause: clauseOf('stop'),
      needs: ['isready'],
      advice:
        'Search where stdin can be read at the same time (a thread, or a look at stdin now and then), end the search at `stop`, and print `bestmove` with the best column so far. An answer that is ready before waits for `stop`.',
    },
    async (talk) => {
      await talk.open();
      await talk.think();
      await talk.stop();
    },
  ),
  check(
    {
      id: 'bestmove-form',
      level: 'must',
      sentence: 'writes `bestmove` and one digit from 0 to 6',
      clause: clauseOf('bestmove'),
      needs: ['stop-answers'],
      advice: 'Print `bestmove`, a blank and the column counted from 0 at the left, and nothing else.',
    },
    async (talk) => {
      await talk.open();
      await talk.think();
      await talk.stop();
      const line = talk.said.findLast(({ message }) => message?.kind === 'bestmove')!.line;
      if (!/^bestmove [0-6]$/.test(line))
        throw new Breach('`bestmove` and a digit from 0 to 6', quoted(line));
    },
  ),
  check(
    {
      id: 'go-again',
      level: 'must',
      sentence: 'searches the position once more at another `go`',
      clause: clauseOf('go'),
      needs: ['stop-answers'],
      advice: 'Keep the position and leave nothing of the last search behind, its stop flag for one.',
    },
    async (talk) => {
      await talk.open();
      await talk.think();
      await talk.stop();
      await talk.ready();
      talk.send('go');
      await talk.listen(waits.thinking);
      await talk.stop();
    },
  ),
  check(
    {
      id: 'cfpnewgame',
      level: 'must',
      sentence: 'is ready for a search after `cfpnewgame`',
      clause: clauseOf('cfpnewgame'),
      needs: ['stop-answers'],
      advice:
        'At `cfpnewgame` forget what belongs to the last game, and answer the `isready` that follows. It has no answer of its own.',
    },
    async (talk) => {
      await talk.open();
      talk.send('cfpnewgame');
      await talk.ready(waits.opening);
      await talk.think();
      await talk.stop();
    },
  ),
  check(
    {
      id: 'position-cells',
      level: 'must',
      sentence: 'finds the open column of a board, counted from 0 at the left',
      clause: 'CFP, Representations (1) Positions',
      needs: ['bestmove-form', 'go-again', 'cfpnewgame'],
      advice:
        'Read character row * 7 + column of the position: 0 is empty, 1 and 2 are the players. A column is open where its topmost cell is empty; answer with its index.',
    },
    async (talk) => {
      await talk.open();
      for (const column of [2, 6, 0]) await expectOnly(talk, column);
    },
  ),
  check(
    {
      id: 'position-rows',
      level: 'must',
      sentence: 'reads the rows of a position from the top down',
      clause: 'CFP, Representations (1) Positions',
      needs: ['position-cells'],
      advice: 'The first seven characters are the top row, the last seven before the mover the bottom row.',
    },
    async (talk) => {
      await talk.open();
      await expectOnly(talk, 4, openOnly(4, 2));
    },
  ),
  check(
    {
      id: 'position-latest',
      level: 'must',
      sentence: 'searches the position that it was told last',
      clause: clauseOf('position'),
      needs: ['position-cells'],
      advice: 'Let each `position` replace the one before it, whether or not that was searched.',
    },
    async (talk) => {
      await talk.open();
      talk.send(`position ${openOnly(1)}`);
      await talk.ready();
      await expectOnly(talk, 5);
    },
  ),
  check(
    {
      id: 'position-startpos',
      level: 'must',
      sentence: 'takes `position startpos` for the empty board',
      clause: clauseOf('position'),
      needs: ['stop-answers'],
      advice: 'Read `startpos` as the empty board with player 1 to play.',
    },
    async (talk) => {
      await talk.open();
      await talk.think('position startpos');
      await talk.stop();
    },
  ),
  check(
    {
      id: 'position-second',
      level: 'must',
      sentence: 'searches where player 2 is to play',
      clause: 'CFP, Representations (1) Positions',
      needs: ['stop-answers'],
      advice: 'Take the player to move from the 43rd character; both players may be yours in one session.',
    },
    async (talk) => {
      await talk.open();
      await talk.think(`position ${secondToPlay}`);
      await talk.stop();
    },
  ),
  check(
    {
      id: 'position-silent',
      level: 'must',
      sentence: 'says no `bestmove` at `position`: it waits for `go`',
      clause: 'CFP, Description, start calculating',
      needs: ['isready'],
      advice: 'Only set the board up at `position`, and begin to think at `go`.',
    },
    async (talk) => {
      await talk.open();
      talk.send(`position ${emptyBoard}`);
      await talk.quiet('no `bestmove` at `position`');
    },
  ),
  check(
    {
      id: 'holds-bestmove',
      level: 'must',
      sentence: 'keeps its `bestmove` until `stop` comes',
      clause: clauseOf('bestmove'),
      needs: ['stop-answers'],
      advice:
        'When the search is over before `stop`, keep the answer and print it at `stop`. A GUI that reads only then loses step with an early one.',
    },
    async (talk) => {
      await talk.open();
      // One move is possible, so that there is little to think about.
      const early = await talk.think(`position ${openOnly(3)}`);
      const later = await talk.listen(waits.quiet);
      expectNone([...early, ...later], isCommand('bestmove'), 'no `bestmove` before `stop`');
      await talk.stop();
    },
  ),
  check(
    {
      id: 'go-movetime',
      level: 'must',
      sentence: 'searches at `go movetime` and can be stopped before that time',
      clause: clauseOf('go'),
      needs: ['stop-answers'],
      advice: 'Read the number behind `movetime` as seconds, the most that the search may take.',
    },
    async (talk) => {
      await talk.open();
      await talk.think(undefined, 'go movetime 1');
      await talk.stop();
    },
  ),
  check(
    {
      id: 'holds-bestmove-movetime',
      level: 'must',
      sentence: 'keeps its `bestmove` until `stop` after `go movetime`, too',
      clause: clauseOf('bestmove'),
      needs: ['go-movetime', 'holds-bestmove'],
      advice: 'Stop thinking when the time is over, but print `bestmove` only at `stop`, which always comes.',
    },
    async (talk) => {
      await talk.open();
      await talk.think(undefined, 'go movetime 1');
      await talk.quiet('no `bestmove` before `stop`, though the time is over', 1000 + waits.quiet);
      await talk.stop();
    },
  ),
  check(
    {
      id: 'stop-prompt',
      level: 'should',
      sentence: `answers \`stop\` within ${waits.prompt / 1000} s`,
      clause: clauseOf('stop'),
      needs: ['stop-answers'],
      advice: 'Look at the stop flag every few thousand positions, in every loop that can take long.',
    },
    async (talk) => {
      await talk.open();
      await talk.think();
      await talk.stop(waits.prompt);
    },
  ),
  check(
    {
      id: 'stop-once',
      level: 'must',
      sentence: 'says `bestmove` once for a `stop`',
      clause: clauseOf('stop'),
      needs: ['stop-answers'],
      advice:
        'Print `bestmove` in one place only; a second one would be taken for the answer to the next search.',
    },
    async (talk) => {
      await talk.open();
      await talk.think();
      await talk.stop();
      await talk.quiet('one `bestmove` for a `stop`');
    },
  ),
  check(
    {
      id: 'stop-idle',
      level: 'must',
      sentence: 'ignores `stop` where it does not search',
      clause: 'CFP, Description, a command which is not supposed to come',
      needs: ['stop-answers'],
      advice: 'Answer `stop` only while a search runs or its answer is still owed.',
    },
    async (talk) => {
      await talk.open();
      talk.send('stop');
      await talk.quiet('no `bestmove` at a `stop` before any search');
      await talk.think();
      await talk.stop();
      await talk.ready();
      talk.send('stop');
      await talk.quiet('no `bestmove` at a `stop` after the answer');
      await talk.ready();
    },
  ),
  check(
    {
      id: 'stop-at-once',
      level: 'must',
      sentence: 'answers a `stop` that follows `go` at once',
      clause: clauseOf('stop'),
      needs: ['stop-answers'],
      advice:
        'Clear the stop flag when `go` is read and not when the search thread begins, and have a legal column ready from the first moment.',
    },
    async (talk) => {
      await talk.open();
      talk.send(`position ${emptyBoard}`);
      await talk.ready();
      talk.send('go');
      await talk.stop();
    },
  ),
  check(
    {
      id: 'stop-decided',
      level: 'should',
      sentence: 'answers `stop` with `bestmove` even where the game is over',
      clause: clauseOf('stop'),
      needs: ['stop-answers'],
      advice: 'Every `stop` is to be answered: where there is nothing to find, name any column with room.',
    },
    async (talk) => {
      await talk.open();
      await talk.think(`position ${decided}`);
      await talk.stop();
    },
  ),
];
