/** The engine's mind: what it knows of nine men's morris. */
import { morris, type MorrisPosition } from '../../app/games/morris/index.ts';
import { SearchingBrain } from '../shared/brain.ts';
import type { Skill } from '../shared/skill.ts';
import { SearchBoard, toGame } from './board.ts';
import { levels, type Settings } from './settings.ts';
import { lineBehind, search } from './search.ts';

const skill: Skill<SearchBoard> = {
  levels,
  board(given) {
    const position = given as MorrisPosition;
    return morris.result(position) === null ? new SearchBoard(position) : null;
  },
  search,
  lineBehind,
  seed: ({ own, enemy, placing }) => Math.imul(own, 0x9e3779b1) ^ Math.imul(enemy, 0x85ebca6b) ^ placing,
  toGame,
};

export class Brain extends SearchingBrain<Settings, SearchBoard> {
  /** @param now in milliseconds. @param chance in [0, 1), for a seed of 0. */
  constructor(settings: Settings, now: () => number, chance: () => number) {
    super(skill, settings, now, chance);
  }
}
