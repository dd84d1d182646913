/** QTP: commands that begin a game, clear the board and take moves back. */
import { Breach, notOffered } from '../../conformance.ts';
import { blackNear, commandFor, isUnknown, optional, table, told, walk } from './qtp-talk.ts';

const CLEAR = 'QTP, Commands, clear_board';
const BOARDSIZE = 'QTP, Commands, boardsize';
const WALLS = 'QTP, Commands, walls';

/** The protocol supports up to 25. */
const tooLarge = 'boardsize 26';

export const startingChecks = table([
  {
    id: 'boardsize',
    sentence: 'takes `boardsize 9`, or says that it cannot',
    clause: BOARDSIZE,
    needs: ['response'],
    advice:
      'Answer `=` to a size that you can play on, and `? unacceptable size` to others. The checks that need a board are held on 9 by 9.',
    async run(talk) {
      const response = await talk.ask('boardsize 9');
      if (response.success) return;
      if (response.lines[0] === 'unacceptable size' && !isUnknown(response)) return notOffered;
      throw new Breach('`=` for `boardsize 9`', told(response));
    },
  },
  {
    id: 'boardsize-refused',
    sentence: 'refuses a size that it cannot handle: 26, unless it can',
    clause: BOARDSIZE,
    needs: ['boardsize'],
    advice: 'Answer `? unacceptable size`; 25 is the largest that the protocol has.',
    async run(talk) {
      const response = await talk.ask(tooLarge);
      if (!response.success) return undefined;
      // A larger board is not a fault if it really exists: the engine must accept walls in both upper corners.
      await talk.follow('= clear_board', '= walls 2');
      for (const corner of ['playwall black A26 horizontal', 'playwall white Y26 horizontal']) {
        const stands = await talk.ask(corner);
        if (!stands.success)
          throw new Breach(
            `\`?\` for \`${tooLarge}\`, or a board of that size`,
            `${told(stands)} for \`${corner}\``,
          );
      }
      return notOffered;
    },
  },
  {
    id: 'boardsize-message',
    level: 'should',
    sentence: 'says `unacceptable size` of a size that it cannot handle',
    clause: BOARDSIZE,
    needs: ['boardsize-refused'],
    advice: 'Print the error message as it stands in the text.',
    run: (talk) => talk.refusedWith(tooLarge, 'unacceptable size'),
  },
  {
    id: 'boardsize-syntax',
    level: 'should',
    sentence: 'refuses `boardsize` with a word that is not a number',
    clause: BOARDSIZE,
    needs: ['boardsize'],
    advice: 'Look whether the whole word is a number before you take it for one.',
    async run(talk) {
      await talk.refused('boardsize nine');
    },
  },
  {
    id: 'error-explained',
    level: 'should',
    sentence: 'explains a failure behind `?`',
    clause: 'QTP, Responses',
    needs: ['boardsize-syntax'],
    advice: 'Print a message behind the question mark: people read it.',
    async run(talk) {
      if ((await talk.refused('boardsize nine')) === '') throw new Breach('a message behind `?`', 'none');
    },
  },
  {
    id: 'clear-board',
    sentence: 'obeys `clear_board`',
    clause: CLEAR,
    needs: ['boardsize'],
    advice: '`clear_board` never fails: put both pawns on their first cells, take all walls off, answer `=`.',
    run: (talk) => talk.follow('= boardsize 9', '= clear_board'),
  },
  {
    id: 'walls',
    sentence: 'obeys `walls 10`',
    clause: WALLS,
    needs: ['clear-board'],
    advice: '`walls` never fails: give each side that number of walls, answer `=`.',
    steps: [],
  },
  {
    id: 'walls-zero',
    sentence: 'obeys `walls 0`',
    clause: `${WALLS}; Entities, int`,
    needs: ['walls'],
    advice: 'A game without walls is possible: 0 is a valid number.',
    walls: 0,
    steps: [],
  },
]);

const STATE = "QTP, The engine's state";

const cleared = ['= clear_board', '= walls 10'];

export const resettingChecks = table([
  {
    id: 'clear-moves',
    sentence: 'puts the pawns back at `clear_board`',
    clause: CLEAR,
    needs: ['playmove'],
    advice: 'Put both pawns on their first cells.',
    steps: [...walk('black', 'E8'), ...cleared, ...walk('black', 'E8')],
  },
  {
    id: 'clear-walls',
    sentence: 'takes the walls off at `clear_board`',
    clause: CLEAR,
    needs: ['playmove', 'playwall-white'],
    advice: 'Remove every wall, also from the tables of your search.',
    steps: [
      '= playwall black D9 horizontal',
      '= playwall white D5 horizontal',
      ...cleared,
      ...walk('black', 'E8'),
      // If the old wall is gone, the same wall overlaps none.
      '= playwall white D5 horizontal',
    ],
  },
  {
    id: 'boardsize-kept',
    sentence: 'leaves the game as it was where a size was refused',
    clause: STATE,
    needs: ['boardsize-refused', 'same-color'],
    advice: 'Look at the size before you begin anything anew: a failed command changes nothing.',
    steps: [...walk('black', 'E8'), '? boardsize 26', ...walk('black', 'E7')],
  },
  {
    id: 'new-game',
    sentence: 'plays another game after one that was won',
    clause: CLEAR,
    needs: ['same-color'],
    advice: 'Clear the mark that the game is over: a session may have many games.',
    async run(talk) {
      await talk.game();
      await talk.follow(...blackNear, ...walk('black', 'G1'));
      await talk.game();
      await talk.accepted('playmove black E8');
    },
  },
  {
    id: 'size-five',
    sentence: 'plays on 5 by 5 where it takes that size',
    clause: 'QTP, Commands, boardsize; Vertices',
    needs: ['playmove', 'playmove-white'],
    advice:
      'On a smaller board A1 is the lower left corner still, and `clear_board` keeps the size. Refuse a size that you do not have.',
    async run(talk) {
      const response = await talk.ask('boardsize 5');
      if (!response.success && !isUnknown(response)) return notOffered;
      await talk.follow('= clear_board', '= walls 3', '= playmove black C4', '= playmove white C2');
      return undefined;
    },
  },
]);

const UNDO = 'QTP, Commands, undo';

export const undoingChecks = table([
  {
    id: 'undo',
    sentence: 'obeys `undo` after a move',
    clause: UNDO,
    needs: ['playmove'],
    ...optional,
    advice: '`undo` without a number takes one move back: do not wait for the number.',
    async run(talk) {
      await talk.game();
      await talk.accepted('playmove black E8');
      return (await talk.offered('undo')) ? undefined : notOffered;
    },
  },
  {
    id: 'undo-moves',
    sentence: 'takes back the last move at `undo`',
    clause: UNDO,
    needs: ['undo'],
    advice: 'Put the pawn back onto the cell from which it came.',
    steps: [...walk('black', 'E8'), '= undo', ...walk('black', 'E8')],
  },
  {
    id: 'undo-times',
    sentence: 'takes back as many moves as `undo` names',
    clause: UNDO,
    needs: ['undo', 'same-color'],
    advice: 'Read the number behind `undo`.',
    steps: [...walk('black', 'E8 E7'), '= undo 2', ...walk('black', 'D9')],
  },
  {
    id: 'undo-wall',
    sentence: 'gives the wall back that `undo` takes off',
    clause: UNDO,
    needs: ['undo', 'playwall'],
    advice: 'Keep the number of walls with each move of the history, or count it up again.',
    walls: 1,
    steps: ['= playwall black D5 horizontal', '= undo', '= playwall black B3 horizontal'],
  },
  {
    id: 'undo-wall-off',
    sentence: 'takes the wall off that `undo` is about',
    clause: UNDO,
    needs: ['undo', 'wall-horizontal', 'playwall-vertical', 'playwall-white'],
    advice: 'Remove the wall from the board, also from the tables of your search.',
    steps: [
      '= playwall black D9 horizontal',
      '= undo',
      // The wall would bar this step, and the next wall would cross it.
      ...walk('black', 'E8'),
      '= playwall white D9 vertical',
      '= undo',
      '= playwall white D9 horizontal',
    ],
  },
  {
    id: 'undo-genmove',
    sentence: 'takes back a move that it has generated',
    clause: UNDO,
    needs: ['undo', 'genmove-plays'],
    advice: 'Put moves of `genmove` into the same history as those that you were told.',
    async run(talk) {
      await talk.game();
      const placement = await talk.generated(0);
      await talk.follow('= undo', `= ${commandFor(0, placement)}`);
    },
  },
  {
    id: 'undo-none',
    sentence: 'refuses `undo` where no move was played',
    clause: UNDO,
    needs: ['undo'],
    advice: 'Answer `? cannot undo` where the history is empty.',
    steps: ['? undo'],
  },
  {
    id: 'undo-message',
    level: 'should',
    sentence: 'says `cannot undo` where no move was played',
    clause: UNDO,
    needs: ['undo-none'],
    advice: 'Print the error message as it stands in the text.',
    steps: ['? undo: cannot undo'],
  },
  {
    id: 'undo-too-many',
    sentence: 'refuses to take back more moves than were played',
    clause: UNDO,
    needs: ['undo'],
    advice: 'Compare the number with the length of the history.',
    steps: [...walk('black', 'D9'), '? undo 5'],
  },
  {
    id: 'undo-kept',
    sentence: 'takes back nothing where it was asked for too many moves',
    clause: "QTP, The engine's state",
    needs: ['undo-too-many', 'same-color'],
    advice: 'Compare before you begin: a failed command changes nothing.',
    steps: [...walk('black', 'E8'), '? undo 6', ...walk('black', 'E7')],
  },
  {
    id: 'clear-history',
    sentence: 'forgets its moves at `clear_board`',
    clause: 'QTP, Commands, clear_board',
    needs: ['undo-none', 'clear-moves'],
    advice: 'Empty the history together with the board.',
    steps: [...walk('black', 'D9'), '= clear_board', '= walls 10', '? undo'],
  },
]);
