/** All checks of QTP. Those of `genmove` and of exiting are in this file, as is the probe. */
import { Breach, notOffered, type Check, type CheckWire } from '../../conformance.ts';
import { askingChecks, showingChecks } from './asking.ts';
import { orderingChecks, readingChecks, respondingChecks, writingChecks } from './lines.ts';
import { playingChecks } from './moves.ts';
import { resettingChecks, startingChecks, undoingChecks } from './games.ts';
import { quoted } from '../../text.ts';
import { expectNone, hearOut, ifShown, patience, waits, type Probe, type Proof } from '../../check-talk.ts';
import type { Seat } from '../../../games/game.ts';
import { readList, type CommandName } from '../commands.ts';
import { readMove, writeColor, type Placement } from '../messages.ts';
import { Board } from '../position.ts';
import {
  blackNear,
  check,
  commandFor,
  face,
  isUnknown,
  moving,
  optional,
  placementOf,
  table,
  told,
  QtpTalk,
} from './qtp-talk.ts';
import { wallingChecks } from './walls.ts';
import { exitCode, inputEnds, inputEndsThinking, LEFT } from '../../leaving.ts';

const GENMOVE = 'QTP, Commands, genmove';

/** Begins a game on the engine's board and on one of our own, which knows the rules. */
async function begin(talk: QtpTalk, steps: readonly string[] = []): Promise<Board> {
  await talk.game();
  const board = new Board();
  board.setWalls(10);
  for (const step of steps) {
    const [, , ...words] = step.split(' ');
    const { seat, placement } = readMove(words)!;
    board.play(seat, placement);
  }
  await talk.follow(...steps);
  return board;
}

/** @throws Breach if `genmove` answers an illegal move */
async function legal(talk: QtpTalk, board: Board, seat: Seat): Promise<Placement> {
  const placement = await talk.generated(seat);
  if (board.play(seat, placement)) return placement;
  throw new Breach(
    `a legal move of ${writeColor(seat)} from \`genmove ${writeColor(seat)}\``,
    quoted(commandFor(seat, placement)),
  );
}

const generatingChecks = table([
  {
    id: 'genmove',
    sentence: `answers \`genmove\` with \`=\`, within the ${moving / 1000} s that the cup gives`,
    clause: `${GENMOVE}; the cup's limit`,
    needs: ['walls'],
    advice: '`genmove` never fails: answer with a move, however little time there was to find it.',
    async run(talk) {
      await talk.game();
      await talk.accepted('genmove black');
    },
  },
  {
    id: 'genmove-form',
    sentence: 'answers `genmove` with a vertex, and an orientation where it is a wall',
    clause: `${GENMOVE}, output`,
    needs: ['genmove'],
    advice: 'Print `= E8` for a step and `= E8 horizontal` for a wall, nothing else on the line or below it.',
    async run(talk) {
      await talk.game();
      placementOf(await talk.ask('genmove black'));
    },
  },
  {
    id: 'genmove-once',
    sentence: 'answers `genmove` once',
    clause: GENMOVE,
    needs: ['genmove', 'answers-once'],
    advice:
      'Print the move in one place only; a second one would be taken for the answer to the next command.',
    async run(talk) {
      await talk.game();
      await talk.accepted('genmove black');
      expectNone(
        await talk.listen(waits.quiet),
        ({ kind }) => kind === 'answer',
        'one response to `genmove`',
      );
    },
  },
  {
    id: 'genmove-legal',
    sentence: 'generates a legal move at the beginning of a game',
    clause: GENMOVE,
    needs: ['genmove-form'],
    advice: 'Compare the move with the rules, and a wall with the walls that stand and that are left.',
    async run(talk) {
      await legal(talk, await begin(talk), 0);
    },
  },
  {
    id: 'genmove-color',
    sentence: 'generates a move of White where White is asked for, at the beginning too',
    clause: `${GENMOVE}, player`,
    needs: ['genmove-form'],
    advice: 'Search for the colour that the command names, regardless of the last move.',
    async run(talk) {
      await legal(talk, await begin(talk), 1);
    },
  },
  {
    id: 'genmove-told',
    sentence: 'generates legal moves on a board that it was told',
    clause: GENMOVE,
    needs: ['genmove-legal', 'genmove-once', 'playmove-white'],
    advice: 'Search from the board that `playmove` and `playwall` keep.',
    async run(talk) {
      await legal(talk, await begin(talk, face.slice(0, -1)), 0);
      await legal(talk, await begin(talk, face), 1);
    },
  },
  {
    id: 'genmove-plays',
    sentence: 'plays on its own board what it generates',
    clause: `${GENMOVE}, effects`,
    needs: ['genmove-legal', 'genmove-once', 'illegal-move', 'wall-overlap'],
    advice: 'Play the move before you answer: no `playmove` follows for it.',
    async run(talk) {
      await talk.game();
      const placement = await talk.generated(0);
      // The pawn or the wall is already there.
      await talk.refused(commandFor(0, placement));
    },
  },
  {
    id: 'genmove-again',
    sentence: 'generates two moves of one colour in a row',
    clause: `${GENMOVE}, player`,
    needs: ['genmove-plays'],
    advice: 'Search for the colour that the command names, regardless of the last move.',
    async run(talk) {
      const board = await begin(talk);
      await legal(talk, board, 0);
      await legal(talk, board, 0);
    },
  },
  {
    id: 'genmove-game',
    sentence: 'plays both sides of a game for four moves, each of them legal',
    clause: GENMOVE,
    needs: ['genmove-plays'],
    advice: 'Look at what the search leaves behind on the board that the next search begins with.',
    async run(talk) {
      const board = await begin(talk);
      for (let ply = 0; ply < 4 && board.winner === null; ply++)
        await legal(talk, board, ply % 2 === 0 ? 0 : 1);
    },
  },
  {
    id: 'genmove-wins',
    level: 'beyond',
    sentence: 'steps onto its goal where it can',
    clause: 'No rule: whether moves show that the board was understood',
    needs: ['genmove-told', 'same-color'],
    advice: "Black's goal is row 1, White's the top row. An engine that plays at random fails here, and may.",
    async run(talk) {
      const board = await begin(talk, blackNear);
      const placement = await legal(talk, board, 0);
      if (board.winner !== 0)
        throw new Breach('a step of Black from G2 to row 1', quoted(commandFor(0, placement)));
    },
  },
]);

const QUIT = 'QTP, Commands, quit';

async function quit(talk: QtpTalk): Promise<void> {
  await talk.ask('name');
  talk.send('quit');
}

const leavingChecks: readonly Check[] = [
  ...table([
    {
      id: 'quit-answered',
      sentence: 'answers `quit` with `=` before it leaves',
      clause: QUIT,
      needs: ['response'],
      ...optional,
      advice: 'Print `=` and two newlines, flush stdout, and exit only then.',
      async run(talk) {
        await quit(talk);
        const response = await talk.response('quit');
        if (isUnknown(response)) return notOffered;
        if (!response.success) throw new Breach('`=` for `quit`, which never fails', told(response));
        return undefined;
      },
    },
    {
      id: 'quit-whole',
      sentence: 'sends its answer to `quit` in full, the blank line included',
      clause: `${QUIT}, comments`,
      needs: ['quit-answered', 'response-ends'],
      advice: 'Flush stdout before you exit, or close it: what is left in a buffer is lost with the process.',
      async run(talk) {
        await quit(talk);
        await talk.response('quit');
        const rest = await talk.lastWords(waits.prompt);
        if (rest[0]?.message.kind !== 'blank') throw new Breach('a blank line after `=`', 'none');
      },
    },
    {
      id: 'quit',
      sentence: 'ends at `quit`',
      clause: QUIT,
      needs: ['quit-answered'],
      advice: 'End every thread and exit: the connection is closed by it.',
      async run(talk) {
        await quit(talk);
        await talk.left(waits.answer, LEFT);
      },
    },
    {
      id: 'quit-thinking',
      sentence: 'answers `genmove` before a `quit` that comes while it thinks',
      clause: `${QUIT}; Responses, one for each command in order`,
      needs: ['quit-answered', 'order-thinking'],
      advice: 'Cut the search short at `quit`, print its move, then the answer to `quit`.',
      async run(talk) {
        await talk.game();
        talk.send('genmove black', 'quit');
        placementOf(await talk.response('genmove black', moving));
        const response = await talk.response('quit');
        if (!response.success) throw new Breach('`=` for `quit`', told(response));
      },
    },
  ]),
  exitCode(check, { needs: ['quit'] }, quit),
  inputEnds(check, { needs: ['response'] }, async (talk) => {
    await talk.ask('name');
  }),
  inputEndsThinking(check, { needs: ['input-ends', 'genmove'] }, async (talk) => {
    await talk.game();
    talk.send('genmove black');
    await talk.listen(waits.thinking);
  }),
  ...table([
    {
      id: 'prompt',
      level: 'beyond',
      sentence: `answers commands other than \`genmove\` within ${waits.prompt / 1000} s`,
      clause: "The cup's limit",
      needs: ['playwall-white'],
      advice: 'Search at `genmove` alone, and allocate what you need before the first command.',
      async run(talk) {
        await talk.ask('boardsize 9');
        for (const line of ['clear_board', 'walls 7', 'playmove black E8', 'playwall white D5 horizontal'])
          await talk.ask(line, waits.prompt);
      },
    },
  ]),
];

export const qtpChecks: readonly Check[] = [
  ...respondingChecks,
  ...startingChecks,
  ...playingChecks,
  ...wallingChecks,
  ...resettingChecks,
  ...readingChecks,
  ...askingChecks,
  ...showingChecks,
  ...writingChecks,
  ...generatingChecks,
  ...orderingChecks,
  ...undoingChecks,
  ...leavingChecks,
];

/** Commands that no other protocol of the family has. */
const own: readonly CommandName[] = ['walls', 'playwall', 'playmove', 'genmove'];

const isOwn = (name: string): boolean => own.some((command) => command === name);

/**
 * Other protocols share the form of QTP's answers, so the probe looks for the game: in the list of commands, or with a
 * legal step and an illegal one.
 */
export const qtpProbe: Probe = {
  way: '',
  async run(wire: CheckWire): Promise<Proof> {
    const talk = new QtpTalk(wire);
    talk.send('name');
    const name = await talk.response('name', patience);
    if (!name.success) throw new Breach('`=` for `name`', told(name));
    await hearOut(talk, (line) => line.kind !== 'blank' && isOwn(line.text.trim()), 'list_commands');
    if (await lists(talk)) {
      return { how: `answered \`name\` by ${told(name)} and lists ${own.join(', ')}`, sure: true };
    }
    await talk.game();
    await talk.follow('= playmove black E8', '? playmove black A1');
    return {
      how: `answered \`name\` by ${told(name)}, took a step of Black's pawn and refused one that is illegal`,
      sure: true,
    };
  },
};

/** Waits only for the names, since engines lay out lists in many ways. */
async function lists(talk: QtpTalk): Promise<boolean> {
  const names: string[] = [];
  talk.send('list_commands');
  const listed = await ifShown(() =>
    talk.until(
      (line) => {
        if (line.kind === 'answer' && !line.success) return false;
        if (line.kind !== 'blank') names.push(line.text.trim());
        const commands = readList(names, []);
        return own.every((command) => commands.has(command)) ? true : undefined;
      },
      waits.answer,
      'a list of commands',
    ),
  );
  return listed === true;
}
