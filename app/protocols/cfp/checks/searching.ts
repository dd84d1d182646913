/** CFP: a search from `go` over `stop` to `bestmove`. */
import { Breach, type Check } from '../../conformance.ts';
import { quoted } from '../../text.ts';
import { waits, expectNone } from '../../check-talk.ts';
import { clauseOf } from '../messages.ts';
import { check, emptyBoard, isCommand, openOnly, type CfpTalk } from './cfp-talk.ts';
import { exitCode, inputEnds, inputEndsThinking, LEFT, quitPrompt, quitThinking } from '../../leaving.ts';

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
];

// CFP: an answer that waits for `stop`, and comes at each.

/** Player 1 has four above each other on the left: the game is over. */
const decided = `${'0'.repeat(14)}1000000${'1200000'.repeat(3)}2`;

export const stoppingChecks: readonly Check[] = [
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
      sentence: 'ignores `stop` when it is not searching',
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

// CFP: how an engine leaves.

const QUIT = clauseOf('quit');

async function quit(talk: CfpTalk): Promise<void> {
  await talk.introduce();
  talk.send('quit');
}

async function think(talk: CfpTalk): Promise<void> {
  await talk.open();
  await talk.think();
}

export const leavingChecks: readonly Check[] = [
  check(
    {
      id: 'quit',
      level: 'must',
      sentence: 'ends at `quit`, also where that comes directly after `cfpok`',
      clause: QUIT,
      needs: ['cfpok'],
      advice:
        'At `quit` end every thread and exit. A GUI that only wants your name and options quits this early.',
    },
    async (talk) => {
      await quit(talk);
      await talk.left(waits.answer, LEFT);
    },
  ),
  quitThinking(check, { clause: QUIT, needs: ['quit', 'stop-answers'] }, think),
  quitPrompt(check, { clause: QUIT, needs: ['quit'] }, quit),
  exitCode(check, { needs: ['quit'] }, quit),
  inputEnds(check, { needs: ['cfpok'] }, (talk) => talk.introduce()),
  inputEndsThinking(check, { needs: ['input-ends', 'stop-answers'] }, think),
];
