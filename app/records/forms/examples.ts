/**
 * Texts of every form, by game: those that a form of one game declares; of a form of all games those here, or for a game
 * that has none here, short ones that the form writes.
 */
import { formsOfGames } from '../../games/forms.ts';
import type { Game } from '../../games/game.ts';
import { gameById, games } from '../../games/registry.ts';
import { mainLine, newPlayed, played, type PlayedGame } from './played.ts';
import type { Form } from './registry.ts';

export interface Example {
  readonly game: string;
  readonly text: string;
}

/** By form. */
const ours: Readonly<Record<string, readonly Example[]>> = {
  moves: [
    { game: 'connect4', text: '44455' },
    { game: 'connect4', text: '4/4/4/4 x 1 2' },
    { game: 'quoridor', text: 'e8 e2 d7h e3' },
    { game: 'quoridor', text: '5 c5 c1 3 3 - - b c4 c2' },
    { game: 'morris', text: 'd6 f4 d7 f2 d5xf4' },
    { game: 'stones', text: 'D6D5 E1D1 H4H5 E9F9' },
  ],
  positions: [...games.values()].map((game) => ({ game: game.id, text: game.positionText(game.initial()) })),
  pgn: [
    {
      game: 'connect4',
      text: '[White "a"]\n[Black "b"]\n[Result "*"]\n\n1. 4 4 2. 4! {good} (2. 3 $6 3) 2... 5 *\n',
    },
    {
      game: 'quoridor',
      text: '[Result "1-0"]\n[Variant "Quoridor"]\n\n1. e8 e2 2. d7h { [%clk 0:01:02] } e3 1-0\n',
    },
    { game: 'morris', text: '[Variant "Nine Men\'s Morris"]\n\n1. d6 f4 2. d7 {[%eval #9]} f2 3. d5xf4 *\n' },
    { game: 'stones', text: '[Variant "Game of Stones"]\n\n1. D6D5 E1D1 H4H5 2. E9F9 *\n' },
  ],
  sgf: [
    {
      game: 'connect4',
      text: '(;FF[4]PWG[connect4]PW[a]PB[b];W[4];B[4]C[a \\] in it](;W[4]TE[1])(;W[3]AR[3-1:4-2]))',
    },
    {
      game: 'quoridor',
      text: '(;FF[4]PWG[quoridor]RE[B+R];B[e8]BL[59.5]PWT[0.5];W[e2];B[d7h]PWE[win 9 an engine])',
    },
    { game: 'morris', text: '(;FF[4]GM[5];W[d6];B[f4]KO[];W[d7]LB[d7:A])' },
    { game: 'stones', text: '(;FF[4]PWG[stones];W[D6D5];B[E1D1];B[H4H5];W[E9F9])' },
  ],
};

/** A game of four plies, each move from the middle of all. */
function shortGame(game: Game, start: unknown): PlayedGame {
  const whole = newPlayed(game, start);
  let node = whole.root;
  for (let ply = 0; ply < 4; ply++) {
    const moves = game.moves(node.position);
    if (moves.length > 0) node = played(whole, node, moves[Math.floor(moves.length / 2)]);
  }
  return whole;
}

/** What a form of all games writes: a game from the initial position, and one from where that ended. */
export function writtenExamples({ write }: Pick<Form, 'write'>, game: Game): readonly Example[] {
  const first = shortGame(game, game.initial());
  const end = game.positionText(mainLine(first.root).at(-1)!.position);
  return [first, shortGame(game, game.parsePosition(end))].map((whole) => ({
    game: game.id,
    text: write!(whole).text,
  }));
}

/** At least one for each game of the form. */
export function examplesOf(form: Form): readonly Example[] {
  return form.games.flatMap((game) => {
    const declared = formsOfGames.get(game)?.find(({ id }) => id === form.id);
    if (declared !== undefined) return declared.examples.map((text) => ({ game, text }));
    const known = ours[form.id]!.filter((each) => each.game === game);
    return known.length > 0 ? known : writtenExamples(form, gameById(game));
  });
}
