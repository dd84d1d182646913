/** The engine's mind: what it knows of the Game of Stones. */
import { stones, type StonesPosition } from '../../app/games/stones/index.ts';
import { SearchingBrain } from '../shared/brain.ts';
import type { SearchSettings } from '../shared/settings.ts';
import type { Skill } from '../shared/skill.ts';
import { SearchBoard } from './board.ts';
import { levels } from './settings.ts';
import { lineBehind, search } from './search.ts';

const skill: Skill<SearchBoard> = {
  levels,
  board(given) {
    const position = given as StonesPosition;
    return stones.result(position) === null ? new SearchBoard(position) : null;
  },
  search,
  lineBehind,
  seed: ({ hashLow, hashHigh }) => hashLow ^ hashHigh,
  toGame: (move) => move,
};

export class Brain extends SearchingBrain<SearchSettings, SearchBoard> {
  /** @param now in milliseconds. @param chance in [0, 1), for a seed of 0. */
  constructor(settings: SearchSettings, now: () => number, chance: () => number) {
    super(skill, settings, now, chance);
  }
}
