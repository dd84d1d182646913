/** CFP: how an engine introduces itself. */
import { Breach, notOffered } from '../../conformance.ts';
import { expectNone, waits } from '../../check-talk.ts';
import { clauseOf, formatGui } from '../messages.ts';
import { emptyBoard, expectColumn, isCommand, secondToPlay, table, type Row } from './cfp-talk.ts';

/** The two facts that an engine must state about itself. */
const identity = (field: 'name' | 'author', example: string): Row => ({
  id: `id-${field}`,
  sentence: `tells its ${field} with \`id ${field}\` before \`cfpok\``,
  clause: clauseOf('id'),
  needs: ['cfpok'],
  advice: `After \`cfp\`, print \`id ${field}\` and the ${field}, for example \`id ${field} ${example}\`, before \`cfpok\`. GUIs do not continue without it.`,
  from: 'introduction',
  run: async (talk) => {
    const told = talk.said.some(({ message }) => message?.kind === 'id' && message.field === field);
    if (!told) throw new Breach(`\`id ${field}\` and the ${field} before \`cfpok\``, '`cfpok` without it');
  },
});

export const openingChecks = table([
  {
    id: 'cfpok',
    sentence: 'answers `cfp` with `cfpok`',
    clause: clauseOf('cfp'),
    needs: [],
    advice:
      'Read lines from stdin, and at `cfp` print `cfpok` with a newline and flush stdout at once: output to a pipe is held back otherwise.',
    from: 'process',
    run: (talk) => talk.introduce(),
  },
  {
    id: 'silent-before-cfp',
    sentence: 'gives no answer before it has read `cfp`',
    clause: clauseOf('cfp'),
    needs: ['cfpok'],
    advice:
      'Say nothing of CFP until `cfp` has come: it is what switches an engine to it. Words for people belong on stderr.',
    from: 'process',
    run: async (talk) => {
      const said = await talk.listen(waits.quiet);
      const undue = isCommand('id', 'option', 'cfpok', 'readyok', 'bestmove');
      expectNone(said, undue, 'no answer before `cfp`');
    },
  },
  identity('name', 'Connect4Engine 1.1'),
  identity('author', 'Kieran Powell'),
  {
    id: 'introduction-ends',
    sentence: 'ends its introduction with one `cfpok`, after which no `id` or `option` comes',
    clause: clauseOf('cfpok'),
    needs: ['cfpok'],
    advice:
      'Print every `id` and `option` before `cfpok`, and `cfpok` once: a GUI then considers the introduction complete.',
    from: 'introduction',
    run: async (talk) => {
      talk.send('isready');
      const said = await talk.listen(waits.quiet);
      expectNone(said, isCommand('id', 'option', 'cfpok'), 'nothing of the introduction after `cfpok`');
    },
  },
  {
    id: 'id-before-options',
    level: 'should',
    sentence: 'sends its `option` lines after its `id` lines',
    clause: clauseOf('option'),
    needs: ['id-name', 'id-author'],
    advice: 'Print `id name` and `id author` first, then the options, then `cfpok`.',
    from: 'introduction',
    run: async (talk) => {
      const kinds = talk.said.map(({ message }) => message?.kind);
      if (!kinds.includes('option')) return notOffered;
      if (kinds.indexOf('option') > kinds.lastIndexOf('id')) return;
      const early = talk.said[kinds.indexOf('option')]!.line;
      throw new Breach('`id name` and `id author` before the first `option`', `\`${early}\` came before`);
    },
  },
]);

// CFP: `isready` while no search runs.

export const readinessChecks = table([
  {
    id: 'isready',
    sentence: 'answers `isready` with `readyok`',
    clause: clauseOf('isready'),
    needs: ['cfpok'],
    advice:
      'At `isready` finish what there is to prepare, then print `readyok` and flush. A GUI waits for it before every search.',
    from: 'process',
    run: (talk) => talk.open(),
  },
  {
    id: 'isready-each',
    sentence: 'answers each `isready` with one `readyok`',
    clause: clauseOf('readyok'),
    needs: ['isready'],
    advice: 'Print one `readyok` for each `isready`: a GUI counts them to know what has been read.',
    from: 'introduction',
    run: async (talk) => {
      const expected = 'three `readyok` for three `isready`';
      talk.send('isready', 'isready', 'isready');
      for (let count = 0; count < 3; count++) {
        await talk.untilOne(isCommand('readyok'), waits.opening, expected);
      }
      const more = await talk.listen(waits.quiet);
      if (more.some(({ message }) => isCommand('readyok')(message)))
        throw new Breach(expected, 'a fourth one');
    },
  },
  {
    id: 'debug-lives',
    sentence: 'answers `isready` after `debug on` and `debug off`',
    clause: clauseOf('debug'),
    needs: ['isready'],
    advice:
      '`debug` has no answer of its own. Read both words, or ignore the command, but do not end or hang at it.',
    run: async (talk) => {
      for (const on of [true, false]) {
        talk.send(formatGui({ kind: 'debug', on }));
        await talk.ready();
      }
    },
  },
]);

// CFP beyond its text: the needs of the one GUI that speaks it, and proof that the engine understands a board.

/** How long Konnect4 waits for the introduction, in milliseconds. */
const introduction = 5_000;

const KONNECT4 = 'What Konnect4 needs';
const STRENGTH = 'No rule: whether moves show that the board was understood';

/** Three tiles of player 1 stacked on the left, three of player 2 on the right. */
const columns = `${'0'.repeat(21)}${'1000002'.repeat(3)}`;
const firstWins = `${columns}1`;
/** The same with one more tile of player 1, in the middle. */
const secondWins = `${columns.slice(0, 38)}1${columns.slice(39)}2`;

const win = (id: string, board: string, column: number, player: 1 | 2, needs: readonly string[]): Row => ({
  id,
  level: 'beyond',
  sentence: `completes a four of player ${player} where it can`,
  clause: STRENGTH,
  needs,
  advice: `If your engine is meant to be strong, look whether it takes ${player === 1 ? 'tiles of 1 for its own when 1 is to play' : 'the player to move from the 43rd character'}. An engine that plays at random fails here, and may.`,
  run: async (talk) => expectColumn(await talk.choose(board), column, `which wins for player ${player}`),
});

export const lifeChecks = table([
  {
    id: 'introduction-prompt',
    level: 'beyond',
    sentence: `has introduced itself within ${introduction / 1000} s`,
    clause: `${KONNECT4}: it ends an engine that takes longer`,
    needs: ['id-name', 'id-author'],
    advice: 'Print `cfpok` before you load or allocate anything; `isready` is the place for that.',
    from: 'process',
    run: (talk) => talk.introduce(introduction),
  },
  {
    id: 'konnect4-order',
    level: 'beyond',
    sentence: 'plays two moves in the order in which Konnect4 sends its commands',
    clause: `${KONNECT4}: \`isready\` before nearly everything, in mid-search too`,
    needs: ['movetime-decimals', 'cfpnewgame', 'isready-goes-on', 'go-again', 'position-second', 'stop-once'],
    advice:
      'Compare the exchange with what your engine does at each of its lines, separately and in sequence.',
    run: async (talk) => {
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
  },
  win('wins-first', firstWins, 0, 1, ['position-rows']),
  win('wins-second', secondWins, 6, 2, ['position-rows', 'position-second']),
]);
