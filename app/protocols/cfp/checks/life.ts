/** CFP beyond its text: what the one GUI that speaks it needs, and what shows that a board is understood. */
import { Breach, type Check } from '../../conformance.ts';
import { waits } from '../../check-talk.ts';
import { check, emptyBoard, secondToPlay } from './cfp-talk.ts';

/** How long Konnect4 waits for the introduction, in milliseconds. */
const introduction = 5_000;

const KONNECT4 = 'What Konnect4 needs';
const STRENGTH = 'No rule: whether moves show that the board was understood';

/** Three tiles of player 1 above each other on the left, three of player 2 on the right. */
const columns = `${'0'.repeat(21)}${'1000002'.repeat(3)}`;
const firstWins = `${columns}1`;
/** A tile of player 1 more, in the middle. */
const secondWins = `${columns.slice(0, 38)}1${columns.slice(39)}2`;

const win = (id: string, board: string, column: number, player: 1 | 2, needs: readonly string[]): Check =>
  check(
    {
      id,
      level: 'beyond',
      sentence: `completes a four of player ${player} where it can`,
      clause: STRENGTH,
      needs,
      advice: `If your engine is meant to be strong, look whether it takes ${player === 1 ? 'tiles of 1 for its own when 1 is to play' : 'the player to move from the 43rd character'}. An engine that plays at random fails here, and may.`,
    },
    async (talk) => {
      await talk.open();
      const chosen = await talk.choose(board);
      if (chosen !== column) {
        throw new Breach(`\`bestmove ${column}\`, which wins for player ${player}`, `\`bestmove ${chosen}\``);
      }
    },
  );

export const lifeChecks: readonly Check[] = [
  check(
    {
      id: 'introduction-prompt',
      level: 'beyond',
      sentence: `has introduced itself within ${introduction / 1000} s`,
      clause: `${KONNECT4}: it ends an engine that takes longer`,
      needs: ['id-name', 'id-author'],
      advice: 'Print `cfpok` before you load or allocate anything; `isready` is the place for that.',
    },
    async (talk) => {
      talk.send('cfp');
      await talk.until(
        (message) => (message?.kind === 'cfpok' ? true : undefined),
        introduction,
        '`cfpok` after `cfp`',
      );
    },
  ),
  check(
    {
      id: 'movetime-decimals',
      level: 'beyond',
      sentence: 'reads `go movetime` with decimals',
      clause: `${KONNECT4}: it sends seconds as 5.000000`,
      needs: ['go-movetime'],
      advice: 'Read the time as a floating point number of seconds.',
    },
    async (talk) => {
      await talk.open();
      await talk.think(undefined, 'go movetime 5.000000');
      await talk.stop();
    },
  ),
  check(
    {
      id: 'konnect4-order',
      level: 'beyond',
      sentence: 'plays two moves in the order in which Konnect4 sends its commands',
      clause: `${KONNECT4}: \`isready\` before nearly everything, in mid-search too`,
      needs: [
        'movetime-decimals',
        'cfpnewgame',
        'isready-goes-on',
        'go-again',
        'position-second',
        'stop-once',
      ],
      advice:
        'Compare the exchange with what your engine does at each of its lines, alone and one after the other.',
    },
    async (talk) => {
      await talk.open();
      talk.send('cfpnewgame');
      await talk.ready();
      for (const board of [emptyBoard, secondToPlay]) {
        talk.send(`position ${board}`);
        await talk.ready();
        talk.send('go movetime 5.000000');
        await talk.listen(waits.thinking);
        await talk.ready();
        await talk.stop();
        await talk.ready();
      }
    },
  ),
  win('wins-first', firstWins, 0, 1, ['position-rows']),
  win('wins-second', secondWins, 6, 2, ['position-rows', 'position-second']),
];
