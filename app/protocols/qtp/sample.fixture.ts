import { quoridor } from '../../games/quoridor/index.ts';
import type { Game } from '../../games/game.ts';
import type { Sample } from '../testing/fixtures.ts';
import { createQtpResponder } from './index.ts';

export const sample: Sample = {
  game: quoridor as Game,
  setup: { size: 5, walls: 3 },
  responder: () =>
    createQtpResponder({
      name: 'Scripted engine',
      limit: () => ({ kind: 'time', seconds: 0.05 }),
      options: [{ type: 'spin', name: 'level', default: 3, min: 1, max: 9 }],
    }),
  // QTP has no limits: the engine thinks as long as it likes.
  limits: [{ kind: 'none' }, { kind: 'time', seconds: 0.05 }],
  noise: ['', 'hello', 'winnrate:0.788971', '#playmove black E8=', '{"json":1}'],
  lines: {
    ours: [
      ...['name', 'list_commands', 'known_command genmove', 'boardsize 9', 'clear_board', 'walls 10'],
      ...['boardsize 5', 'walls 0', 'playmove black E8', 'playmove white e2', 'playwall black D7 horizontal'],
      ...[
        'playwall w c3 V',
        'genmove black',
        'genmove white',
        'undo',
        'undo 2',
        'winner',
        'showboard',
        'quit',
      ],
      ...['level 4', '# comment', '', 'playwall black e2h'],
    ],
    theirs: [
      ...['= Scripted engine', '', '=', '', '= name', 'known_command', 'list_commands', 'quit', 'boardsize'],
      ...['clear_board', 'walls', 'playmove', 'playwall', 'genmove', 'undo', 'winner', 'showboard', ''],
      ...['= Scripted engine', '', '= E8', '=E8', '= C2 h', '= C4 horizontal', '= d2v', '= true White'],
      ...[
        '= false',
        '? false',
        '? illegal move',
        '?illegal placement',
        'Error! out of bounds',
        'false',
        '= ',
      ],
      ...['? unknown command', '? cannot undo', '= \tname', '=1', '= pass'],
    ],
  },
  // The nudge of an engine that leaves a command unread.
  sendsBlankLines: true,
  answer: /^= [A-Y]\d/,
  finish: [],
};
