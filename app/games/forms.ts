/** The forms of every game, one line each. Apart from the registry of games, so that engines do not contain them. */
import { connect4Forms } from './connect4/forms/index.ts';
import type { Form } from './form.ts';
import { morrisForms } from './morris/forms/index.ts';
import { quoridorForms } from './quoridor/forms/index.ts';
import { stonesForms } from './stones/forms/index.ts';

const all: readonly (readonly [game: string, forms: readonly Form[]])[] = [
  ['connect4', connect4Forms],
  ['quoridor', quoridorForms],
  ['morris', morrisForms],
  ['stones', stonesForms],
];

/** By game id. */
export const formsOfGames: ReadonlyMap<string, readonly Form[]> = new Map(all);
