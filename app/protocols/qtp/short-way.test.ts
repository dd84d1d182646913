import { expect, it } from 'vitest';
import type { Game } from '../../games/game.ts';
import { quoridor, type QuoridorPosition } from '../../games/quoridor/index.ts';
import { randomCases } from '../../games/testing/effort.ts';
import { defaultDeadlines } from '../protocol.ts';
import { Random } from '../testing/random.ts';
import { playTwins, Twins } from '../testing/twins.ts';
import { commandNames } from './commands.ts';
import { QtpDriver } from './driver.ts';
import { placementOf, writePlacement, type WallForm } from './messages.ts';

const said = [
  '',
  '',
  '=',
  '= ',
  '= E5',
  '= e5',
  '= E5 horizontal',
  '= true',
  '=E5',
  '? illegal move',
  'E5',
  '= Twin',
];
const typed = ['showboard', 'undo', 'name', 'genmove black', 'playmove white E5', '', 'nonsense', 'quit'];

it.each<WallForm | null>(['vertex+word', 'token', null])(
  'does what the usual way does, with walls as %s',
  (form) => {
    let [asked, answered] = [0, 0];
    for (let seed = 0; seed < randomCases(75); seed++) {
      const twins = new Twins(() => new QtpDriver(defaultDeadlines, form));
      const written = (move: unknown, { size }: QuoridorPosition): string => {
        const text = writePlacement(placementOf(size, move as number), form ?? 'vertex+word');
        return seed % 3 === 0 ? text.toLowerCase() : text;
      };
      const game = {
        ...{ game: quoridor as Game, limit: { kind: 'none' } as const, opening: [], said, typed, calm: 5 },
        answer: (move: unknown, position: unknown) => written(move, position as QuoridorPosition),
        answers: (line: string, moved: string) => {
          if (line === 'name') return ['= Twin', ''];
          if (line === 'list_commands') return ['=', ...commandNames, ''];
          return [line.startsWith('genmove') ? `= ${moved}` : '=', ''];
        },
      };
      playTwins(twins, game, new Random(seed));
      asked += twins.short.asked;
      answered += twins.short.answered;
    }
    // In the one-word form, few positions can be told.
    expect(asked).toBeGreaterThan(form === 'token' ? 5 : 60);
    expect(answered).toBeGreaterThan(form === 'token' ? 20 : 200);
  },
);
